"""What upkeep asks of a brain's folder without opening the brain: notes, keys and locks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from myelin.contract.errors import BrainBusy
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.store import note
from myelin.store.failures import disk_errors
from myelin.store.format import HEADER_BYTES, Header, key_id, parse_header
from myelin.store.intent import fingerprint
from myelin.store.io import Io, system_io
from myelin.store.location import BrainFile, Services, open_location, unknown_brain
from myelin.store.lock import FileLock
from myelin.store.rewriting import Rewriter
from myelin.store.schema import Schema

LOCKS = (".lock", ".clock")
"""The suffixes of a brain's lock files."""

NEXT_ROOT = ".key"
"""The suffix of the note that holds the next root during a rotation."""


def keep_next_root(path: Path, next_root: bytes, key: bytes, *, chance: Chance) -> None:
    """Write the next root beside a brain, sealed with the present key; durable on return.

    Raises:
        BrainUnknown, BrainDamaged, FormatTooNew: the brain's file cannot be read.
        StorageFull, StorageReadOnly, StorageFailed: nothing was written.
    """
    io = system_io()
    with _opened(io, path) as place:
        note.write(
            io, place.folder, place.name + NEXT_ROOT, next_root,
            purpose="next root", header=_header(io, place), keys=[key], chance=chance,
        )  # fmt: skip


def next_root(path: Path, key: bytes) -> bytes | None:
    """Return the next root that waits beside a brain, or None if there is none for its state.

    Raises:
        BrainDamaged: the note was sealed with another key, or is not whole.
    """
    io = system_io()
    with _opened(io, path) as place:
        found = note.read(io, place.folder, place.name + NEXT_ROOT, key, purpose="next root")
        if found is None:
            return None
        if found.brain_id is not None and found.epoch is not None:
            live = _header(io, place)
            if found.brain_id != live.brain_id or found.epoch > live.epoch:
                return None
        return found.plain


def forget_next_root(path: Path) -> None:
    """Remove the next root from beside a brain; the caller holds the maintenance lock."""
    io = system_io()
    with _opened(io, path) as place:
        io.unlink(place.folder, place.name + NEXT_ROOT)
        io.fsync_folder(place.folder)


def is_sealed_with(path: Path, key: bytes) -> bool:
    """Return whether the header of a brain's file names this key.

    Raises:
        BrainUnknown: there is no such folder.
        BrainDamaged, FormatTooNew: the file has no format that this program reads.
    """
    io = system_io()
    with _opened(io, path) as place:
        header = _header(io, place)
    return header.key_id == key_id(key, header.brain_id)


@dataclass(frozen=True, slots=True)
class Seen:
    """A brain's file as it looks without its key."""

    fingerprint: str
    """Changes if another file takes its place."""
    epoch: int
    seq: int
    """The last record that is folded into its base."""
    time_ms: int
    """The time of that record."""


def look_at(path: Path) -> Seen:
    """Return what the header of a brain's file says, for a question to a person.

    Raises:
        BrainUnknown: there is no such file.
        BrainDamaged, FormatTooNew: the file has no format that this program reads.
    """
    io = system_io()
    with _opened(io, path) as place:
        found = fingerprint(io, place.folder, place.name)
        if found is None:
            raise unknown_brain(place.name)
        header = _header(io, place)
    return Seen(found, header.epoch, header.base_seq, header.log_time_ms)


@contextmanager
def maintenance(path: Path, *, clock: Clock, wait_s: float) -> Iterator[bool]:
    """Try to hold a brain's maintenance lock for the block; yield whether it is held.

    Compaction, restore, purge and rotation hold it, so none of them is at work meanwhile.
    """
    io = system_io()
    with _opened(io, path) as place:
        lock = FileLock(io, place.folder, place.name + ".clock", clock)
        try:
            try:
                lock.acquire(wait_s)
            except BrainBusy:
                yield False
            else:
                yield True
        finally:
            lock.close()


def settle(path: Path, key: bytes, *, schema: Schema, clock: Clock, chance: Chance) -> None:
    """Finish a purge or rotation that was decided and then interrupted.

    Raises:
        BrainBusy: another process held the brain all the time.
        BrainDamaged: the intent was sealed with another key, or belongs to another state.
    """
    io = system_io()
    with _opened(io, path) as place:
        Rewriter(place, key, Services(io, schema, clock, chance, 5.0)).settle()


def _header(io: Io, place: BrainFile) -> Header:
    fd = io.open(place.folder, place.name)
    try:
        return parse_header(io.pread(fd, HEADER_BYTES, 0))
    finally:
        io.close(fd)


@contextmanager
def _opened(io: Io, path: Path) -> Iterator[BrainFile]:
    with disk_errors():
        place = open_location(io, path, create=False)
        try:
            yield place
        finally:
            io.close(place.folder)
