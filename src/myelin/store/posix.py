"""The disk of Linux and macOS."""

import contextlib
import errno
import fcntl
import os
import stat
import sys
from pathlib import Path

from myelin.kernel.io import FileId, Fingerprint, NotAFile

# Much of what follows does not exist there; this also tells type checkers so.
assert sys.platform != "win32"

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK, opening a pipe waits for its other end, before its type can be asked for.
_FILE = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


class PosixIo:
    """Effects by the calls of POSIX, each file named relative to its folder's descriptor."""

    def open_folder(self, path: str, *, create: bool = False) -> int:
        """Return a descriptor of a folder, made with mode 0700 where it is missing and wanted."""
        if create:
            with contextlib.suppress(FileExistsError):  # The next line says what it is.
                Path(path).mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(path, _FOLDER)

    def open_subfolder(self, folder: int, name: str, *, create: bool = False) -> int:
        """Return a descriptor of a folder in the folder; a symbolic link is refused."""
        if create:
            with contextlib.suppress(FileExistsError):  # The next line says what it is.
                os.mkdir(name, 0o700, dir_fd=folder)
        return os.open(name, _FOLDER, dir_fd=folder)

    def open(
        self,
        folder: int,
        name: str,
        *,
        write: bool = False,
        create: bool = False,
        exclusive: bool = False,
    ) -> int:
        """Return a descriptor of a regular file in the folder; a symbolic link is refused.

        Raises:
            NotAFile: a pipe, a socket or a device has the name; it was not waited for.
        """
        flags = _FILE | (os.O_RDWR if write else os.O_RDONLY)
        flags |= (os.O_CREAT if create else 0) | (os.O_EXCL if exclusive else 0)
        try:
            fd = os.open(name, flags, 0o600, dir_fd=folder)
        except OSError as error:
            if error.errno in (errno.ENXIO, errno.ENODEV):
                raise NotAFile from error
            raise
        mode = os.fstat(fd).st_mode
        if not stat.S_ISREG(mode):
            os.close(fd)
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, "it is a folder")
            raise NotAFile
        return fd

    def close(self, fd: int) -> None:
        """Close a file or a folder."""
        os.close(fd)

    def pread(self, fd: int, size_bytes: int, offset: int) -> bytes:
        """Return that many bytes from an offset, fewer only at the end of the file."""
        data = os.pread(fd, size_bytes, offset)
        if len(data) == size_bytes or not data:
            return data
        pieces, got = [data], len(data)
        while got < size_bytes and (data := os.pread(fd, size_bytes - got, offset + got)):
            pieces.append(data)
            got += len(data)
        return b"".join(pieces)

    def pwrite(self, fd: int, data: bytes, offset: int) -> None:
        """Write all of the data at an offset."""
        view, done = memoryview(data), 0
        while done < len(view):
            done += os.pwrite(fd, view[done:], offset + done)

    def size(self, fd: int) -> int:
        """Return the length of an open file."""
        return os.fstat(fd).st_size

    def truncate(self, fd: int, size_bytes: int) -> None:
        """Cut an open file."""
        os.ftruncate(fd, size_bytes)

    def fsync(self, fd: int) -> None:
        """Make what was written to a file durable."""
        if sys.platform == "darwin":
            # There, fsync only reaches the drive's own cache.
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        else:
            os.fdatasync(fd)

    def fsync_folder(self, folder: int) -> None:
        """Make the names in a folder durable."""
        os.fsync(folder)

    def identity(self, folder: int, name: str) -> FileId | None:
        """Return which file a name means now, or None when there is no such name."""
        try:
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
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
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def rename(self, folder: int, old: str, new: str) -> None:
        """Give a file another name in one step, replacing what had that name."""
        os.replace(old, new, src_dir_fd=folder, dst_dir_fd=folder)

    def link(self, folder: int, name: str, to_folder: int, to_name: str) -> None:
        """Give a file a second name; an existing one is refused."""
        os.link(name, to_name, src_dir_fd=folder, dst_dir_fd=to_folder, follow_symlinks=False)

    def unlink(self, folder: int, name: str) -> None:
        """Remove a name; a missing one is no error."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)

    def is_folder(self, folder: int, name: str) -> bool:
        """Return whether a name is that of a folder; a link is none."""
        return stat.S_ISDIR(self._mode(folder, name))

    def is_open_to_others(self, folder: int, name: str) -> bool:
        """Return whether a name is that of a file that other users have rights to."""
        mode = self._mode(folder, name)
        return stat.S_ISREG(mode) and bool(mode & 0o077)

    def make_private(self, folder: int, name: str) -> None:
        """Take the rights of other users from a file; a link is refused."""
        fd = self.open(folder, name)
        try:
            os.fchmod(fd, 0o600)
        finally:
            os.close(fd)

    def _mode(self, folder: int, name: str) -> int:
        try:
            return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        except FileNotFoundError:
            return 0

    def names(self, folder: int) -> list[str]:
        """Return the names in a folder, sorted."""
        return sorted(os.listdir(folder))

    def duplicate(self, fd: int) -> int:
        """Return a second descriptor of the same open file."""
        return os.dup(fd)

    def try_lock(self, fd: int) -> bool:
        """Lock an open file against other descriptors, if nobody has; return whether it worked."""
        # flock, not lockf: lockf gives the lock up when any descriptor of the file is closed.
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(self, fd: int) -> None:
        """Give the lock of an open file back."""
        fcntl.flock(fd, fcntl.LOCK_UN)

    def why_unsafe(self, fd: int, *, folder: bool) -> str | None:
        """Return why an open file or folder may not be trusted with a brain, or None.

        Asked of the descriptor, not of the name: what was checked is what is used.
        """
        found = os.fstat(fd)
        if os.geteuid() not in (0, found.st_uid):
            return "it belongs to another user"
        if folder:
            open_to_all = found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX
            return "anybody may write in its folder" if open_to_all else None
        if not stat.S_ISREG(found.st_mode):
            return "it is not a file"
        if found.st_mode & 0o077 and os.geteuid() == found.st_uid:
            # A copy or a restored backup got the usual mode; what it holds is sealed all the same.
            with contextlib.suppress(OSError):
                os.fchmod(fd, 0o600)
        return None
