"""The disk of Windows: files that may be renamed while they are open, and no folder descriptors."""

import contextlib
import ctypes
import errno
import itertools
import msvcrt
import os
import sys
import threading
from pathlib import Path

from myelin.kernel.io import FileId, Fingerprint

# Nothing below exists elsewhere; this also tells type checkers so.
assert sys.platform == "win32"

_GENERIC_READ = 0x80000000
_GENERIC_WRITE = 0x40000000
_SHARE_ALL = 0x7  # Read, write and delete: without the last, nobody could rename over the file.
_CREATE_NEW, _OPEN_EXISTING, _OPEN_ALWAYS = 1, 3, 4
_NORMAL_AND_NO_REPARSE = 0x80 | 0x00200000
_INVALID_HANDLE = ctypes.c_void_p(-1).value
_DRIVE_REMOTE = 4
# Locks are mandatory there: this byte lies far behind anything that is read or written.
_LOCK_OFFSET = 1 << 40
_FIRST_FOLDER = 1 << 30


class WindowsIo:
    """The same effects as on POSIX; a folder's number stands for its path."""

    def __init__(self) -> None:
        self._folders: dict[int, Path] = {}
        self._numbers = itertools.count(_FIRST_FOLDER)
        self._seeking = threading.Lock()

    def open_folder(self, path: str, *, create: bool = False) -> int:
        """Return a number for a folder, made where it is missing and wanted."""
        folder = Path(path)
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise FileNotFoundError(path)
        number = next(self._numbers)
        self._folders[number] = folder
        return number

    def open_subfolder(self, folder: int, name: str, *, create: bool = False) -> int:
        """Return a number for a folder in the folder; a link is refused."""
        path = self._folders[folder] / name
        if path.is_symlink():
            raise NotADirectoryError(errno.ENOTDIR, "a link")
        return self.open_folder(str(path), create=create)

    def open(
        self,
        folder: int,
        name: str,
        *,
        write: bool = False,
        create: bool = False,
        exclusive: bool = False,
    ) -> int:
        """Return a descriptor of a file that others may rename and remove meanwhile.

        Raises:
            IsADirectoryError: a folder has the name.
        """
        how = _CREATE_NEW if exclusive else _OPEN_ALWAYS if create else _OPEN_EXISTING
        access = _GENERIC_READ | (_GENERIC_WRITE if write else 0)
        handle = ctypes.windll.kernel32.CreateFileW(
            str(self._folders[folder] / name),
            access,
            _SHARE_ALL,
            None,
            how,
            _NORMAL_AND_NO_REPARSE,
            None,
        )
        if handle in (-1, _INVALID_HANDLE):
            if (self._folders[folder] / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder")
            raise ctypes.WinError()
        flags = os.O_BINARY | os.O_NOINHERIT | (os.O_RDWR if write else os.O_RDONLY)
        return msvcrt.open_osfhandle(handle, flags)

    def close(self, fd: int) -> None:
        """Close a file or forget a folder."""
        if self._folders.pop(fd, None) is None:
            os.close(fd)

    def pread(self, fd: int, size_bytes: int, offset: int) -> bytes:
        """Return that many bytes from an offset, fewer only at the end of the file."""
        with self._seeking:
            os.lseek(fd, offset, os.SEEK_SET)
            pieces, left = [], size_bytes
            while left and (data := os.read(fd, left)):
                pieces.append(data)
                left -= len(data)
        return b"".join(pieces)

    def pwrite(self, fd: int, data: bytes, offset: int) -> None:
        """Write all of the data at an offset."""
        view, done = memoryview(data), 0
        with self._seeking:
            os.lseek(fd, offset, os.SEEK_SET)
            while done < len(view):
                done += os.write(fd, view[done:])

    def size(self, fd: int) -> int:
        """Return the length of an open file."""
        return os.fstat(fd).st_size

    def truncate(self, fd: int, size_bytes: int) -> None:
        """Cut an open file."""
        os.ftruncate(fd, size_bytes)

    def fsync(self, fd: int) -> None:
        """Make what was written to a file durable."""
        os.fsync(fd)

    def fsync_folder(self, folder: int) -> None:
        """Do nothing: NTFS keeps the order of names itself and gives no way to ask."""

    def identity(self, folder: int, name: str) -> FileId | None:
        """Return which file a name means now, or None when there is no such name."""
        try:
            found = (self._folders[folder] / name).lstat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def identity_of(self, fd: int) -> FileId:
        """Return which file a descriptor is."""
        found = os.fstat(fd)
        return found.st_dev, found.st_ino

    def fingerprint(self, folder: int, name: str) -> Fingerprint | None:
        """Return what changes whenever the file of a name does, or None without such a name."""
        try:
            found = (self._folders[folder] / name).lstat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def rename(self, folder: int, old: str, new: str) -> None:
        """Give a file another name in one step, replacing what had that name."""
        (self._folders[folder] / old).replace(self._folders[folder] / new)

    def link(self, folder: int, name: str, to_folder: int, to_name: str) -> None:
        """Give a file a second name; an existing one is refused."""
        (self._folders[to_folder] / to_name).hardlink_to(self._folders[folder] / name)

    def unlink(self, folder: int, name: str) -> None:
        """Remove a name; a missing one is no error."""
        with contextlib.suppress(FileNotFoundError):
            (self._folders[folder] / name).unlink()

    def is_folder(self, folder: int, name: str) -> bool:
        """Return whether a name is that of a folder; a link is none."""
        path = self._folders[folder] / name
        return path.is_dir() and not path.is_symlink()

    def is_open_to_others(self, folder: int, name: str) -> bool:
        """Return False: the rights there are lists, inherited from the user's profile."""
        del folder, name
        return False

    def make_private(self, folder: int, name: str) -> None:
        """Do nothing: the rights there are lists, inherited from the user's profile."""

    def names(self, folder: int) -> list[str]:
        """Return the names in a folder, sorted."""
        return sorted(path.name for path in self._folders[folder].iterdir())

    def duplicate(self, fd: int) -> int:
        """Return a second descriptor of the same open file."""
        return os.dup(fd)

    def try_lock(self, fd: int) -> bool:
        """Lock an open file against other descriptors, if nobody has; return whether it worked."""
        with self._seeking:
            os.lseek(fd, _LOCK_OFFSET, os.SEEK_SET)
            try:
                msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
            except OSError as error:
                if error.errno in (errno.EACCES, errno.EDEADLK):
                    return False
                raise
        return True

    def unlock(self, fd: int) -> None:
        """Give the lock of an open file back."""
        with self._seeking:
            os.lseek(fd, _LOCK_OFFSET, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

    def why_unsafe(self, _fd: int, *, folder: bool) -> str | None:
        """Return None: a profile's folders are its user's, and the rights there are lists."""
        del folder
        return None


def filesystem_type(folder: str) -> str:
    """Return `network drive` for a folder on one, else nothing."""
    root = Path(folder).drive + "\\"
    is_remote = ctypes.windll.kernel32.GetDriveTypeW(root) == _DRIVE_REMOTE
    return "network drive" if is_remote else ""
