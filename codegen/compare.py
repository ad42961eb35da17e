"""Compares what the spec renders to with what is on the disk."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

DIFF_LINES_MAX = 40


@dataclass(frozen=True)
class Drift:
    """A generated file that is not as the spec says."""

    path: str
    state: str
    have: str
    want: str

    def diff(self, lines_max: int | None) -> Iterator[str]:
        """Return the lines that differ, at most that many of them."""
        have, want = self.have.splitlines(), self.want.splitlines()
        lines = difflib.unified_diff(have, want, self.path, self.path, lineterm="")
        return islice(lines, lines_max)


def on_disk(root: Path, folders: tuple[str, ...]) -> dict[str, str]:
    """Return the text of every file below the generated folders by its path in the tree."""
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def compare(want: Mapping[str, str], have: Mapping[str, str]) -> list[Drift]:
    """Return every file that is missing, changed or orphaned, in order of its path."""

    def state(path: str) -> str:
        if path not in have:
            return "missing"
        return "changed" if path in want else "orphaned"

    return [
        Drift(path, state(path), have.get(path, ""), want.get(path, ""))
        for path in sorted(want.keys() | have.keys())
        if want.get(path) != have.get(path)
    ]
