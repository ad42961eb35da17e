"""The files of the brains that a server holds: live ones, and immutable blobs beside them.

Each brain has the folder `brains/<tenant>/<brain>/`, and every name in it is made from ids and
numbers alone. Folders have mode 0700 and files 0600; symbolic links are refused.
"""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from myelin.control.brains import ID
from myelin.kernel.io import Io
from myelin.kernel.machine import Machine
from myelin.store import disk_errors
from myelin.store.lock import FileLock

LIVE = "brain.myl"
"""The live file of a brain, to which server sessions append."""
FOLDER = "brains"
PIECE_BYTES = 1 << 20
LOCK_WAIT_S = 5.0
_KEPT = re.compile(r"brain\.myl|epoch-[0-9]{8,10}\.myl|snp_[0-9a-hjkmnp-tv-z]{12}\.myl", re.ASCII)
_TENANT = re.compile(r"ten_[0-9a-hjkmnp-tv-z]{12}", re.ASCII)


def epoch_name(epoch: int) -> str:
    """Return the name of the blob of a closed epoch."""
    return f"epoch-{epoch:08d}.myl"


def snapshot_name(snapshot: str) -> str:
    """Return the name of the blob of a snapshot."""
    return f"{snapshot}.myl"


def upload_name(upload: str) -> str:
    """Return the name of the file that collects the parts of an upload."""
    return f"{upload}.part"


def is_kept(name: str) -> bool:
    """Return whether a name is that of a live file or of an immutable blob."""
    return _KEPT.fullmatch(name) is not None


def is_place(place: str) -> bool:
    """Return whether a text is `<tenant>/<brain>`, made of two ids."""
    tenant, _, brain = place.partition("/")
    return _TENANT.fullmatch(tenant) is not None and ID.fullmatch(brain) is not None


class BlobStore(Protocol):
    """Where the ciphertext of the brains is kept; `place` is `<tenant>/<brain>`."""

    def path(self, place: str, name: str) -> Path:
        """Return the path of a file, for the store that opens a live one."""

    def locked(self, place: str) -> AbstractContextManager[None]:
        """Hold the lock of a brain's live file, the same that its store takes to write.

        Raises:
            BrainBusy: another handle held it for 5 s.
        """

    def size(self, place: str, name: str) -> int | None:
        """Return the bytes of a file, or None if there is none."""

    def read(self, place: str, name: str, offset: int, size_bytes: int) -> bytes:
        """Return that many bytes from an offset, fewer only at the end of the file."""

    def write(self, place: str, name: str, data: bytes, offset: int) -> None:
        """Write bytes into a file at an offset, create it if it is missing, and sync."""

    def put_copy(self, place: str, source: str, name: str, size_bytes: int) -> None:
        """Make an immutable blob of the first bytes of another file, whole or not at all."""

    def copy_into(self, place: str, source: str, name: str, offset: int, size_bytes: int) -> None:
        """Cut a file at an offset, and write the first bytes of another file there; sync."""

    def replace(self, place: str, source: str, name: str) -> None:
        """Give a synced file another name, replacing the file that had it."""

    def truncate(self, place: str, name: str, size_bytes: int) -> None:
        """Cut a file and sync it."""

    def sync(self, place: str, name: str) -> None:
        """Make what other handles wrote to a file durable."""

    def remove(self, place: str, name: str) -> None:
        """Remove a file; a missing one is no error."""

    def names(self, place: str) -> list[str]:
        """Return the names of a brain's files; none if it has no folder."""

    def destroy(self, place: str) -> None:
        """Remove every file of a brain and make that durable."""


class FolderBlobs:
    """Files below a folder of this machine."""

    def __init__(self, folder: Path, io: Io, machine: Machine) -> None:
        self._folder = folder
        self._io = io
        self._machine = machine

    def path(self, place: str, name: str) -> Path:
        """Return the path of a file, for the store that opens a live one."""
        tenant, brain = _parts(place)
        return self._folder / FOLDER / tenant / brain / name

    @contextmanager
    def locked(self, place: str) -> Iterator[None]:
        """Hold the lock of a brain's live file, the same that its store takes to write.

        Raises:
            BrainBusy: another handle held it for 5 s.
        """
        with self._home(place, create=True) as home:
            lock = FileLock(self._io, home, LIVE + ".lock", self._machine.clock)
            try:
                lock.acquire(LOCK_WAIT_S)
                yield
            finally:
                lock.close()

    def size(self, place: str, name: str) -> int | None:
        """Return the bytes of a file, or None if there is none."""
        try:
            with self._opened(place, name) as fd:
                return self._io.size(fd)
        except FileNotFoundError:
            return None

    def read(self, place: str, name: str, offset: int, size_bytes: int) -> bytes:
        """Return that many bytes from an offset, fewer only at the end of the file.

        Raises:
            FileNotFoundError: there is no such file.
        """
        with self._opened(place, name) as fd:
            return self._io.pread(fd, size_bytes, offset)

    def write(self, place: str, name: str, data: bytes, offset: int) -> None:
        """Write bytes into a file at an offset, create it if it is missing, and sync."""
        with disk_errors(), self._home(place, create=True) as home:
            is_new = self._io.identity(home, name) is None
            fd = self._io.open(home, name, write=True, create=True)
            try:
                self._io.pwrite(fd, data, offset)
                self._io.fsync(fd)
            finally:
                self._io.close(fd)
            if is_new:
                self._io.fsync_folder(home)

    def put_copy(self, place: str, source: str, name: str, size_bytes: int) -> None:
        """Make an immutable blob of the first bytes of another file, whole or not at all.

        It is written under a temporary name, synced, and linked to its name. A blob that has the
        name already is kept: names say which content they have.
        """
        with disk_errors(), self._home(place, create=True) as home:
            temporary = f"{self._machine.chance(8).hex()}.new"
            from_fd = self._io.open(home, source)
            try:
                to_fd = self._io.open(home, temporary, write=True, create=True, exclusive=True)
                try:
                    self._copy(from_fd, to_fd, 0, size_bytes)
                    self._io.fsync(to_fd)
                finally:
                    self._io.close(to_fd)
                with suppress(FileExistsError):
                    self._io.link(home, temporary, home, name)
            finally:
                self._io.close(from_fd)
                self._io.unlink(home, temporary)
            self._io.fsync_folder(home)

    def copy_into(self, place: str, source: str, name: str, offset: int, size_bytes: int) -> None:
        """Cut a file at an offset, and write the first bytes of another file there; sync."""
        with (
            disk_errors(),
            self._opened(place, source) as from_fd,
            self._opened(place, name, write=True) as to_fd,
        ):
            self._io.truncate(to_fd, offset)
            self._copy(from_fd, to_fd, offset, size_bytes)
            self._io.fsync(to_fd)

    def replace(self, place: str, source: str, name: str) -> None:
        """Give a synced file another name, replacing the file that had it."""
        with disk_errors(), self._home(place, create=True) as home:
            self._io.rename(home, source, name)
            self._io.fsync_folder(home)

    def truncate(self, place: str, name: str, size_bytes: int) -> None:
        """Cut a file and sync it."""
        with disk_errors(), self._opened(place, name, write=True) as fd:
            self._io.truncate(fd, size_bytes)
            self._io.fsync(fd)

    def sync(self, place: str, name: str) -> None:
        """Make what other handles wrote to a file durable."""
        with disk_errors(), self._opened(place, name, write=True) as fd:
            self._io.fsync(fd)

    def remove(self, place: str, name: str) -> None:
        """Remove a file; a missing one is no error."""
        with disk_errors(), suppress(FileNotFoundError), self._home(place) as home:
            self._io.unlink(home, name)
            self._io.fsync_folder(home)

    def names(self, place: str) -> list[str]:
        """Return the names of a brain's files; none if it has no folder."""
        try:
            with self._home(place) as home:
                return self._io.names(home)
        except FileNotFoundError:
            return []

    def destroy(self, place: str) -> None:
        """Remove every file of a brain and make that durable.

        The empty folder stays: it says no more than the row of the shredded brain.
        """
        with disk_errors(), suppress(FileNotFoundError), self._home(place) as home:
            for name in self._io.names(home):
                if not self._io.is_folder(home, name):
                    self._io.unlink(home, name)
                    continue
                inner = self._io.open_subfolder(home, name)
                try:
                    for each in self._io.names(inner):
                        self._io.unlink(inner, each)
                    self._io.fsync_folder(inner)
                finally:
                    self._io.close(inner)
            self._io.fsync_folder(home)

    def _copy(self, from_fd: int, to_fd: int, offset: int, size_bytes: int) -> None:
        """Write the first bytes of one file into another one from an offset on.

        Raises:
            EOFError: the first file is shorter.
        """
        at = 0
        while at < size_bytes:
            wanted = min(PIECE_BYTES, size_bytes - at)
            data = self._io.pread(from_fd, wanted, at)
            if len(data) < wanted:
                raise EOFError("the file is shorter than its row says")
            self._io.pwrite(to_fd, data, offset + at)
            at += wanted

    @contextmanager
    def _home(self, place: str, *, create: bool = False) -> Iterator[int]:
        """Open the folder of a brain, one step at a time from the server's folder."""
        opened = [self._io.open_folder(str(self._folder))]
        try:
            for step in (FOLDER, *_parts(place)):
                opened.append(self._io.open_subfolder(opened[-1], step, create=create))
            yield opened[-1]
        finally:
            for fd in reversed(opened):
                self._io.close(fd)

    @contextmanager
    def _opened(self, place: str, name: str, *, write: bool = False) -> Iterator[int]:
        with self._home(place) as home:
            fd = self._io.open(home, name, write=write)
            try:
                yield fd
            finally:
                self._io.close(fd)


def _parts(place: str) -> tuple[str, str]:
    if not is_place(place):
        raise ValueError("is not the place of a brain")
    tenant, _, brain = place.partition("/")
    return tenant, brain
