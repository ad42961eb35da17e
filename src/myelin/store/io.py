"""The disk of the machine that this runs on; its interface is `myelin.kernel.io`."""

import errno
import sys

from myelin.kernel.io import FileId as FileId
from myelin.kernel.io import Fingerprint as Fingerprint
from myelin.kernel.io import Io as Io
from myelin.kernel.io import NotAFile as NotAFile


def system_io() -> Io:
    """Return the disk of the machine that this runs on."""
    if sys.platform == "win32":
        from myelin.store.windows import WindowsIo

        return WindowsIo()
    else:  # noqa: RET505 - A type checker takes one branch, by the platform.
        from myelin.store.posix import PosixIo

        return PosixIo()


def error_name(error: OSError) -> str:
    """Return the system's short name of an error (`EIO`); it tells no path."""
    return errno.errorcode.get(error.errno or 0, "unknown")
