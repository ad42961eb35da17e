"""Whether a folder lies on a network, where locks and renames cannot be relied on."""

import sys
from pathlib import Path

_NETWORK = {
    "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "glusterfs", "gfs2", "lustre",
    "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "smb3", "smbfs", "webdav",
}  # fmt: skip
_LOCAL_FUSE = {"fuseblk", "fuse.ext4", "fuse.ntfs", "fuse.ntfs-3g", "fuse.exfat", "fuse.portal"}
_MOUNTS = Path("/proc/self/mountinfo")


def network_kind(folder: str) -> str | None:
    """Return the kind of network filesystem that a folder lies on, or None when it is local."""
    if sys.platform == "win32":
        from myelin.store.windows import drive_is_remote

        return "network drive" if drive_is_remote(folder) else None
    if sys.platform == "darwin":
        from myelin.store.macos import filesystem_type

        kind = filesystem_type(folder)
    else:
        try:
            mounts = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return None
        kind = mounted_kind(folder, mounts)
    return kind if _is_network(kind) else None


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


def _is_network(kind: str) -> bool:
    return kind in _NETWORK or (kind.startswith("fuse.") and kind not in _LOCAL_FUSE)


def _unescape(text: str) -> str:
    for code, char in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, char)
    return text
