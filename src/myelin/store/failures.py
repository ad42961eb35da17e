"""What an error of the disk means to a caller: one contract error for each kind."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from myelin.contract.errors import PathRefused, StorageFailed, StorageFull, StorageReadOnly
from myelin.kernel.errors import MyelinError
from myelin.store.io import NotAFile, error_name

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_MISPLACED = {
    errno.ELOOP: "there is a symbolic link where the file should be",
    errno.ENOTDIR: "there is something else where its folder should be",
    errno.EISDIR: "it is a folder and not a file",
    errno.ENAMETOOLONG: "its name is too long",
}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


def storage_error(error: OSError) -> MyelinError:
    """Return the contract error for an error of the disk; it names no path."""
    if isinstance(error, NotAFile):
        return PathRefused(
            reason="it is not a file",
            suggestion="Move the folder, pipe, socket or device of that name elsewhere.",
        )
    if error.errno in _MISPLACED:
        return PathRefused(
            reason=_MISPLACED[error.errno], suggestion="Name the brain's own file or folder."
        )
    if error.errno in _FULL:
        return StorageFull()
    if error.errno in _READ_ONLY:
        return StorageReadOnly()
    return StorageFailed(what=error_name(error))


@contextmanager
def disk_errors() -> Iterator[None]:
    """Turn errors of the disk inside the block into contract errors.

    Raises:
        StorageFull, StorageReadOnly, StorageFailed, PathRefused: what the disk answered.
    """
    try:
        yield
    except OSError as error:
        raise storage_error(error) from error
