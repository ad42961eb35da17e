"""Whether a folder lies on a network, where locks and renames cannot be relied on."""

import sys
from pathlib import Path

from myelin.contract.errors import NetworkFilesystem

_NETWORK = {
    "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "glusterfs", "gfs2", "lustre",
    "ncpfs", "network drive", "nfs", "nfs4", "ocfs2", "orangefs", "smb3", "smbfs", "webdav",
}  # fmt: skip
_LOCAL_FUSE = {"fuseblk", "fuse.ext4", "fuse.ntfs", "fuse.ntfs-3g", "fuse.exfat", "fuse.portal"}
_MOUNTS = Path("/proc/self/mountinfo")


def ensure_local(folder: str, *, forced: bool) -> None:
    """Refuse a folder that lies on a network, unless that was asked for.

    Raises:
        NetworkFilesystem: which kind it is.
    """
    kind = None if forced else network_kind(folder)
    if kind is not None:
        raise NetworkFilesystem(kind=kind)


def network_kind(folder: str) -> str | None:
    """Return the kind of network filesystem that a folder lies on, or None when it is local."""
    kind = _filesystem_type(folder)
    is_network = kind in _NETWORK or (kind.startswith("fuse.") and kind not in _LOCAL_FUSE)
    return kind if is_network else None


def mounted_kind(folder: str, mounts: str) -> str:
    """Return the filesystem type of a folder by the lines of `/proc/self/mountinfo`."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        before, dash, after = line.partition(" - ")
        fields = before.split(" ")
        if not dash or len(fields) < 5:
            continue
        point = _unescape(fields[4])
        inside = folder == point or folder.startswith(point.rstrip("/") + "/")
        # Of two mounts on one point, the later one hides the earlier.
        if inside and len(point) >= best:
            best, kind = len(point), after.split(" ")[0]
    return kind


if sys.platform == "win32":
    from myelin.store.windows import filesystem_type as _filesystem_type
elif sys.platform == "darwin":
    from myelin.store.macos import filesystem_type as _filesystem_type
else:

    def _filesystem_type(folder: str) -> str:
        try:
            mounts = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return ""
        return mounted_kind(folder, mounts)


def _unescape(text: str) -> str:
    for code, char in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, char)
    return text
