"""Staging: write the successor of each file beside it, without some rows or under another key.

Base and log are read, changed, sealed and read back in pieces of a few megabytes, so the memory
that this needs does not grow with the file.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from myelin.contract.errors import BrainDamaged
from myelin.crypto.seal import CHUNK_BYTES, NONCE_BYTES
from myelin.kernel.ids import Chance
from myelin.store import compaction, derived, intent
from myelin.store.epoch import Epoch
from myelin.store.epoch_file import EpochFile, read_epoch_file
from myelin.store.format import Header, Seals, key_id, next_history, seal_frame
from myelin.store.image import PAGE_BYTES, Base
from myelin.store.io import Io
from myelin.store.log import Record, Tail, first_tail, read_records, stream_records
from myelin.store.needles import Needles
from myelin.store.place import Means
from myelin.store.redaction import Redaction, Rows, delete_rows
from myelin.store.schema import Change
from myelin.store.scrubbing import Scrubber

_STEP = "Rewriting files"
_WRITE_BYTES = 4 * 1024 * 1024
_PAGES_A_CHUNK = CHUNK_BYTES // PAGE_BYTES

Chunks = Callable[[], Iterator[bytes]]
Place = tuple[int, bytes]
"""A record's number and the running hash after it."""


@dataclass(slots=True)
class Counts:
    """The work of one run over all files."""

    rewritten: int = 0
    searched_bytes: int = 0
    found_before: int = 0
    found_after: int = 0


@dataclass(frozen=True, slots=True)
class Removal:
    """What is removed, in the form that each part of a file needs."""

    rows: Rows
    needles: Needles
    redaction: Redaction


class LogCopy:
    """Appends sealed records to a new file, a few megabytes at a time."""

    def __init__(self, io: Io, fd: int, seals: Seals, tail: Tail, chance: Chance) -> None:
        self.tail = tail
        self._io = io
        self._fd = fd
        self._seal = seals.log
        self._chance = chance
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._end = tail.offset

    def add(self, type: int, payload: bytes) -> None:
        """Append one record."""
        tail = self.tail
        frame = seal_frame(
            self._seal,
            seq=tail.seq + 1,
            type=type,
            payload=payload,
            nonce=self._chance(NONCE_BYTES),
            history=tail.history,
            back=0,  # All of a new file is durable before it gets its name.
        )
        self._held.append(frame)
        self._held_bytes += len(frame)
        seq = tail.seq + 1
        history = next_history(tail.history, seq, type, payload)
        self.tail = Tail(tail.offset + len(frame), seq, history, frame[-16:], seq)
        if self._held_bytes >= _WRITE_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        if self._held:
            self._io.pwrite(self._fd, b"".join(self._held), self._end)
            self._end = self.tail.offset
            self._held.clear()
            self._held_bytes = 0


class Stager:
    """Writes successors, oldest file first, so that running hashes lead from file to file."""

    def __init__(
        self,
        keys: tuple[bytes, bytes],
        means: Means,
        removal: Removal | None,
        wanted: Collection[Place],
    ) -> None:
        self.counts = Counts()
        self.archived: dict[str, str] = {}
        """Name of each archived file that has a successor, and the successor's fingerprint."""
        self.live: LiveCopy | None = None
        self._key, self._next_key = keys
        self._means = means
        self._io = means.io
        self._removal = removal
        self._wanted = frozenset(wanted)
        """The places at which other files begin."""
        self._done_bytes = 0
        self._total_bytes = 1
        self._histories: dict[Place, bytes] = {}
        """The running hash at such a place in the new history."""

    def stage_all(self, files: Sequence[EpochFile], boundary: Tail) -> None:
        """Write the successors of files, of the live one up to the boundary record."""
        # Each base is written and read back; what a removal concerns is searched first.
        passes = 2 if self._removal is None else 3
        self._total_bytes = max(1, sum(passes * file.header.base_bytes for file in files))
        done = 0
        for file in files:
            self._done_bytes = done
            self.stage(file, None if file.archived else boundary)
            done += passes * file.header.base_bytes
        self._means.progress(_STEP, 1, 1)

    def _advance(self, chunk: bytes) -> bytes:
        """Report that a chunk of a base was written or read, and return it."""
        self._done_bytes = min(self._done_bytes + len(chunk), self._total_bytes - 1)
        self._means.progress(_STEP, self._done_bytes, self._total_bytes)
        return chunk

    def stage(self, file: EpochFile, boundary: Tail | None = None) -> None:
        """Write the successor of a file if anything in it would differ.

        Of the live file the records up to `boundary` are written; `finish_live` adds the rest.

        Raises:
            BrainDamaged: the file or its successor cannot be read to the end.
        """
        end = file.summary.end if boundary is None else boundary
        old = file.header
        history = self._histories.get((old.base_seq, old.history), old.history)
        with self._base(file) as base:
            found, changed = base.found, base.changed
            if self._removal is not None:
                in_log, log_changed = self._look_through(file, end)
                found, changed = found + in_log, changed or log_changed
            self.counts.found_before += found
            is_needed = (
                changed or found or not file.archived or history != old.history
                or self._next_key != self._key
            )  # fmt: skip
            if not is_needed:
                for record in self._records(file, end):
                    self._note(record, record.tail.history)
                return
            header = replace(
                old,
                history=history,
                epoch=old.epoch if file.archived else old.epoch + 1,
                key_id=key_id(self._next_key, old.brain_id),
                base_bytes=base.size_bytes,
            )
            seals, tail = self._write(file, header, base.chunks, end)
        self._read_back(file, tail)
        self.counts.rewritten += 1
        if file.archived:
            made = intent.fingerprint(self._io, file.folder, file.name + intent.NEXT)
            self.archived[file.name] = made or ""
        else:
            self.live = LiveCopy(file, header, seals, end, tail)

    def finish_live(self, epoch: Epoch, last: Sequence[tuple[int, bytes]]) -> Tail:
        """Add the records written since the pin and some more; the caller holds the brain's lock.

        Raises:
            BrainDamaged: the records do not lead from the pin to the present.
        """
        live = self.live
        assert live is not None
        fd = self._io.open(live.file.folder, live.file.name + intent.NEXT, write=True)
        try:
            copy = LogCopy(self._io, fd, live.seals, live.tail, self._means.chance)
            for record in live.later_records(self._io, epoch):
                kind, payload = record.type, record.payload
                if self._removal is not None:
                    self.counts.found_before += self._removal.needles.count_in_record(payload)
                    kind, payload = self._removal.redaction.apply(kind, payload)
                copy.add(kind, payload)
            for kind, payload in last:
                copy.add(kind, payload)
            copy.flush()
            self._io.fsync(fd)
            size = copy.tail.offset - live.tail.offset
            data = self._io.pread(fd, size, live.tail.offset)
            at = live.tail
            for record in read_records(data, live.seals.log, live.tail):
                self._search_record(record)
                at = record.tail
            if at.history != copy.tail.history:
                raise _not_read_back()
            return copy.tail
        finally:
            self._io.close(fd)

    def _write(
        self, file: EpochFile, header: Header, chunks: Chunks, end: Tail
    ) -> tuple[Seals, Tail]:
        io, chance = self._io, self._means.chance
        staged = file.name + intent.NEXT
        fd = io.open(file.folder, staged, write=True, create=True, exclusive=True)
        try:
            advancing = map(self._advance, chunks())
            seals = compaction.write_file(io, fd, header, self._next_key, advancing, chance)
            copy = LogCopy(io, fd, seals, first_tail(header), chance)
            for record in self._records(file, end):
                kind, payload = record.type, record.payload
                if self._removal is not None:
                    kind, payload = self._removal.redaction.apply(kind, payload)
                copy.add(kind, payload)
                self._note(record, copy.tail.history)
            copy.flush()
            io.fsync(fd)
        finally:
            io.close(fd)
        return seals, copy.tail

    def _read_back(self, file: EpochFile, tail: Tail) -> None:
        """Read and search what was written, not what was meant to be written."""
        written = read_epoch_file(
            self._io, file.folder, file.name + intent.NEXT, self._next_key, archived=file.archived
        )
        if written.summary.rest_bytes or written.history != tail.history:
            raise _not_read_back()
        with written.opened() as opened:
            overlap = b""
            for index in range(opened.base.chunks):
                overlap = self._search(self._advance(opened.base.chunk(index)), overlap)
        if self._removal is not None:
            for record in written.records():
                self._search_record(record)

    def _search_record(self, record: Record) -> None:
        self.counts.searched_bytes += len(record.payload)
        if self._removal is not None:
            self.counts.found_after += self._removal.needles.count_in_record(record.payload)

    def _search(self, data: bytes, overlap: bytes) -> bytes:
        """Count needles in a written chunk; return the end that the next one is joined with."""
        self.counts.searched_bytes += len(data)
        if self._removal is None:
            return b""
        needles = self._removal.needles
        self.counts.found_after += needles.count(overlap + data)
        return data[len(data) - needles.longest :] if needles.longest else b""

    def _look_through(self, file: EpochFile, end: Tail) -> tuple[int, bool]:
        """Return how often needles are found in a log, and whether a record would change."""
        assert self._removal is not None
        found, changed = 0, False
        for record in self._records(file, end):
            self.counts.searched_bytes += len(record.payload)
            found += self._removal.needles.count_in_record(record.payload)
            if not changed:
                _, payload = self._removal.redaction.apply(record.type, record.payload)
                changed = payload is not record.payload
        return found, changed

    def _records(self, file: EpochFile, end: Tail) -> Iterator[Record]:
        tail = first_tail(file.header)
        with file.opened() as opened:
            for record in stream_records(self._io, opened.fd, opened.seals.log, tail, end.offset):
                tail = record.tail
                yield record
        if tail.history != end.history:
            raise BrainDamaged(what=f"the log of {file.name} cannot be read to its end")

    def _note(self, record: Record, history: bytes) -> None:
        place = (record.tail.seq, record.tail.history)
        if place in self._wanted:
            self._histories[place] = history

    @contextmanager
    def _base(self, file: EpochFile) -> Iterator["_Source"]:
        """Open the base of a file for the block, without the rows that go."""
        if self._removal is None or not file.has_base:
            yield _Source(lambda: _chunks_of(file), file.header.base_bytes, False, 0)
            return
        epoch = Epoch(
            self._io, file.folder, file.name, self._key, self._means.schema, write=False, hint=None
        )
        try:
            epoch.image.save_memory()
            found = self._search_base(epoch)
            gone = self._delete(epoch, was_found=found > 0)
            snapshot = epoch.image.snapshot()

            def chunks() -> Iterator[bytes]:
                scrubber = Scrubber(epoch.image.page)
                for number in range(1, snapshot.size_bytes // PAGE_BYTES + 1):
                    scrubber.look_at(number, epoch.image.page(number))
                for index, chunk in enumerate(snapshot.chunks(epoch.base)):
                    yield _cleared(scrubber, index * _PAGES_A_CHUNK + 1, chunk)

            yield _Source(chunks, snapshot.size_bytes, gone, found)
        finally:
            epoch.close()

    def _search_base(self, epoch: Epoch) -> int:
        """Return the number of needles in a base."""
        assert self._removal is not None
        needles, found, overlap = self._removal.needles, 0, b""
        for index in range(epoch.base.chunks):
            chunk = self._advance(epoch.base.chunk(index))
            self.counts.searched_bytes += len(chunk)
            found += needles.count(overlap + chunk)
            overlap = chunk[len(chunk) - needles.longest :] if needles.longest else b""
        return found

    def _delete(self, epoch: Epoch, *, was_found: bool) -> bool:
        """Delete the rows and all that indexes hold of them; return whether there were any."""
        assert self._removal is not None
        with epoch.transaction():
            gone = delete_rows(epoch.db, self._removal.rows)
            # A row that was deleted before left its terms in an index that was not merged since.
            if (gone or was_found) and epoch.replay.derives:
                changes = [Change(table, row_id, True) for table, row_id in sorted(gone)]
                derived.forget(epoch.db, self._means.schema, changes)
        return bool(gone)


@dataclass(frozen=True, slots=True)
class _Source:
    """The base that a successor gets."""

    chunks: Chunks
    size_bytes: int
    changed: bool
    found: int
    """The number of needles in the old base."""


@dataclass(frozen=True, slots=True)
class LiveCopy:
    """The successor of the live file, complete up to the boundary record."""

    file: EpochFile
    header: Header
    seals: Seals
    boundary: Tail
    tail: Tail
    """Where the copy ends."""

    def later_records(self, io: Io, epoch: Epoch) -> list[Record]:
        """Return the records that were written since the pin; `epoch` is the present live file.

        Raises:
            BrainDamaged: they do not lead from the pin to the present.
        """
        if epoch.header != self.file.header or epoch.tail.seq < self.boundary.seq:
            raise BrainDamaged(what="its file was replaced while it was rewritten")
        data = io.pread(epoch.fd, epoch.tail.offset - self.boundary.offset, self.boundary.offset)
        records = list(read_records(data, epoch.seals.log, self.boundary))
        last = records[-1].tail if records else self.boundary
        if last.history != epoch.tail.history:
            raise BrainDamaged(what="its log changed while it was rewritten")
        return records


def _cleared(scrubber: Scrubber, number: int, chunk: bytes) -> bytes:
    pages, changed = [], False
    for place, start in enumerate(range(0, len(chunk), PAGE_BYTES)):
        page = chunk[start : start + PAGE_BYTES]
        cleared = scrubber.clear(number + place, page)
        changed |= cleared is not page
        pages.append(cleared)
    return b"".join(pages) if changed else chunk


def _chunks_of(file: EpochFile) -> Iterator[bytes]:
    with file.opened() as opened:
        base: Base = opened.base
        for index in range(base.chunks):
            yield base.chunk(index)


def _not_read_back() -> BrainDamaged:
    return BrainDamaged(what="a file that was rewritten does not read back")
