"""Valid names of brains, and the known name closest to an unknown one."""

import re
from collections.abc import Iterable

from myelin.contract.errors import PathRefused

BRAIN_SUFFIX = ".myl"
DATA_FOLDER = ".myelin"
DEFAULT_NAME = "project"

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}", re.ASCII)
_DEVICE_NAMES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)


def is_name(text: str) -> bool:
    """Return whether a brain may have this name on every system."""
    return _NAME.fullmatch(text) is not None and text not in _DEVICE_NAMES


def check_name(text: str) -> str:
    """Return the name unchanged.

    Raises:
        PathRefused: no brain can have that name.
    """
    if not is_name(text):
        raise PathRefused(
            reason="a brain cannot have that name",
            suggestion="Use 1 to 63 lower-case letters, digits and hyphens, beginning with a letter"
            " or digit, and no device name of Windows such as con or nul.",
        )
    return text


def nearest_name(wanted: str, known: Iterable[str]) -> str | None:
    """Return the known name that differs least from the wanted one, or None if there is none."""
    return min(sorted(known), key=lambda name: _distance(wanted, name), default=None)


def _distance(left: str, right: str) -> int:
    """Count the characters to insert, delete or replace to turn one text into the other."""
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(right, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]
