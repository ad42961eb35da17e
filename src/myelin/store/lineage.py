"""The files in which a brain's history lies: the live one and those of the archive, in order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from myelin.contract.errors import BrainDamaged, FormatTooNew, KeyWrong, PathRefused
from myelin.kernel.errors import MyelinError
from myelin.store.archive import archive_name
from myelin.store.format import BASE_OFFSET, LOG_ONLY, Header, Seals, open_header
from myelin.store.io import Io
from myelin.store.log import Record, first_tail, read_records
from myelin.store.place import Place, ensure_safe

EPOCH_FILE = re.compile(r"e\d{8}(?:-[0-9a-f]{8})?\.myl")


@dataclass(slots=True)
class Source:
    """One file of a history, open for reading, and how far its log can be followed."""

    io: Io
    folder: int
    name: str
    archived: bool
    fd: int
    header: Header
    seals: Seals
    histories: list[bytes] = field(default_factory=list)
    """The running hash after `base_seq` and after each record that can be read."""
    rest: bytes = b""
    """What follows the last of them: nothing, a torn end, or damage."""

    @property
    def has_base(self) -> bool:
        """Return whether the file opens by itself; a thinned one holds records alone."""
        return not self.header.features & LOG_ONLY

    @property
    def last_seq(self) -> int:
        """Return the last record that the file leads to."""
        return self.header.base_seq + len(self.histories) - 1

    def history_at(self, seq: int) -> bytes | None:
        """Return the running hash after a record, or None if the file does not lead there."""
        at = seq - self.header.base_seq
        return self.histories[at] if 0 <= at < len(self.histories) else None

    def records(self) -> Iterator[Record]:
        """Yield the records of the log, in order."""
        return read_records(self.log(), self.seals.log, first_tail(self.header))

    def log(self) -> bytes:
        """Return the sealed bytes behind the base."""
        start = self.header.log_offset
        return self.io.pread(self.fd, max(0, self.io.size(self.fd) - start), start)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file beside the brain that does not open, and the error that says why."""

    name: str
    archived: bool
    error: MyelinError


class Lineage:
    """Every file of one brain: those that led to the present one, and those of other futures."""

    def __init__(self, io: Io, place: Place, key: bytes) -> None:
        self._io = io
        self._place = place
        self._key = key
        self.archive: int | None = None
        self.sources: list[Source] = []
        self.unreadable: list[Unreadable] = []
        try:
            self._open_all()
        except BaseException:
            self.close()
            raise
        live = [source for source in self.sources if not source.archived]
        self.chain = _chain(self.sources, live[0] if live else None)
        """The files that follow on each other, the oldest first."""

    def records(self) -> Iterator[Record]:
        """Yield the records that led to the present, each once, the oldest first."""
        seq = -1
        for at, source in enumerate(self.chain):
            end = source.last_seq
            if self.is_linked(at + 1):
                end = self.chain[at + 1].header.base_seq
            for record in source.records():
                if seq < record.tail.seq <= end:
                    seq = record.tail.seq
                    yield record

    def is_linked(self, at: int) -> bool:
        """Return whether a file of the chain begins where the one before it can be followed to."""
        if not 0 < at < len(self.chain):
            return False
        header = self.chain[at].header
        return self.chain[at - 1].history_at(header.base_seq) == header.history

    def close(self) -> None:
        """Close every file."""
        for source in self.sources:
            self._io.close(source.fd)
        self.sources = []
        if self.archive is not None:
            self._io.close(self.archive)
            self.archive = None

    def _open_all(self) -> None:
        place = self._place
        self._add(place.folder, place.name, archived=False)
        folder_name = archive_name(place)
        if self._io.identity(place.folder, folder_name) is None:
            return
        self.archive = self._io.open_folder(str(place.folder_path / folder_name))
        for name in self._io.names(self.archive):
            if EPOCH_FILE.fullmatch(name):
                self._add(self.archive, name, archived=True)

    def _add(self, folder: int, name: str, *, archived: bool) -> None:
        try:
            source = open_source(self._io, folder, name, self._key, archived=archived)
        except FileNotFoundError:
            return
        except (BrainDamaged, FormatTooNew, KeyWrong, PathRefused) as error:
            self.unreadable.append(Unreadable(name, archived, error))
        except OSError as error:
            if not archived:
                raise
            damaged = BrainDamaged(what="the disk cannot read it")
            damaged.__cause__ = error
            self.unreadable.append(Unreadable(name, archived, damaged))
        else:
            self.sources.append(source)


def open_source(io: Io, folder: int, name: str, key: bytes, *, archived: bool) -> Source:
    """Return one file with its log read; the caller closes its descriptor.

    Raises:
        BrainDamaged, FormatTooNew, KeyWrong, PathRefused: it does not open.
        FileNotFoundError: there is no such file.
    """
    fd = io.open(folder, name)
    try:
        ensure_safe(io, fd, folder=False)
        header, seals = open_header(io.pread(fd, BASE_OFFSET, 0), key)
        source = Source(io, folder, name, archived, fd, header, seals, [header.history])
        data = source.log()
        read = 0
        for record in read_records(data, seals.log, first_tail(header)):
            source.histories.append(record.tail.history)
            read = record.tail.offset - header.log_offset
        source.rest = data[read:]
        return source
    except BaseException:
        io.close(fd)
        raise


def _chain(sources: Sequence[Source], live: Source | None) -> list[Source]:
    """Return the files that led to the live one, oldest first.

    A file of the same brain that the next one does not begin from belongs to another future (a
    restore came between), unless nothing better is there: then its end was lost, and it is still
    the nearest thing to what came before.
    """
    if live is None:
        if not sources:
            return []
        live = max(sources, key=lambda source: (source.header.epoch, source.last_seq))
    chain = [live]
    while True:
        head = chain[-1].header
        earlier = [
            source
            for source in sources
            if source.header.brain_id == head.brain_id
            and source.header.epoch < head.epoch
            and source.header.base_seq <= head.base_seq
        ]
        linked = [one for one in earlier if one.history_at(head.base_seq) == head.history]
        if not earlier:
            return chain[::-1]
        chain.append(max(linked or earlier, key=lambda one: (one.header.epoch, one.last_seq)))
