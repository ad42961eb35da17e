"""What an error of the disk means to a caller: one contract error for each kind."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from myelin.contract.errors import StorageFailed, StorageFull, StorageReadOnly
from myelin.kernel.errors import MyelinError
from myelin.store.io import error_name

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


def storage_error(error: OSError) -> MyelinError:
    """Return the contract error for an error of the disk; it names no path."""
    if error.errno in _FULL:
        return StorageFull()
    if error.errno in _READ_ONLY:
        return StorageReadOnly()
    return StorageFailed(what=error_name(error))


@contextmanager
def disk_errors() -> Iterator[None]:
    """Turn errors of the disk inside the block into contract errors.

    Raises:
        StorageFull, StorageReadOnly, StorageFailed: what the disk answered.
    """
    try:
        yield
    except OSError as error:
        raise storage_error(error) from error
