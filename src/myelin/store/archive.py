"""The folder beside a brain: closed epochs, their catalogue, and torn ends of logs."""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager

from myelin.kernel.ids import Chance
from myelin.store.io import Io
from myelin.store.location import BrainFile
from myelin.store.log import Tail, holds_frames

_COPY_BYTES = 4 * 1024 * 1024
_QUARANTINE_BYTES = 64 * 1024
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.ENOSYS}


EPOCH_FILE = re.compile(r"e(\d{8})(?:-[0-9a-f]{8})?\.myl")
CATALOGUE = "catalogue"


def archive_name(place: BrainFile) -> str:
    """Return the name of a brain's archive folder."""
    return f"{place.name.removesuffix('.myl')}.archive"


def open_archive(io: Io, place: BrainFile, *, create: bool = False) -> int | None:
    """Return a descriptor of a brain's archive folder, or None if there is none.

    Raises:
        OSError: a link or something else has its name.
    """
    name = archive_name(place)
    is_new = io.identity(place.folder, name) is None
    if is_new and not create:
        return None
    archive = io.open_subfolder(place.folder, name, create=create)
    if is_new:
        io.fsync_folder(place.folder)
    return archive


def count_files(io: Io, place: BrainFile) -> int:
    """Return how many closed epochs lie in a brain's archive.

    Raises:
        OSError: the folder cannot be opened.
    """
    archive = open_archive(io, place)
    if archive is None:
        return 0
    try:
        return sum(EPOCH_FILE.fullmatch(name) is not None for name in io.names(archive))
    finally:
        io.close(archive)


class Archive:
    """Stores closed epochs, copies and torn log ends in the archive folder, still sealed."""

    def __init__(self, io: Io, place: BrainFile, chance: Chance) -> None:
        self._io = io
        self._place = place
        self._chance = chance

    def keep_epoch(self, fd: int, epoch: int) -> None:
        """Link the live file into the archive, before a new epoch replaces it."""
        name = f"e{epoch:08d}.myl"
        with self._opened() as archive:
            kept = self._io.identity(archive, name)
            if kept == self._io.identity_of(fd):
                return
            if kept is not None:
                # Another brain of this name, or another future of this one, keeps its own.
                name = f"e{epoch:08d}-{self._chance(4).hex()}.myl"
            try:
                self._io.link(self._place.folder, self._place.name, archive, name)
            except OSError as error:
                if error.errno not in _NO_LINKS:
                    raise
                self._copy(fd, archive, name)
            self._io.fsync_folder(archive)

    def keep_copy(self, fd: int, epoch: int) -> None:
        """Copy the live file into the archive, before it is migrated."""
        with self._opened() as archive:
            self._copy(fd, archive, f"e{epoch:08d}-{self._chance(4).hex()}.myl")
            self._io.fsync_folder(archive)

    def keep_damaged(self, fd: int) -> None:
        """Copy a live file with an unreadable header into the archive as `damaged-…`."""
        with self._opened() as archive:
            self._copy(fd, archive, f"damaged-{self._chance(4).hex()}.myl")
            self._io.fsync_folder(archive)

    def quarantine(self, rest: bytes, epoch: int, tail: Tail) -> None:
        """Save the end of a log before it is cut off, if it may hold more than one torn write."""
        if len(rest) <= _QUARANTINE_BYTES and not holds_frames(rest):
            return
        name = f"quarantine-e{epoch:08d}-s{tail.seq:012d}-{self._chance(4).hex()}"
        with self._opened() as archive:
            fd = self._io.open(archive, name, write=True, create=True, exclusive=True)
            try:
                self._io.pwrite(fd, rest, 0)
                self._io.fsync(fd)
            finally:
                self._io.close(fd)
            self._io.fsync_folder(archive)

    def _copy(self, fd: int, archive: int, name: str) -> None:
        part = name + ".part"
        self._io.unlink(archive, part)
        copy = self._io.open(archive, part, write=True, create=True, exclusive=True)
        try:
            for offset in range(0, self._io.size(fd), _COPY_BYTES):
                self._io.pwrite(copy, self._io.pread(fd, _COPY_BYTES, offset), offset)
            self._io.fsync(copy)
        finally:
            self._io.close(copy)
        self._io.rename(archive, part, name)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        archive = open_archive(self._io, self._place, create=True)
        assert archive is not None
        try:
            yield archive
        finally:
            self._io.close(archive)
