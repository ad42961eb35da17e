"""The files that hold a brain's history, in order: the live one and those of the archive."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from myelin.contract.errors import BrainDamaged, FormatTooNew, KeyWrong, PathRefused
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance
from myelin.store import catalogue
from myelin.store.archive import EPOCH_FILE, open_archive
from myelin.store.catalogue import Catalogue
from myelin.store.epoch_file import EpochFile, read_epoch_file
from myelin.store.failures import storage_error
from myelin.store.format import Header
from myelin.store.io import Fingerprint, Io
from myelin.store.location import BrainFile
from myelin.store.log import Record

FEW_FILES = 8
"""Up to this number of files, reading them is as fast as reading a catalogue."""

ARCHIVE_FOLDER = "the archive folder"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file of the brain that could not be read, and the error."""

    name: str
    archived: bool
    error: MyelinError

    @property
    def is_damaged(self) -> bool:
        """Return whether the file is damaged; if not, a later attempt may succeed."""
        return isinstance(self.error, BrainDamaged)


class Lineage:
    """Every file of one brain: those that led to the present one, and those of other futures.

    The catalogue answers for archived files that did not change since; `use_catalogue=False` reads
    every file to its end. At most one file is open at a time.
    """

    def __init__(self, io: Io, place: BrainFile, key: bytes, *, use_catalogue: bool = True) -> None:
        self.io = io
        self.key = key
        self._place = place
        self._use_catalogue = use_catalogue
        self.archive: int | None = None
        self.files: list[EpochFile] = []
        self.unreadable: list[Unreadable] = []
        self.catalogue = Catalogue()
        """The entries of all archived files that open."""
        self.saved = Catalogue()
        self.holds_damaged_files = False
        """Whether the archive holds files that were set aside."""
        try:
            self._open_all()
            self.live = next((file for file in self.files if not file.archived), None)
            self.chain: list[EpochFile] = []
            """The files that follow on each other, the oldest first."""
            self.order()
        except BaseException:
            self.close()
            raise

    @property
    def brain_id(self) -> bytes | None:
        """Return the id of the brain that the files belong to, or None if no file opens."""
        return self.chain[-1].header.brain_id if self.chain else None

    def records(self) -> Iterator[Record]:
        """Yield the records that led to the present, each once, the oldest first."""
        for at in range(len(self.chain)):
            yield from self.records_of(at)

    def records_of(self, at: int) -> Iterator[Record]:
        """Yield those records of a file of the chain that no file before it holds."""
        first, last = self.range_of(at)
        for record in self.chain[at].records():
            if first < record.tail.seq <= last:
                yield record

    def range_of(self, at: int) -> tuple[int, int]:
        """Return the record after which a file of the chain counts, and the last that counts."""
        file = self.chain[at]
        first = file.header.base_seq
        if at and not self.is_linked(at):
            first = max(first, self.chain[at - 1].last_seq)
        if self.is_linked(at + 1):
            return first, self.chain[at + 1].header.base_seq
        return first, file.last_seq

    def is_linked(self, at: int) -> bool:
        """Return whether a file of the chain begins where the one before it can be followed to."""
        return 0 < at < len(self.chain) and self._linked[at]

    def save_catalogue(self, chance: Chance) -> None:
        """Save the catalogue if it changed and is worth it. The caller holds the lock of
        compactions.

        Raises:
            OSError: the old one is still there.
        """
        now, before = self.catalogue, self.saved
        if self.archive is None or self.brain_id is None:
            return
        if len(now.files) <= FEW_FILES and now.merge is None:
            return
        if (now.files, now.previous, now.merge) != (before.files, before.previous, before.merge):
            catalogue.save(self.io, self.archive, self.brain_id, self.key, now, chance)
            self.saved = Catalogue(dict(now.files), dict(now.previous), now.merge)

    def archived(self, name: str) -> EpochFile | None:
        """Return the archived file of a name, or None if there is none that opens."""
        entry = self.catalogue.files.get(name)
        return None if entry is None else entry[1]

    def add_archived(self, name: str) -> None:
        """Take a new file of the archive in; `order` puts it into the chain."""
        assert self.archive is not None
        fingerprint = self.io.fingerprint(self.archive, name)
        self._add(self.archive, name, archived=True, fingerprint=fingerprint)

    def remove_archived(self, name: str) -> None:
        """Forget a file of the archive that was removed; `order` takes it out of the chain."""
        _, file = self.catalogue.files.pop(name)
        self.catalogue.previous.pop(name, None)
        self.files.remove(file)

    def order(self) -> None:
        """Find the chain of the files that are there now."""
        self.chain, self._linked = self._chain()

    def close(self) -> None:
        """Close the archive folder."""
        if self.archive is not None:
            self.io.close(self.archive)
            self.archive = None

    def _open_all(self) -> None:
        place = self._place
        self._add(place.folder, place.name, archived=False)
        try:
            self.archive = open_archive(self.io, place)
        except OSError as error:
            self.unreadable.append(Unreadable(ARCHIVE_FOLDER, True, storage_error(error)))
        if self.archive is None:
            return
        names = self.io.names(self.archive)
        self.holds_damaged_files = any(name.startswith("damaged-") for name in names)
        names = [name for name in names if EPOCH_FILE.fullmatch(name)]
        if self._use_catalogue and self.files:
            brain_id = self.files[0].header.brain_id
            with suppress(OSError):
                self.saved = catalogue.load(self.io, self.archive, brain_id, self.key)
        self.catalogue.merge = self.saved.merge
        for name in names:
            fingerprint = self.io.fingerprint(self.archive, name)
            if fingerprint is None:
                continue
            known = self.saved.known(name, fingerprint)
            if known is None:
                self._add(self.archive, name, archived=True, fingerprint=fingerprint)
            else:
                known.folder = self.archive
                self.files.append(known)
                self.catalogue.files[name] = (fingerprint, known)

    def _add(
        self,
        folder: int,
        name: str,
        *,
        archived: bool,
        fingerprint: Fingerprint | None = None,
    ) -> None:
        try:
            file = read_epoch_file(self.io, folder, name, self.key, archived=archived)
        except FileNotFoundError:
            return
        except (BrainDamaged, FormatTooNew, KeyWrong, PathRefused) as error:
            self.unreadable.append(Unreadable(name, archived, error))
        except OSError as error:
            if not archived:
                raise
            # What cannot be read now is not damaged; whoever answers says that it was left out.
            self.unreadable.append(Unreadable(name, archived, storage_error(error)))
        else:
            self.files.append(file)
            if fingerprint is not None:
                self.catalogue.files[name] = (fingerprint, file)

    def _chain(self) -> tuple[list[EpochFile], list[bool]]:
        """Return the files that led to the live one, oldest first, and which of them are linked.

        A file of the same brain that the next one does not begin from belongs to another future (a
        restore came between), unless nothing better is there: then its end was lost, and it is
        still the nearest thing to what came before.
        """
        if not self.files:
            return [], []
        newest = self.live or max(self.files, key=lambda one: (one.header.epoch, one.last_seq))
        chain, linked = [newest], list[bool]()
        ends: dict[tuple[int, bytes], list[EpochFile]] = {}
        epochs: dict[int, list[EpochFile]] = {}
        for file in self.files:
            ends.setdefault((file.last_seq, file.history), []).append(file)
            epochs.setdefault(file.header.epoch, []).append(file)
        while True:
            before, is_linked = self._before(chain[-1], ends, epochs)
            if before is None:
                linked.append(False)
                return chain[::-1], linked[::-1]
            linked.append(is_linked)
            if is_linked and chain[-1].archived:
                self.catalogue.previous[chain[-1].name] = before.name
            chain.append(before)

    def _before(
        self,
        file: EpochFile,
        ends: dict[tuple[int, bytes], list[EpochFile]],
        epochs: dict[int, list[EpochFile]],
    ) -> tuple[EpochFile | None, bool]:
        head = file.header
        exact = _earlier(ends.get((head.base_seq, head.history), ()), head)
        if exact:
            return max(exact, key=_rank), True
        known = self.saved.previous.get(file.name) if file.archived else None
        if self.saved.merge is not None and known in self.saved.merge.replaced:
            # The files before it may be gone already; the merged one leads here too.
            known = None
        if known in self.catalogue.files and file.name in self.saved.files:
            entry, before = self.catalogue.files[known], self.saved.files.get(known)
            unchanged = self.catalogue.files[file.name] == self.saved.files[file.name]
            if unchanged and entry == before:
                return entry[1], True
        # Writes that came during a compaction are in both files. Mostly the one before is it.
        nearest = _earlier(epochs.get(head.epoch - 1, ()), head)
        for one in sorted(nearest, key=_rank, reverse=True):
            if self._leads_to(one, head):
                return one, True
        earlier = _earlier(self.files, head)
        for one in sorted(earlier, key=_rank, reverse=True):
            if self._leads_to(one, head):
                return one, True
        return (max(earlier, key=_rank), False) if earlier else (None, False)

    def _leads_to(self, file: EpochFile, head: Header) -> bool:
        if file.last_seq < head.base_seq:
            return False
        try:
            return file.history_at(head.base_seq) == head.history
        except BrainDamaged as error:
            self.unreadable.append(Unreadable(file.name, file.archived, error))
        except OSError as error:
            self.unreadable.append(Unreadable(file.name, file.archived, storage_error(error)))
        return False


def _earlier(files: Sequence[EpochFile], head: Header) -> list[EpochFile]:
    return [
        file
        for file in files
        if file.header.brain_id == head.brain_id
        and file.header.epoch < head.epoch
        and file.header.base_seq <= head.base_seq
    ]


def _rank(file: EpochFile) -> tuple[int, int, int]:
    """Return the sort key of candidates: later epochs first, then longer files."""
    return file.header.epoch, file.last_seq, -file.header.base_seq
