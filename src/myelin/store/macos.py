"""What macOS alone can tell about a folder's filesystem."""

import ctypes
import os

_TYPE_OFFSET = 72
_TYPE_BYTES = 16
_STATFS_BYTES = 4096


def filesystem_type(folder: str) -> str:
    """Return the name of the filesystem (`apfs`, `smbfs`), empty when the system does not say."""
    buffer = ctypes.create_string_buffer(_STATFS_BYTES)
    system = ctypes.CDLL(None, use_errno=True)
    if system.statfs(os.fsencode(folder), buffer) != 0:
        return ""
    name = buffer.raw[_TYPE_OFFSET : _TYPE_OFFSET + _TYPE_BYTES]
    return name.split(b"\x00", 1)[0].decode("ascii", "replace")
