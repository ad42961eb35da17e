"""The store: one encrypted brain file, shared by threads and by processes.

Readers take no lock between processes; they follow the log. Writers append to it one at a time.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import apsw

from myelin.contract.errors import BrainBusy, OutOfMemory, StorageReadOnly
from myelin.kernel.caller import Caller
from myelin.kernel.errors import MyelinError
from myelin.kernel.upkeep import Finding
from myelin.store import check, compaction, derived, thinning
from myelin.store.epoch import Epoch
from myelin.store.failures import disk_errors
from myelin.store.follower import Follower
from myelin.store.format import (
    RECORD_ID_BYTES,
    SNAPSHOT,
    TOUCH,
    TRANSACTION,
    SnapshotMark,
    Transaction,
    encode_touch,
)
from myelin.store.location import BrainFile, Services
from myelin.store.lock import FileLock, HandleLock, lock_if_writable
from myelin.store.log import Batch
from myelin.store.log_writer import LogWriter
from myelin.store.mark import advance_mark, load_mark
from myelin.store.position import Position
from myelin.store.replay import changes_of
from myelin.store.replica import ensure_room
from myelin.store.rewriting import Erasure, Receipt, Rewriter
from myelin.store.schema import Added
from myelin.store.session import OpenSession, Session

_PENDING_TOUCHES_MAX = 512
_OVERDUE_TIMES = 4
_PAUSE_S = 0.002


class Store:
    """An open brain."""

    def __init__(self, place: BrainFile, key: bytes, services: Services, *, readonly: bool) -> None:
        self._place = place
        self._key = key
        self._io = services.io
        self._schema = services.schema
        self._clock = services.clock
        self._chance = services.chance
        self._wait_s = services.lock_wait_s
        self._services = services
        self._pending: list[tuple[int, Mapping[int, int]]] = []
        self._threads = HandleLock()
        self._queue = HandleLock()
        self._compacting = HandleLock()
        self._maintainer: int | None = None
        self._closed = False
        self._saved_rebuilt = False
        self._overdue_times = _OVERDUE_TIMES
        self._durable: Position | None = None  # The newest one that is known to be durable.
        self._pid = os.getpid()
        self.caller: Caller | None = None  # Of blocks that are opened without one.
        self._writer = None if readonly else self._make_writer()
        try:
            self._follower = Follower(place, key, services, self._writer)
        except BaseException:
            self._close_writer()
            raise

    @property
    def _epoch(self) -> Epoch:
        return self._follower.epoch

    @property
    def brain_id(self) -> bytes:
        """Return the 16 bytes that name this brain."""
        return self._epoch.header.brain_id

    @property
    def position(self) -> Position:
        """Return how far this process has come."""
        epoch = self._epoch
        return Position(epoch.header.epoch, epoch.tail.seq, epoch.tail.history)

    @property
    def writable(self) -> bool:
        """Return whether this handle may write; a read-only folder makes one that may not."""
        return self._writer is not None

    @property
    def poisoned(self) -> bool:
        """Return whether a sync failed, so that only a new handle can write again."""
        return self._writer is not None and self._writer.poisoned

    @contextmanager
    def read(self, caller: Caller | None = None) -> Iterator[Session]:
        """Open a block that reads the newest state; what it touches is applied after it.

        Raises:
            BrainBusy: another thread of this process held the brain all the time.
            BrainDamaged, BrainRolledBack, FormatTooNew, BrainUnknown: the file changed under us.
        """
        with self._exclusive():
            self._follower.catch_up()
            epoch, now_ms = self._epoch, self._clock.now_ms()
            session = OpenSession(epoch.db, now_ms, caller or self.caller, reads=True)
            with self._epoch.image.readonly():
                try:
                    yield session
                finally:
                    session.end()
            if session.touched:
                self._defer(session)
                # The answer of a recall never hangs on its touches; they are tried again later.
                with suppress(MyelinError):
                    self._append_pending()
        self._compact_if_overdue()

    @contextmanager
    def write(
        self, note: str | None = None, caller: Caller | None = None, act: str | None = None
    ) -> Iterator[Session]:
        """Open a block whose changes are durable when it ends, and undone if it raises.

        Raises:
            BrainBusy: another process or thread held the brain all the time.
            ReplicaOutdated, QuotaExceeded: a device has to push before this replica can be written.
            StorageFull, StorageReadOnly, StorageFailed: nothing was saved.
            WriteOutcomeUnknown: the disk failed; this handle writes no more (see `poisoned`).
            BrainDamaged, BrainRolledBack, FormatTooNew, BrainUnknown: the file changed under us.
        """
        with self._alone():
            self._follower.catch_up()
            epoch = self._epoch
            ensure_room(epoch)
            session = OpenSession(epoch.db, epoch.next_time_ms(self._clock), caller or self.caller)
            with self._appending(epoch) as batch:
                epoch.capture.clear()
                try:
                    yield session
                finally:
                    session.end()
                self._gather(epoch, batch, session, note, session.origin, act)
        self._compact_if_overdue()

    def derive(self, fill: Callable[[Session], Added]) -> None:
        """Let `fill` add to derived tables what takes too long for a write; a base will hold it."""
        with self._exclusive():
            self._follower.catch_up()
            self._epoch.derive(fill, self._clock.now_ms(), self.caller)

    @property
    def findings(self) -> Sequence[Finding]:
        """Return what was found missing when the brain was opened; it can be used all the same."""
        return self._follower.findings

    def compaction_due(self) -> bool:
        """Return whether a compaction is due, by what this handle has read; costs nothing."""
        # Rebuilt derived tables are saved once a handle, or two versions would alternate for ever.
        rebuilt = self._epoch.rebuilt and not self._saved_rebuilt
        may = self.writable and not self._schema.replica
        return may and (rebuilt or compaction.is_due(self._epoch))

    def compact_if_due(self) -> bool:
        """Compact if enough has been written since the last time; return whether that was done.

        It is decided again under the lock, after reading on: another process may have done it.

        Raises:
            BrainBusy, StorageFull, StorageReadOnly, StorageFailed: the old file is still the brain.
        """
        return self.compaction_due() and self._compact(keep=False, only_if_due=True)

    def compact(self, *, keep: bool = False) -> bool:
        """Fold the log into a new base; return False when another process is at it.

        Readers and writers go on meanwhile. The old file stays in the archive, where thinning
        takes its base away in time; with `keep` it never takes that of the new one.

        Raises:
            BrainBusy, StorageFull, StorageReadOnly, StorageFailed: the old file is still the brain.
        """
        return self._compact(keep=keep, only_if_due=False)

    def _compact(self, *, keep: bool, only_if_due: bool) -> bool:
        self._ensure_writable()
        with disk_errors(), self._mutex(".clock") as alone:
            if not alone:
                return False
            with self._compacting.held(self._wait_s):
                if not self._write_next_epoch(keep=keep, only_if_due=only_if_due):
                    return False
            self._saved_rebuilt = True
            self._overdue_times = _OVERDUE_TIMES
            # The brain is compacted; what thinning could not do now it does another time.
            with suppress(MyelinError, OSError):
                mark = load_mark(self._services.marks, self.brain_id)
                first = thinning.thin_if_many(self._place, self._key, self._services, mark)
                self._advance_mark(first)
        return True

    def snapshot(self, name: str) -> Position:
        """Give this moment a name, and make a base of it that thinning leaves whole.

        Raises:
            BrainBusy, StorageFull, StorageReadOnly, StorageFailed: nothing was named.
        """
        with self._alone():
            self._follower.catch_up()
            epoch = self._epoch
            with self._appending(epoch) as batch:
                time_ms = epoch.next_time_ms(self._clock)
                mark = SnapshotMark(self._chance(RECORD_ID_BYTES).hex(), time_ms, name)
                batch.add(SNAPSHOT, mark.encode())
                epoch.replay.note_time(time_ms)
            position = self.position
        self.compact(keep=True)
        return position

    def rebuild(self) -> None:
        """Make the derived tables anew, and a base that has them.

        Raises:
            BrainBusy, StorageFull, StorageReadOnly, StorageFailed: the old ones are still there.
        """
        with self._alone():
            self._follower.catch_up()
            self._epoch.rebuild()
        self.compact()

    def erase(self, erasure: Erasure, *, next_key: bytes | None = None) -> Receipt:
        """Remove rows from every file of this brain, present and past; all of it or nothing.

        With `next_key` every file is sealed with that key from then on.

        Raises:
            BrainBusy: another process held the brain all the time.
            BrainDamaged: a file cannot be read whole; nothing was changed.
            StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
        """
        return self._rewrite(erasure, next_key)

    def rotate(self, next_key: bytes) -> Receipt:
        """Seal every file of this brain, present and past, with another key; all or nothing.

        Raises:
            BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing changed.
        """
        return self._rewrite(None, next_key)

    @contextmanager
    def maintenance(self) -> Iterator[None]:
        """Hold the maintenance lock for a block, in which `erase` and `rotate` may be called.

        Raises:
            BrainBusy: another process held the lock all the time.
        """
        me = threading.get_ident()
        if self._maintainer == me:
            yield
            return
        lock = FileLock(self._io, self._place.folder, self._place.name + ".clock", self._clock)
        try:
            lock.acquire(self._wait_s)
            with self._compacting.held(self._wait_s):
                self._maintainer = me
                try:
                    yield
                finally:
                    self._maintainer = None
        finally:
            lock.close()

    def _rewrite(self, erasure: Erasure | None, next_key: bytes | None) -> Receipt:
        writer, rewriter = self._ensure_writable(), Rewriter(self._place, self._key, self._services)
        try:
            with disk_errors(), self.maintenance():
                if erasure is not None:
                    with self.read() as session:
                        erasure.confirm(session)
                run = rewriter.run(erasure, next_key, self._alone, self._follower, writer.lock)
                receipt, self._durable = run
        except (MemoryError, apsw.NoMemError) as error:
            raise OutOfMemory() from error
        self._key = next_key or self._key
        self._advance_mark(None)
        return receipt

    def check(self) -> list[str]:
        """Return what is wrong with the brain, in sentences; an empty list means nothing is."""
        with self._exclusive():
            self._follower.catch_up()
            return check.problems(self._io, self._epoch)

    def close(self) -> None:
        """Append the touches that are still waiting and close the files; again is no error."""
        if self._closed:
            return
        if os.getpid() != self._pid:
            # Files, lock and touches are the parent's; the child has nothing to give back.
            self._closed = True
            return
        with self._compacting.held(self._wait_s), self._exclusive():
            with suppress(MyelinError):
                self._append_pending()
            self._advance_mark(None)
            self._follower.close()
            self._close_writer()
            self._io.close(self._place.folder)
            self._closed = True

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Hold the brain against the other threads, in the process that opened it."""
        if os.getpid() != self._pid:
            self._reopen_after_fork()
        with self._threads.held(self._wait_s):
            if self._closed:
                raise RuntimeError("the store is closed")
            yield

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the brain against threads and processes; threads read on while it waits."""
        if os.getpid() != self._pid:
            self._reopen_after_fork()
        writer = self._ensure_writable()
        deadline_s = self._clock.monotonic_s() + self._wait_s
        # One writer of this process asks for the lock between processes, the others queue up.
        with self._queue.held(self._wait_s):
            while True:
                with ExitStack() as held:
                    held.enter_context(self._exclusive())
                    # After the lock, which is given back first.
                    held.callback(self._follower.close_retired)
                    try:
                        held.enter_context(writer.holding_lock(wait_s=0))
                    except BrainBusy:
                        if self._clock.monotonic_s() >= deadline_s:
                            raise
                    else:
                        yield
                        return
                self._clock.sleep_s(_PAUSE_S)

    @contextmanager
    def _mutex(self, suffix: str) -> Iterator[bool]:
        """Try to hold a lock of its own for the block; yield whether it was free."""
        lock = FileLock(self._io, self._place.folder, self._place.name + suffix, self._clock)
        try:
            yield lock.try_acquire()
        finally:
            lock.close()

    def _ensure_writable(self) -> LogWriter:
        if self._writer is None:
            raise StorageReadOnly()
        self._writer.ensure_sound()
        return self._writer

    def _make_writer(self) -> LogWriter | None:
        lock = lock_if_writable(self._io, self._place, ".lock", self._clock)
        if lock is None:
            return None

        def finish(lock: FileLock) -> None:
            # The key at that time: a rotation may have changed it.
            Rewriter(self._place, self._key, self._services).finish(lock)

        return LogWriter(self._io, self._place.folder, lock, finish)

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.lock.close()

    def _reopen_after_fork(self) -> None:
        """Start over in a child: locks, descriptors and the connection belong to the parent.

        Nothing of the parent's is closed or used: a lock is shared by both sides of a fork.
        """
        self._inherited = (self._follower, self._writer)
        self._pid = os.getpid()
        self._threads, self._queue, self._compacting = HandleLock(), HandleLock(), HandleLock()
        self._pending = []
        if self._writer is not None:
            self._writer = self._make_writer()
        with disk_errors():
            self._follower = Follower(self._place, self._key, self._services, self._writer)

    @contextmanager
    def _appending(self, epoch: Epoch) -> Iterator[Batch]:
        """Make one transaction of image and log, led by the touches that were waiting."""
        writer = self._ensure_writable()
        batch = Batch(epoch.tail, epoch.seals.log, self._chance)
        with epoch.transaction():
            for time_ms, counts in self._pending:
                self._touch(epoch, batch, time_ms, counts)
            yield batch
            tail = writer.append(epoch, batch) if batch else epoch.tail
        # Only now: had the image failed to commit, reading on would apply the batch.
        epoch.tail = tail
        if batch.must_last:
            self._durable = self.position
        self._pending.clear()

    def _gather(self, epoch: Epoch, batch: Batch, session: OpenSession, *said: str | None) -> None:
        """Put what the block did into the batch, and bring the derived tables up to date."""
        operations = epoch.capture.collect()
        if operations or said[0] is not None:
            derived.apply(epoch.db, self._schema, changes_of(operations))
            record_id = self._chance(RECORD_ID_BYTES).hex()
            told = () if self._schema.replica else said  # A replica tells of rows alone.
            done = Transaction(record_id, session.now_ms, operations, *told)
            batch.add(TRANSACTION, done.encode())
            epoch.replay.note_transaction(session.now_ms)
        if session.touched:
            self._touch(epoch, batch, session.now_ms, session.touched)

    def _touch(self, epoch: Epoch, batch: Batch, time_ms: int, counts: Mapping[int, int]) -> None:
        self._schema.apply_touch(epoch.db, time_ms, counts)
        batch.add(TOUCH, encode_touch(time_ms, counts))
        epoch.replay.touches += 1

    def _compact_if_overdue(self) -> None:
        """Bound the log where a brain is never idle; the call that comes upon it pays for it."""
        if not self.compaction_due() or not compaction.is_due(self._epoch, self._overdue_times):
            return
        # The block is committed, whatever becomes of this; a full disk is not asked at every call.
        self._overdue_times *= 2
        with suppress(MyelinError):
            self.compact_if_due()

    def _advance_mark(self, first_seq: int | None) -> None:
        """Note the newest durable position that this handle knows, where the key is kept."""
        if self._durable is not None:
            if self._epoch.header.base_seq == 0:
                first_seq = 0
            advance_mark(self._services.marks, self.brain_id, self._durable, first_seq)

    def _defer(self, session: OpenSession) -> None:
        if self._writer is not None and len(self._pending) < _PENDING_TOUCHES_MAX:
            self._pending.append((session.now_ms, session.touched))

    def _append_pending(self) -> None:
        """Append the waiting touches if the lock is free, without waiting for lock or disk."""
        if not self._pending or self._writer is None or self._writer.poisoned:
            return
        with self._writer.holding_lock(wait_s=0):
            self._follower.catch_up()
            with self._appending(self._epoch):
                """Nothing but the touches."""

    def _write_next_epoch(self, *, keep: bool, only_if_due: bool) -> bool:
        new = self._place.name + ".new"
        with self._alone():
            self._follower.catch_up()
            if only_if_due and not self.compaction_due():
                return False
            # Before the long work: without an archive the old file could not be kept.
            self._follower.ensure_archive()
            self._io.unlink(self._place.folder, new)
            self._append_pending()
            work = compaction.Compaction(self._io, self._key, self._epoch, self._chance, keep=keep)
        try:
            self._replace_file(work, new)
        except BaseException:
            self._io.unlink(self._place.folder, new)
            raise
        finally:
            work.close()
        return True

    def _replace_file(self, work: compaction.Compaction, new: str) -> None:
        writer, folder = self._ensure_writable(), self._place.folder
        fd = self._io.open(folder, new, write=True, create=True, exclusive=True)
        try:
            work.write_base(fd)
            with self._alone():
                self._follower.catch_up()
                old = self._epoch
                work.carry_over(fd, old)
                self._follower.keep()
                self._io.rename(folder, new, self._place.name)
                writer.sync_folder(old)
                self._follower.replace()
                self._epoch.name_is_durable = True
                read = self._epoch.tail
                tail = self._epoch.tail = replace(read, durable_seq=read.seq)
                writer.lock.write_hint(self.brain_id, self._epoch.header.epoch, tail)
                self._durable = self.position
        finally:
            self._io.close(fd)
