"""A problem of a document: its place, the rule that it breaks, and what to write instead."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """A place in a document and what is wrong there; line and column count from 1."""

    path: str
    line: int
    column: int
    rule: str
    message: str


def listed(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as error details hold them, in order of place."""
    return [asdict(problem) for problem in sorted(problems, key=_place)]


def pointer(path: str, step: str | int) -> str:
    """Return the JSON pointer of a field or an item inside the value at a path."""
    return f"{path}/{str(step).replace('~', '~0').replace('/', '~1')}"


def _place(problem: Problem) -> tuple[int, int, str, str]:
    return problem.line, problem.column, problem.path, problem.rule
