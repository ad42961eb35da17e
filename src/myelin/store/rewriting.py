"""Writing all files of a brain anew: without some rows, under another key, or both.

Every new file is complete and durable before a sealed intent says so; from then on whoever takes
the lock puts them in place. So a kill or a power cut leaves the brain as it was or as it was meant.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from myelin.contract.errors import BrainDamaged, KeyWrong, WriteOutcomeUnknown
from myelin.crypto.seal import CHUNK_BYTES
from myelin.store import compaction, derived, intent
from myelin.store.archive import CATALOGUE, open_archive
from myelin.store.epoch import Epoch, next_time_ms
from myelin.store.epoch_file import EpochFile, is_log_damaged, read_epoch_file
from myelin.store.failures import disk_errors
from myelin.store.format import RECORD_ID_BYTES, TRANSACTION, Header, Put, Transaction, key_id
from myelin.store.lineage import Lineage
from myelin.store.lock import FileLock
from myelin.store.needles import Needles
from myelin.store.place import Means, Place
from myelin.store.redaction import Rows, delete_rows, redacted

_NEXT = intent.NEXT
_LEFT_OVER = (".part", _NEXT)


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to be gone for good, and the proof of it."""

    rows: Rows
    """Table and id of every row that goes, wherever a base or a log holds it."""
    needles: Sequence[str]
    """The texts that these rows hold; they are searched for before and after."""
    witnesses: Sequence[Put]
    """The rows that say that something was erased; written in the same step."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was searched and written anew, and what was found."""

    files: int
    """Files of this brain that were opened and searched whole, bases and logs."""
    rewritten: int
    removed: int
    """Cut-off ends and files without a readable header: nobody can say what they hold."""
    foreign: int
    """Files in the archive that this brain's key does not open; they were left alone."""
    searched_bytes: int
    found_before: int
    found_after: int


class Rewriter:
    """Writes the files of one brain anew while the caller holds its two locks."""

    def __init__(self, place: Place, key: bytes, means: Means) -> None:
        self._place = place
        self._key = key
        self._means = means
        self._io = means.io
        self._intent = place.name + ".intent"

    def settle(self) -> None:
        """Finish what a killed process had decided, taking the brain's lock for it."""
        if self._io.identity(self._place.folder, self._intent) is None:
            return
        lock = FileLock(self._io, self._place.folder, self._place.name + ".lock", self._means.clock)
        try:
            lock.acquire(self._means.lock_wait_s)
            self.finish(lock)
        finally:
            lock.close()

    def finish(self, lock: FileLock) -> None:
        """Put the new files in place if an intent says that they are complete.

        Raises:
            BrainDamaged: the intent does not open with this key, or belongs to another state.
        """
        io, folder, name = self._io, self._place.folder, self._place.name
        if io.identity(folder, self._intent) is None or io.identity(folder, name) is None:
            return
        todo = intent.read(io, folder, self._intent, name, self._key)
        if todo is None:
            return
        if todo.archived or todo.removed:
            archive = open_archive(io, self._place)
            assert archive is not None
            try:
                intent.ensure_staged(io, archive, self._intent, todo)
                for file_name in todo.archived:
                    if io.identity(archive, file_name + _NEXT) is not None:
                        io.rename(archive, file_name + _NEXT, file_name)
                for file_name in todo.removed:
                    io.unlink(archive, file_name)
                # The catalogue repeats what the files held; the next compaction makes it anew.
                io.unlink(archive, CATALOGUE)
                io.fsync_folder(archive)
            finally:
                io.close(archive)
        # The hint describes a history that the new file does not have.
        lock.forget_hint()
        if io.identity(folder, name + _NEXT) is not None:
            io.rename(folder, name + _NEXT, name)
        io.fsync_folder(folder)
        io.unlink(folder, self._intent)
        io.fsync_folder(folder)

    def run(self, lock: FileLock, erasure: Erasure | None, next_key: bytes | None) -> Receipt:
        """Write every file anew and put them in place; return what was found in them.

        Raises:
            BrainDamaged: a file cannot be read whole, so nobody could promise what it holds.
            StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
            WriteOutcomeUnknown: it is decided or not, and the next opening shows which.
        """
        with disk_errors():
            self._clear_left_overs()
            lineage = Lineage(self._io, self._place, self._key, use_catalogue=False)
            try:
                _ensure_whole(lineage)
                work = _Rewriting(self._place, self._key, self._means, erasure, next_key)
                try:
                    work.stage(lineage)
                    removed = self._unreadable(lineage)
                    receipt = work.receipt(lineage, len(removed))
                    if lineage.archive is not None:
                        # The names of the new files must outlast the intent that relies on them.
                        self._io.fsync_folder(lineage.archive)
                    self._decide(work, "erase" if erasure else "rotate", removed, next_key)
                except BaseException as error:
                    # A kill leaves them too: whoever rewrites next, or a doctor, removes them.
                    with suppress(OSError):
                        if self._io.identity(self._place.folder, self._intent) is None:
                            self._clear_left_overs()
                        elif isinstance(error, OSError):
                            raise WriteOutcomeUnknown from error
                    raise
            finally:
                lineage.close()
            try:
                self.finish(lock)
            except OSError as error:
                # It is decided; whoever takes the lock next finishes it.
                raise WriteOutcomeUnknown from error
        return receipt

    def _decide(
        self, work: "_Rewriting", kind: str, removed: tuple[str, ...], next_key: bytes | None
    ) -> None:
        """Write the intent: from here on the new files are the brain."""
        io, folder, name = self._io, self._place.folder, self._place.name
        assert work.live is not None
        todo = intent.Intent(
            kind,
            before=intent.fingerprint(io, folder, name) or "",
            after=intent.fingerprint(io, folder, name + _NEXT) or "",
            archived=work.archived,
            removed=removed,
        )
        # The holder of either key can finish it: the person may have kept the words of one only.
        keys = [self._key] if next_key is None else [self._key, next_key]
        intent.write(io, folder, self._intent, todo, work.live, keys, self._means.chance)

    def _clear_left_overs(self) -> None:
        """Remove what unfinished work left behind; it may hold what is to be erased."""
        io, place = self._io, self._place
        for suffix in (".new", _NEXT, ".intent.part"):
            io.unlink(place.folder, place.name + suffix)
        archive = open_archive(io, place)
        if archive is None:
            return
        try:
            for name in io.names(archive):
                if name.endswith(_LEFT_OVER):
                    io.unlink(archive, name)
        finally:
            io.close(archive)

    def _unreadable(self, lineage: Lineage) -> tuple[str, ...]:
        if lineage.archive is None:
            return ()
        names = self._io.names(lineage.archive)
        return tuple(name for name in names if name.startswith(intent.UNREADABLE))


class _Rewriting:
    """One run over all files: what has been staged, found and searched so far."""

    def __init__(
        self,
        place: Place,
        key: bytes,
        means: Means,
        erasure: Erasure | None,
        next_key: bytes | None,
    ) -> None:
        self.archived: dict[str, str] = {}
        """Name of each archived file that was written anew, and its new fingerprint."""
        self.live: Header | None = None
        """The header of the live file that is replaced."""
        self._place = place
        self._key = key
        self._next_key = next_key or key
        self._means = means
        self._io = means.io
        self._erasure = erasure
        self._needles = Needles(erasure.needles if erasure else ())
        self._histories: dict[tuple[int, bytes], bytes] = {}
        """The running hash at a place of the old history, and what it is in the new one."""
        self._before = self._after = self._searched = self._rewritten = 0

    def stage(self, lineage: Lineage) -> None:
        """Write what takes the place of each file beside it, oldest first, so that hashes chain."""
        order = sorted(lineage.files, key=lambda one: (one.header.base_seq, one.header.epoch))
        for source in order:
            found = 0
            if self._erasure is not None:
                found = self._search(source)
            self._before += found
            if self._stage(source, found):
                self._rewritten += 1
            else:
                self._after += found

    def receipt(self, lineage: Lineage, removed: int) -> Receipt:
        """Return what was done and found."""
        foreign = sum(isinstance(one.error, KeyWrong) for one in lineage.unreadable)
        return Receipt(
            files=len(lineage.files),
            rewritten=self._rewritten,
            removed=removed,
            foreign=foreign,
            searched_bytes=self._searched,
            found_before=self._before,
            found_after=self._after,
        )

    def _stage(self, source: EpochFile, found: int) -> bool:
        """Write a file's successor, unless nothing in it would differ; return whether it was."""
        records = list(source.records())
        old = source.header
        history = self._histories.get((old.base_seq, old.history), old.history)
        payloads, changed = list[tuple[int, bytes]](), False
        for record in records:
            payload = record.payload
            if self._erasure is not None:
                payload = redacted(record.type, payload, self._erasure.rows, self._needles)
            changed |= payload is not record.payload
            payloads.append((record.type, payload))
        is_needed = (
            changed or found or not source.archived
            or history != old.history or self._next_key != self._key
        )  # fmt: skip
        header = replace(
            old,
            history=history,
            epoch=old.epoch if source.archived else old.epoch + 1,
            key_id=key_id(self._next_key, old.brain_id),
        )
        if not is_needed and not self._in_base(source):
            return False
        histories = self._write(source, header, payloads)
        for record, after in zip(records, histories, strict=False):
            self._histories[record.tail.seq, record.tail.history] = after
        if source.archived:
            written = intent.fingerprint(self._io, source.folder, source.name + _NEXT)
            self.archived[source.name] = written or ""
        else:
            self.live = source.header
        return True

    def _write(
        self, source: EpochFile, header: Header, payloads: list[tuple[int, bytes]]
    ) -> list[bytes]:
        io, means = self._io, self._means
        if not source.archived and self._erasure is not None:
            last_ms = self._last_time_ms(source)
            payloads = [
                *payloads,
                (TRANSACTION, self._witness(next_time_ms(self._now_ms(), last_ms))),
            ]
        epoch, chunks, size_bytes = self._base(source)
        staged = source.name + _NEXT
        try:
            header = replace(header, base_bytes=size_bytes)
            fd = io.open(source.folder, staged, write=True, create=True, exclusive=True)
            try:
                seals = compaction.write_file(io, fd, header, self._next_key, chunks, means.chance)
                log, histories = compaction.seal_log(seals, header, payloads, means.chance)
                io.pwrite(fd, log, header.log_offset)
                io.fsync(fd)
            finally:
                io.close(fd)
        finally:
            if epoch is not None:
                epoch.close()
        # What was written is read back and searched, not what was meant to be written.
        written = read_epoch_file(
            io, source.folder, staged, self._next_key, archived=source.archived
        )
        last = histories[-1] if histories else header.history
        if written.summary.rest_bytes or written.history != last:
            raise BrainDamaged(what="a file that was written anew does not read back")
        self._after += self._search(written)
        return histories

    def _base(self, source: EpochFile) -> tuple[Epoch | None, Iterator[bytes], int]:
        """Return the plain chunks of the base that a file's successor gets, and their length."""
        size_bytes = source.header.base_bytes
        if self._erasure is None or not source.has_base:
            return None, _chunks(source), size_bytes
        schema = self._means.schema
        epoch = Epoch(
            self._io, source.folder, source.name, self._key, schema, write=False, hint=None
        )
        try:
            # Derived tables repeat the texts, and an index keeps the words of deleted rows: they
            # are made anew, in the live file at once and in archived ones by whoever restores it.
            with epoch.transaction():
                derived.drop(epoch.db)
                delete_rows(epoch.db, self._erasure.rows)
                if not source.archived and epoch.is_latest:
                    derived.rebuild(epoch.db, schema)
            epoch.image.vacuum()
            snapshot = epoch.image.snapshot()
        except BaseException:
            epoch.close()
            raise
        return epoch, snapshot.chunks(epoch.base), snapshot.size_bytes

    def _in_base(self, source: EpochFile) -> bool:
        """Return whether the base of a file holds one of the rows that go."""
        if self._erasure is None or not source.has_base:
            return False
        epoch = Epoch(
            self._io, source.folder, source.name, self._key, self._means.schema, write=False,
            hint=None,
        )  # fmt: skip
        try:
            return delete_rows(epoch.db, self._erasure.rows) > 0
        finally:
            epoch.close()

    def _search(self, source: EpochFile) -> int:
        """Return how often the needles are found in all that a file holds in the clear."""
        found = 0
        if source.has_base:
            end = b""
            for chunk in _chunks(source):
                self._searched += len(chunk)
                found += self._needles.count(end + chunk) - self._needles.count(end)
                end = chunk[-min(CHUNK_BYTES, self._needles.longest) :]
        for record in source.records():
            self._searched += len(record.payload)
            found += self._needles.count_in_payload(record.type, record.payload)
        return found

    def _witness(self, time_ms: int) -> bytes:
        assert self._erasure is not None
        record_id = self._means.chance(RECORD_ID_BYTES).hex()
        rows = self._erasure.witnesses
        return Transaction(record_id, time_ms, rows).encode()

    def _last_time_ms(self, source: EpochFile) -> int:
        schema = self._means.schema
        epoch = Epoch(
            self._io, source.folder, source.name, self._key, schema, write=False, hint=None
        )
        try:
            epoch.read_on(self._io.size(epoch.fd))
            return epoch.replay.log_time_ms
        finally:
            epoch.close()

    def _now_ms(self) -> int:
        return self._means.clock.now_ms()


def _ensure_whole(lineage: Lineage) -> None:
    """Refuse to promise anything about files that cannot be read to their end."""
    for unreadable in lineage.unreadable:
        if isinstance(unreadable.error, BrainDamaged):
            raise BrainDamaged(what=f"{unreadable.name} cannot be read, so nothing was rewritten")
        if not isinstance(unreadable.error, KeyWrong):
            raise unreadable.error
    for source in lineage.files:
        if source.summary.rest_bytes and (source.archived or is_log_damaged(source)):
            raise BrainDamaged(what=f"the log of {source.name} cannot be read to its end")


def _chunks(source: EpochFile) -> Iterator[bytes]:
    with source.opened() as file:
        for index in range(file.base.chunks):
            yield file.base.chunk(index)
