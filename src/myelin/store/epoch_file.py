"""One file of a brain's history: what it holds is known, and it is opened only while it is read."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from myelin.contract.errors import BrainDamaged
from myelin.store.events import Event, event_of, time_of
from myelin.store.format import BASE_OFFSET, LOG_ONLY, SNAPSHOT, TOUCH, Header, Seals, open_header
from myelin.store.image import Base
from myelin.store.io import Io
from myelin.store.location import ensure_safe
from myelin.store.log import Record, Tail, first_tail, proves_damage, stream_records


@dataclass(frozen=True, slots=True)
class LogSummary:
    """The log of one file as the catalogue keeps it."""

    end: Tail
    """Where the last whole record ends."""
    rest_bytes: int
    """How many bytes follow it: none, a torn end, or damage."""
    states: int = 0
    """Records after which a state can be restored: all but touches."""
    earliest_ms: int | None = None
    latest_ms: int | None = None
    steps_back_ms: int = 0
    """How far the time of a record lay behind that of an earlier one in the file, at most (ms)."""
    snapshots: tuple[Event, ...] = ()
    last_state: Event | None = None
    """The last event that is a restore point, without its rows."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file of the history while it is open for reading."""

    fd: int
    seals: Seals
    base: Base


@dataclass(slots=True)
class EpochFile:
    """One file of a history. No descriptor is held between reads."""

    io: Io
    folder: int
    name: str
    archived: bool
    header: Header
    summary: LogSummary
    key: bytes = field(repr=False)
    _histories: list[bytes] | None = field(default=None, repr=False)

    @property
    def has_base(self) -> bool:
        """Return whether the file opens by itself; a thinned one holds records alone."""
        return not self.header.features & LOG_ONLY

    @property
    def last_seq(self) -> int:
        """Return the last record that the file leads to."""
        return self.summary.end.seq

    @property
    def log_bytes(self) -> int:
        """Return the length of the readable log."""
        return self.summary.end.offset - self.header.log_offset

    @property
    def history(self) -> bytes:
        """Return the running hash after the last record."""
        return self.summary.end.history

    @contextmanager
    def opened(self) -> Iterator[OpenedFile]:
        """Open the file for the block.

        Raises:
            OSError: it cannot be opened or read now.
            BrainDamaged: another file has its name.
        """
        fd = self.io.open(self.folder, self.name)
        try:
            ensure_safe(self.io, fd, folder=False)
            header, seals = open_header(self.io.pread(fd, BASE_OFFSET, 0), self.key)
            if header != self.header:
                raise BrainDamaged(what=f"{self.name} changed while it was read")
            yield OpenedFile(fd, seals, Base(self.io, fd, header, seals.base))
        finally:
            self.io.close(fd)

    def records(self) -> Iterator[Record]:
        """Yield the records of the log, in order; the file is open until the last one.

        Raises:
            OSError: it cannot be opened or read now.
            BrainDamaged: fewer records can be read than before.
        """
        end = self.summary.end
        tail = first_tail(self.header)
        with self.opened() as file:
            for record in stream_records(self.io, file.fd, file.seals.log, tail, end.offset):
                tail = record.tail
                yield record
        if tail.history != end.history:
            raise BrainDamaged(what=f"{self.name} cannot be read beyond record {tail.seq}")

    def history_at(self, seq: int) -> bytes | None:
        """Return the running hash after a record, or None if the file does not lead there."""
        if seq == self.last_seq:
            return self.history
        if seq == self.header.base_seq:
            return self.header.history
        if not self.header.base_seq < seq < self.last_seq:
            return None
        if self._histories is None:
            self._histories = [record.tail.history for record in self.records()]
        return self._histories[seq - self.header.base_seq - 1]


def is_log_damaged(file: EpochFile) -> bool:
    """Return whether what follows the last whole record proves that durable records are lost."""
    if not file.summary.rest_bytes:
        return False
    with file.opened() as opened:
        rest = file.io.pread(opened.fd, file.summary.rest_bytes, file.summary.end.offset)
        return proves_damage(rest, opened.seals.log, file.last_seq)


def read_epoch_file(io: Io, folder: int, name: str, key: bytes, *, archived: bool) -> EpochFile:
    """Return one file with its log read to the end.

    Raises:
        BrainDamaged, FormatTooNew, KeyWrong, PathRefused: it does not open.
        FileNotFoundError: there is no such file.
        OSError: it cannot be opened or read now.
    """
    fd = io.open(folder, name)
    try:
        ensure_safe(io, fd, folder=False)
        header, seals = open_header(io.pread(fd, BASE_OFFSET, 0), key)
        size = max(io.size(fd), header.log_offset)
        records = stream_records(io, fd, seals.log, first_tail(header), size)
        return EpochFile(io, folder, name, archived, header, _summary(header, records, size), key)
    finally:
        io.close(fd)


def _summary(header: Header, records: Iterator[Record], size_bytes: int) -> LogSummary:
    end, states, times = first_tail(header), 0, list[int]()
    highest_ms, steps_back_ms = header.log_time_ms, 0
    snapshots: list[Event] = []
    last: Event | None = None
    for record in records:
        end = record.tail
        with suppress(BrainDamaged):  # Whoever reads the record itself is told.
            time_ms = time_of(record)
            if time_ms is None:
                continue
            times.append(time_ms)
            if record.type == TOUCH:
                continue
            steps_back_ms = max(steps_back_ms, highest_ms - time_ms)
            highest_ms = max(highest_ms, time_ms)
            states += 1
            if record.type == SNAPSHOT:
                event = event_of(record)
                assert event is not None
                snapshots.append(event)
            last_record = record
    if states:
        event = event_of(last_record)
        assert event is not None
        last = Event(event.seq, event.time_ms, event.kind, event.label)
    return LogSummary(
        end,
        size_bytes - end.offset,
        states,
        min(times, default=None),
        max(times, default=None),
        steps_back_ms,
        tuple(snapshots),
        last,
    )
