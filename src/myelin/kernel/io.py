"""Every effect on the disk, behind one seam: tests record it, break it and cut the power.

Files are named relative to an open folder, so that nobody can swap the folder in between.
"""

import errno
from typing import Protocol

FileId = tuple[int, int]
"""Device and inode: two names with the same one are the same file."""

Fingerprint = tuple[int, int, int]
"""Inode, length and time of the last change in ns: a name with the same one holds the same."""


class NotAFile(OSError):
    """A pipe, a socket or a device has the name of a file."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "it is not a file")


class Io(Protocol):
    """The effects on the disk that a store needs."""

    def open_folder(self, path: str, *, create: bool = False) -> int:
        """Return a descriptor of a folder, made with mode 0700 where it is missing and wanted."""

    def open_subfolder(self, folder: int, name: str, *, create: bool = False) -> int:
        """Return a descriptor of a folder in the folder; a symbolic link is refused."""

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

    def close(self, fd: int) -> None:
        """Close a file or a folder."""

    def pread(self, fd: int, size_bytes: int, offset: int) -> bytes:
        """Return that many bytes from an offset, fewer only at the end of the file."""

    def pwrite(self, fd: int, data: bytes, offset: int) -> None:
        """Write all of the data at an offset."""

    def size(self, fd: int) -> int:
        """Return the length of an open file."""

    def truncate(self, fd: int, size_bytes: int) -> None:
        """Cut an open file."""

    def fsync(self, fd: int) -> None:
        """Make what was written to a file durable."""

    def fsync_folder(self, folder: int) -> None:
        """Make the names in a folder durable."""

    def identity(self, folder: int, name: str) -> FileId | None:
        """Return which file a name means now, or None when there is no such name."""

    def identity_of(self, fd: int) -> FileId:
        """Return which file a descriptor is."""

    def fingerprint(self, folder: int, name: str) -> Fingerprint | None:
        """Return what changes whenever the file of a name does, or None without such a name."""

    def rename(self, folder: int, old: str, new: str) -> None:
        """Give a file another name in one step, replacing what had that name."""

    def link(self, folder: int, name: str, to_folder: int, to_name: str) -> None:
        """Give a file a second name; an existing one is refused."""

    def unlink(self, folder: int, name: str) -> None:
        """Remove a name; a missing one is no error."""

    def is_folder(self, folder: int, name: str) -> bool:
        """Return whether a name is that of a folder; a link is none."""

    def is_open_to_others(self, folder: int, name: str) -> bool:
        """Return whether a name is that of a file that other users have rights to."""

    def make_private(self, folder: int, name: str) -> None:
        """Take the rights of other users from a file; a link is refused."""

    def names(self, folder: int) -> list[str]:
        """Return the names in a folder, sorted."""

    def duplicate(self, fd: int) -> int:
        """Return a second descriptor of the same open file."""

    def try_lock(self, fd: int) -> bool:
        """Lock an open file against other descriptors, if nobody has; return whether it worked."""

    def unlock(self, fd: int) -> None:
        """Give the lock of an open file back."""

    def why_unsafe(self, fd: int, *, folder: bool) -> str | None:
        """Return why an open file or folder may not be trusted with a brain, or None."""
