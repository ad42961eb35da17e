"""The report of an import: the result of every line."""

from collections import Counter
from dataclasses import dataclass, field

from myelin.kernel.upkeep import Record


@dataclass(frozen=True, slots=True)
class Line:
    """One record of a file, its line number (from 1) and its size."""

    number: int
    record: Record
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Left:
    """A line that was left out, and the reason."""

    line: int
    reason: str


@dataclass(slots=True)
class Report:
    """The result of an import."""

    owned: bool
    """True if the file is an unmodified export made on this device."""
    counts: Counter[str] = field(default_factory=Counter)
    """The number of records that were `added`, `lowered` or `known`."""
    left: list[Left] = field(default_factory=list)
    lowered: list[int] = field(default_factory=list)
    """The lines of records that came in as unreviewed or normal."""

    def leave(self, line: Line, reason: str) -> None:
        """Record that a line was left out."""
        self.left.append(Left(line.number, reason))
