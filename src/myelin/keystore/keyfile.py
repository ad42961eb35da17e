"""Key files: one a brain under `<home>/keys`, private to the user, where no keychain is."""

import os
import stat
from pathlib import Path

from myelin.contract.errors import PathRefused
from myelin.keystore.environment import ROOT_BYTES

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_FOLDER = _READ | getattr(os, "O_DIRECTORY", 0)


def key_path(home: Path, brain_id: str) -> Path:
    """Return where the key file of a brain is, or would be."""
    return home / "keys" / f"{brain_id}.key"


def read(home: Path, brain_id: str) -> bytes | None:
    """Return the root in a brain's key file, or None if there is no such file.

    Raises:
        PathRefused: the file is a link, another user's, open to others, or holds no root.
    """
    try:
        descriptor = os.open(key_path(home, brain_id), _READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        raise _refused("the key file cannot be opened, or is a link") from None
    with os.fdopen(descriptor, "rb") as file:
        _check_private(descriptor, "key file")
        root = file.read(ROOT_BYTES + 1)
    if len(root) != ROOT_BYTES:
        raise _refused("the key file does not hold a key")
    return root


def write(home: Path, brain_id: str, root: bytes, *, replace: bool = False) -> None:
    """Keep a root in a key file; the same root that is there already is left as it is.

    Raises:
        PathRefused: another root is there and is not to be replaced, or the folder is not private
            or not writable.
    """
    path = key_path(home, brain_id)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(path.parent, _FOLDER) if os.name == "posix" else None
    except OSError:
        raise _refused("the folder of key files cannot be made or opened") from None
    try:
        if folder is not None:
            _check_private(folder, "folder of key files")
        _write_new(path, root, replace=replace)
        if folder is not None:
            os.fsync(folder)
    except FileExistsError:
        if read(home, brain_id) != root:
            raise _refused("another key is already kept for this brain") from None
    except OSError:
        raise _refused("the key file cannot be written") from None
    finally:
        if folder is not None:
            os.close(folder)


def remove(home: Path, brain_id: str) -> None:
    """Remove the key file of a brain after another place has the key. It may be missing."""
    key_path(home, brain_id).unlink(missing_ok=True)


def _write_new(path: Path, root: bytes, *, replace: bool) -> None:
    # A replacement is written whole beside the old file first: a crash leaves one or the other.
    place = path.with_suffix(".new") if replace else path
    if replace:
        place.unlink(missing_ok=True)
    descriptor = os.open(place, _WRITE, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(root)
        file.flush()
        os.fsync(descriptor)
    if replace:
        place.replace(path)


def _check_private(descriptor: int, what: str) -> None:
    """Refuse a file that another user owns or may read, judged by the open descriptor."""
    if os.name != "posix":
        # The permissions of a user's profile are inherited there and have no mode bits.
        return
    status = os.fstat(descriptor)
    if status.st_uid != os.geteuid():
        raise _refused(f"the {what} belongs to another user")
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise _refused(f"other users can reach the {what}")


def _refused(reason: str) -> PathRefused:
    return PathRefused(
        reason=reason,
        suggestion="Look at the folder keys in the per-user folder (MYELIN_HOME, else ~/.myelin):"
        " it is to have mode 0700, its files mode 0600, and you are to own both.",
    )
