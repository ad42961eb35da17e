"""A brain's past: the events of its log, and restoring any earlier state."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from myelin.contract.errors import (
    BrainChanged,
    BrainDamaged,
    PathRefused,
    StorageFailed,
    WriteOutcomeUnknown,
)
from myelin.crypto.seal import CHUNK_BYTES
from myelin.kernel.audience import Origin
from myelin.kernel.clock import Clock
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance
from myelin.kernel.progress import Progress, followed, silent
from myelin.store import compaction
from myelin.store.archive import Archive
from myelin.store.epoch import Epoch, next_time_ms
from myelin.store.epoch_file import LogSummary, read_epoch_file
from myelin.store.events import Event, event_of
from myelin.store.failures import disk_errors
from myelin.store.filesystem import ensure_local
from myelin.store.format import (
    BASE_OFFSET,
    BEGINS,
    RECORD_ID_BYTES,
    TOUCH,
    TRANSACTION,
    Header,
    Seals,
    Transaction,
    key_id,
    open_header,
)
from myelin.store.io import Io, system_io
from myelin.store.lineage import Lineage, Unreadable
from myelin.store.location import BrainFile, Services, open_location, unknown_brain
from myelin.store.lock import FileLock, lock_if_writable
from myelin.store.log import Record, Tail, proves_damage, stream_records
from myelin.store.mark import MarkKeeper, advance_mark
from myelin.store.position import Position
from myelin.store.rewriting import Rewriter
from myelin.store.schema import Schema

_BATCH_RECORDS = 1000


@dataclass(frozen=True, slots=True)
class Restored:
    """The state that a restore wrote."""

    seq: int
    epoch: int


@dataclass(slots=True)
class Overview:
    """The states of a brain that can be restored, counted."""

    states: int
    oldest: Event | None
    newest: Event | None
    snapshots: list[Event]

    def add(self, event: Event) -> None:
        """Count one more state, the newest so far."""
        self.states += 1
        self.oldest = self.oldest or event
        self.newest = event
        if event.kind == "snapshot":
            self.snapshots.append(event)

    def add_all(self, summary: LogSummary) -> None:
        """Count all states of a log, the newest so far."""
        self.states += summary.states
        self.newest = summary.last_state or self.newest
        self.snapshots += summary.snapshots


class Past:
    """Reads the history of one brain; no compaction or rewriting runs meanwhile."""

    def __init__(self, place: BrainFile, key: bytes, services: Services, lineage: Lineage) -> None:
        self._place = place
        self._key = key
        self._services = services
        self._io = services.io
        self._lineage = lineage

    @property
    def left_out(self) -> Sequence[Unreadable]:
        """Return the files that could not be read, so that their states are in no answer."""
        return self._lineage.unreadable

    def events(self) -> Iterator[Event]:
        """Yield what happened, the oldest first, from the oldest state that can be restored."""
        chain = self._lineage.chain
        if not chain:
            return
        yield self._beginning()
        for record in self._lineage.records():
            event = event_of(record)
            if event is not None:
                yield event

    def newest_events(self, limit: int, since_ms: int = 0) -> list[Event]:
        """Return the newest events that are not older than a time, the newest first.

        Files that hold none of them are not opened.
        """
        found: list[Event] = []
        for at in reversed(range(len(self._lineage.chain))):
            latest_ms = self._lineage.chain[at].summary.latest_ms
            if latest_ms is None or latest_ms < since_ms:
                continue
            events = (event_of(record) for record in self._lineage.records_of(at))
            found += [one for one in events if one and one.time_ms >= since_ms][::-1]
            if len(found) >= limit:
                return found[:limit]
        if self._lineage.chain and self._beginning().time_ms >= since_ms:
            found.append(self._beginning())
        return found[:limit]

    def records_between(self, first: Position, last: Position) -> Iterator[Record]:
        """Yield the records after a position up to a later one.

        Raises:
            BrainDamaged: the history does not lead through both positions: a purge, a rotation or a
                restore changed it, or files are missing.
        """
        tail = (first.seq, first.history)
        for source in self._lineage.chain:
            if source.history_at(tail[0]) != tail[1]:
                continue
            for record in source.records():
                if tail[0] < record.tail.seq <= last.seq:
                    tail = (record.tail.seq, record.tail.history)
                    yield record
        if tail != (last.seq, last.history):
            raise BrainDamaged(what=f"its records do not lead from {first.seq} to {last.seq}")

    def points(self) -> list[Event]:
        """Return the states that can be restored, without rows: each is the one after a record."""
        ends = self._reachable()
        return [
            Event(event.seq, event.time_ms, event.kind, event.label)
            for event in self.events()
            if event.is_state and _lies_in(ends, event.seq)
        ]

    def overview(self) -> "Overview":
        """Return how many states can be restored and which of them have names.

        Only files of which a part counts are opened.
        """
        chain, ends = self._lineage.chain, self._reachable()
        found = Overview(0, None, None, [])
        if chain and _lies_in(ends, chain[0].header.base_seq):
            found.add(self._beginning())
        for at, file in enumerate(chain):
            first, last = file.header.base_seq, file.last_seq
            counts = self._lineage.range_of(at) == (first, last)
            if counts and found.oldest and any(lo <= first and last <= hi for lo, hi in ends):
                found.add_all(file.summary)
                continue
            for record in self._lineage.records_of(at):
                event = event_of(record)
                if event and event.is_state and _lies_in(ends, event.seq):
                    found.add(event)
        return found

    def whole(self) -> bool:
        """Return whether the live file and its log can be read to the end."""
        live = self._lineage.live
        return live is not None and not live.summary.rest_bytes

    def restore_to(self, seq: int, path: Path) -> Restored:
        """Write the state after a record to a new file at a path where nothing is yet.

        Raises:
            PathRefused: something is there already.
            BrainDamaged: what is left of the files does not lead to that state.
            StorageFull, StorageReadOnly, StorageFailed: nothing was made.
        """
        with disk_errors():
            place = open_location(self._io, path, create=True)
            try:
                return self._restore_to(seq, place)
            finally:
                self._io.close(place.folder)

    def restore_in_place(self, seq: int, note: str) -> Restored:
        """Make the state after a record the present one; the file before it goes to the archive.

        Raises:
            BrainChanged: something was written since this past was opened; nothing was changed.
            BrainBusy: another process held the brain all the time.
            BrainDamaged: what is left of the files does not lead to that state.
            StorageFull, StorageReadOnly, StorageFailed: the present file is still the brain.
            WriteOutcomeUnknown: the next opening shows which of the two it is.
        """
        io, place = self._io, self._place
        new = place.name + ".new"
        with disk_errors():
            # Written before the lock is taken: writers wait for the check and the rename alone.
            restored, tail = self._write(seq, note, place.folder, new)
            try:
                lock = FileLock(io, place.folder, place.name + ".lock", self._services.clock)
                try:
                    lock.acquire(self._services.lock_wait_s)
                    self._ensure_unchanged()
                    self._swap(restored, tail, lock)
                finally:
                    lock.close()
            except BaseException:
                with suppress(OSError):
                    io.unlink(place.folder, new)
                raise
        return restored

    def _ensure_unchanged(self) -> None:
        """Compare the live file with what was read when the past was opened.

        A torn end, which a killed writer left, is cut off as the next writer would do it.

        Raises:
            BrainChanged: something was written or put in its place since.
        """
        io, place, live = self._io, self._place, self._lineage.live
        if live is None:
            try:
                read_epoch_file(io, place.folder, place.name, self._key, archived=False)
            except (MyelinError, OSError):
                return
            raise BrainChanged(what="its file can be read now")
        try:
            fd = io.open(place.folder, place.name, write=True)
        except FileNotFoundError:
            raise BrainChanged(what="its file is gone") from None
        try:
            header, seals = open_header(io.pread(fd, BASE_OFFSET, 0), self._key)
            end, size = live.summary.end, io.size(fd)
            if header != live.header or size < end.offset:
                raise BrainChanged(what="another file is in its place")
            records = list(stream_records(io, fd, seals.log, end, size))
            written = sum(record.type != TOUCH for record in records)
            if written:
                raise BrainChanged(what=f"{written} records were written")
            end = records[-1].tail if records else end
            rest = io.pread(fd, size - end.offset, end.offset)
            if rest and not proves_damage(rest, seals.log, end.seq):
                Archive(io, place, self._services.chance).quarantine(rest, header.epoch, end)
                io.truncate(fd, end.offset)
                io.fsync(fd)
        finally:
            io.close(fd)

    def _restore_to(self, seq: int, place: BrainFile) -> Restored:
        io = self._io
        if io.identity(place.folder, place.name) is not None:
            raise PathRefused(
                reason="there is something at the path to restore to",
                suggestion="Name a path that does not exist yet.",
            )
        new = place.name + ".new"
        restored, _ = self._write(seq, None, place.folder, new)
        lock = FileLock(io, place.folder, place.name + ".lock", self._services.clock)
        try:
            # What was here before may have left a hint about writes that this file lacks.
            lock.acquire(self._services.lock_wait_s)
            lock.forget_hint()
            # A link is refused where a rename would replace what has come meanwhile.
            io.link(place.folder, new, place.folder, place.name)
        finally:
            lock.close()
            io.unlink(place.folder, new)
        io.fsync_folder(place.folder)
        return restored

    def _swap(self, restored: Restored, tail: Tail, lock: FileLock) -> None:
        io, place, name = self._io, self._place, self._place.name
        self._keep_present()
        lock.forget_hint()
        io.rename(place.folder, name + ".new", name)
        try:
            io.fsync_folder(place.folder)
        except OSError as error:
            raise WriteOutcomeUnknown from error
        brain_id = self._lineage.chain[-1].header.brain_id
        lock.write_hint(brain_id, restored.epoch, tail)
        first_seq = self._lineage.chain[0].header.base_seq
        at = Position(restored.epoch, tail.seq, tail.history)
        advance_mark(self._services.marks, brain_id, at, first_seq)

    def _keep_present(self) -> None:
        io, place = self._io, self._place
        if io.identity(place.folder, place.name) is None:
            return
        archive = Archive(io, place, self._services.chance)
        live = self._lineage.live
        if live is not None:
            with live.opened() as file:
                archive.keep_epoch(file.fd, live.header.epoch)
            return
        fd = io.open(place.folder, place.name)
        try:
            archive.keep_damaged(fd)
        finally:
            io.close(fd)

    def _beginning(self) -> Event:
        first = self._lineage.chain[0].header
        return Event(first.base_seq, first.log_time_ms, "beginning")

    def _reachable(self) -> list[tuple[int, int]]:
        """Return the ranges of record numbers (first, last) whose states can be restored."""
        found: list[tuple[int, int]] = []
        for at, source in enumerate(self._lineage.chain):
            if found and self._lineage.is_linked(at):
                found[-1] = (found[-1][0], max(found[-1][1], source.last_seq))
            elif source.has_base:
                found.append((source.header.base_seq, source.last_seq))
        return found

    def _write(self, seq: int, note: str | None, folder: int, name: str) -> tuple[Restored, Tail]:
        """Write the state after a record, from the nearest base before it that is sound."""
        for one in self.left_out:
            # What cannot be read now may hold what is asked for, or what came after it.
            if isinstance(one.error, StorageFailed):
                raise one.error
        failure: BrainDamaged | None = None
        for at in reversed(range(len(self._lineage.chain))):
            source = self._lineage.chain[at]
            if not source.has_base or source.header.base_seq > seq:
                continue
            try:
                return self._write_from(at, seq, note, folder, name)
            except BrainDamaged as damaged:
                # An older base and more of the log lead there too.
                failure = failure or damaged
        raise failure or BrainDamaged(what="nothing that is left of it leads to that state")

    def _write_from(
        self, at: int, seq: int, note: str | None, folder: int, name: str
    ) -> tuple[Restored, Tail]:
        io, services = self._io, self._services
        source = self._lineage.chain[at]
        epoch = Epoch(
            io, source.folder, source.name, self._key, services.schema, write=False, hint=None
        )
        try:
            self._bring(epoch, at, seq)
            number = 1 + max(one.header.epoch for one in self._lineage.files)
            snapshot = epoch.image.snapshot()
            header = Header(
                brain_id=epoch.header.brain_id,
                epoch=number,
                base_seq=seq,
                log_time_ms=epoch.replay.log_time_ms,
                base_bytes=snapshot.size_bytes,
                history=epoch.tail.history,
                key_id=key_id(self._key, epoch.header.brain_id),
                key_generation=epoch.header.key_generation,
                # A copy has no archive; in place, the archive leads up to it.
                compatible_features=BEGINS if note is None else 0,
            )
            io.unlink(folder, name)
            fd = io.open(folder, name, write=True, create=True, exclusive=True)
            try:
                chunks = followed(
                    services.progress,
                    "Writing the file",
                    snapshot.chunks(epoch.base),
                    max(1, snapshot.size_bytes // CHUNK_BYTES),
                )
                seals = compaction.write_file(io, fd, header, self._key, chunks, services.chance)
                log, histories = self._noted(seals, header, note)
                io.pwrite(fd, log, header.log_offset)
                io.fsync(fd)
            except BaseException:
                io.unlink(folder, name)
                raise
            finally:
                io.close(fd)
        finally:
            epoch.close()
        last = seq + len(histories)
        history = histories[-1] if histories else header.history
        tail = Tail(header.log_offset + len(log), last, history, log[-16:], last)
        return Restored(seq, number), tail

    def _noted(self, seals: Seals, header: Header, note: str | None) -> tuple[bytes, list[bytes]]:
        """Return the sealed log of the restored file, with the note of who decided it if given."""
        if note is None:
            return b"", []
        services = self._services
        now_ms = next_time_ms(services.clock.now_ms(), header.log_time_ms)
        record_id = services.chance(RECORD_ID_BYTES).hex()
        transaction = Transaction(
            record_id, now_ms, (), note, Origin.OWNER.value, "restore_in_place"
        )
        payloads = [(TRANSACTION, transaction.encode())]
        return compaction.seal_log(seals, header, payloads, services.chance)

    def _bring(self, epoch: Epoch, at: int, seq: int) -> None:
        """Apply the records between a base and a state, from all files that hold them."""
        progress, first = self._services.progress, epoch.tail.seq
        for source in self._lineage.chain[at:]:
            if source.history_at(epoch.tail.seq) != epoch.tail.history:
                continue
            records = (r for r in source.records() if epoch.tail.seq < r.tail.seq <= seq)
            while batch := list(itertools.islice(records, _BATCH_RECORDS)):
                progress("Reading records", epoch.tail.seq - first, seq - first)
                epoch.apply(batch)
            progress("Reading records", 1, 1)
            if epoch.tail.seq == seq:
                return
        if epoch.tail.seq != seq:
            raise BrainDamaged(what=f"its records lead to number {epoch.tail.seq}, not to {seq}")


@contextmanager
def open_past(
    path: Path | str,
    key: bytes,
    *,
    schema: Schema,
    clock: Clock,
    chance: Chance,
    io: Io | None = None,
    lock_wait_s: float = 5.0,
    force_network: bool = False,
    marks: MarkKeeper | None = None,
    progress: Progress = silent,
) -> Iterator[Past]:
    """Open a brain's past for the block; no compaction or rewriting runs meanwhile.

    Raises:
        BrainUnknown: there is no such file, nor an archive of it.
        BrainBusy: a compaction, a purge or another restore went on all the time.
        KeyWrong, FormatTooNew: no file of it opens with this key, or in this program.
        NetworkFilesystem: it lies on a network, and `force_network` was not given.
    """
    io = io or system_io()
    with ExitStack() as held:
        held.enter_context(disk_errors())
        place = open_location(io, Path(path), create=False)
        held.callback(io.close, place.folder)
        ensure_local(str(place.folder_path), forced=force_network)
        services = Services(io, schema, clock, chance, lock_wait_s, marks, progress)
        # Where nobody can write, nobody compacts.
        lock = lock_if_writable(io, place, ".clock", clock)
        if lock is not None:
            held.callback(lock.close)
            lock.acquire(lock_wait_s)
            Rewriter(place, key, services).settle()
        lineage = Lineage(io, place, key)
        held.callback(lineage.close)
        if lock is not None:
            with suppress(OSError):
                lineage.save_catalogue(chance)
        if not lineage.files:
            for unreadable in lineage.unreadable:
                raise unreadable.error
            raise unknown_brain(place.name)
        yield Past(place, key, services, lineage)


def _lies_in(ranges: Sequence[tuple[int, int]], seq: int) -> bool:
    return any(first <= seq <= last for first, last in ranges)
