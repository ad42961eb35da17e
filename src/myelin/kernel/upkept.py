"""What a core answers when it is dumped, loaded, checked or erased from: plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Record = dict[str, Any]
"""One thing as an export holds it: its kind, then its fields; an absent one is left out."""

Loaded = Literal["added", "lowered", "known"]
"""What became of a record: it is new here, new but governs less than the file says, or was here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check found: a code, what is true, and what to do about it."""

    code: str
    sentence: str
    fix: str
    is_notice: bool = False
    """Whether it is worth knowing and nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Doomed:
    """What the erasure of one thing takes along."""

    ids: Sequence[str]
    """Public ids of what goes: the thing itself first, then what says the same."""
    rows: frozenset[tuple[str, int]]
    """Table and row id of every row that goes."""
    texts: Sequence[str]
    """What these rows say, to be searched for afterwards."""
    mentions: Sequence[str]
    """Public ids of what says it among other things; it stays, and the owner is told."""


class Skipped(Exception):
    """A record is left out of an import; the message says why, never what the record holds."""
