"""The per-user folder: its location, the mark that identifies it, and its creation."""

import os
from pathlib import Path

_MARKER = "myelin-brain"
_MARKER_TEXT = "The per-user folder of Myelin (myelin-brain): keys and settings.\n"


def default_home(user_home: Path) -> Path:
    """Return the per-user folder: `~/.myelin`, or another one where that belongs to a stranger.

    Another product may use a folder of that name, which is then left alone. Once the second folder
    holds our files it stays in use, so that keys never seem to vanish.
    """
    first = user_home / ".myelin"
    second = user_home / ".local" / "share" / "myelin-brain"
    if _holds_ours(second) or not (_is_free(first) or _holds_ours(first)):
        return second
    return first


def prepare_home(home: Path) -> None:
    """Make the per-user folder, private to the user, with the mark by which it is recognised."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        descriptor = os.open(home / _MARKER, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w", encoding="utf-8") as marker:
        marker.write(_MARKER_TEXT)


def _is_free(folder: Path) -> bool:
    try:
        return next(folder.iterdir(), None) is None
    except FileNotFoundError:
        return True
    except OSError:
        return False


def _holds_ours(folder: Path) -> bool:
    # Keys count too: a folder that came back from a backup may lack the marker.
    return (folder / _MARKER).is_file() or any((folder / "keys").glob("brn_*.key"))
