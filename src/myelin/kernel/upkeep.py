"""The values that the cores and upkeep exchange: records, findings, deletions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Record = dict[str, Any]
"""One line of an export: `kind`, then the fields of a row. Empty fields are left out."""

Loaded = Literal["added", "lowered", "known"]
"""The result of importing one record.

`added`: it is new here. `lowered`: it is new, and governs less than in the file (a core memory
became a normal one, a reviewed version an unreviewed one). `known`: it was here already.
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check: its code, what is true, and what to do about it."""

    code: str
    sentence: str
    fix: str
    is_notice: bool = False
    """True if it is worth knowing and nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """Everything deleted together with one item."""

    ids: Sequence[str]
    """The public ids of the deleted rows: the item first, then those with the same text."""
    rows: frozenset[tuple[str, int]]
    """Table and row id of every deleted row."""
    texts: Sequence[str]
    """The texts of these rows. Every file is searched for them afterwards."""
    mentions: Sequence[str]
    """The public ids of rows that hold a text among other words. They stay; the owner is told."""


class Skipped(Exception):
    """A record is left out of an import. The message says why, and never quotes the record."""
