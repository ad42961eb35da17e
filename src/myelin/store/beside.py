"""Small sealed files beside a brain, and asking which key its file was sealed with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.store import intent
from myelin.store.failures import disk_errors
from myelin.store.format import HEADER_BYTES, key_id, parse_header
from myelin.store.io import Io, system_io
from myelin.store.place import Means, Place, open_place
from myelin.store.rewriting import Rewriter
from myelin.store.schema import Schema


def seal_beside(path: Path, suffix: str, plain: bytes, key: bytes, *, chance: Chance) -> None:
    """Keep a few bytes beside a brain, sealed with a key; durable when this returns.

    Raises:
        StorageFull, StorageReadOnly, StorageFailed: nothing was kept.
    """
    io = system_io()
    with _opened(io, path) as place:
        intent.write(io, place.folder, place.name + suffix, plain, key, chance)


def open_beside(path: Path, suffix: str, key: bytes) -> bytes | None:
    """Return what is kept beside a brain under that suffix, or None if nothing is.

    Raises:
        BrainDamaged: it was sealed with another key, or is not whole.
    """
    io = system_io()
    with _opened(io, path) as place:
        return intent.read(io, place.folder, place.name + suffix, key)


def remove_beside(path: Path, suffix: str) -> None:
    """Remove what is kept beside a brain under that suffix; nothing there is no error."""
    io = system_io()
    with _opened(io, path) as place:
        io.unlink(place.folder, place.name + suffix)
        io.fsync_folder(place.folder)


def is_sealed_with(path: Path, key: bytes) -> bool:
    """Return whether a brain's file says that it was sealed with this key.

    Raises:
        BrainUnknown: there is no such folder.
        BrainDamaged, FormatTooNew: it is no file of a format that this program reads.
    """
    io = system_io()
    with _opened(io, path) as place:
        fd = io.open(place.folder, place.name)
        try:
            header = parse_header(io.pread(fd, HEADER_BYTES, 0))
        finally:
            io.close(fd)
    return header.key_id == key_id(key, header.brain_id)


def settle(path: Path, key: bytes, *, schema: Schema, clock: Clock, chance: Chance) -> None:
    """Finish what a killed purge or rotation had decided; nothing to finish is no error.

    Raises:
        BrainBusy: another process held the brain all the time.
        BrainDamaged: what is to be finished was sealed with another key.
    """
    io = system_io()
    with _opened(io, path) as place:
        Rewriter(place, key, Means(io, schema, clock, chance, 5.0)).settle()


@contextmanager
def _opened(io: Io, path: Path) -> Iterator[Place]:
    with disk_errors():
        place = open_place(io, path, create=False)
        try:
            yield place
        finally:
            io.close(place.folder)
