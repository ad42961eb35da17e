"""Reads the YAML of the spec and keeps the line of every key: each complaint has a place."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

Key = str | int


@dataclass(frozen=True, order=True)
class Complaint:
    """One mistake in the spec: where it stands and what is wrong."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Document:
    """One file of the spec as plain values, with the line of each of them."""

    path: str
    data: Any
    lines: dict[tuple[Key, ...], int]

    def complain(self, place: tuple[Key, ...], text: str) -> Complaint:
        """Return a complaint at the nearest line known for that place in the document."""
        while place and place not in self.lines:
            place = place[:-1]
        return Complaint(self.path, self.lines.get(place, 1), text)


def read(root: Path, path: str) -> tuple[Document | None, list[Complaint]]:
    """Return one document of the tree, or the complaints that kept it from being read."""
    try:
        node = yaml.compose((root / path).read_text("utf-8"), Loader=yaml.SafeLoader)
    except FileNotFoundError:
        return None, [Complaint(path, 1, "the file is missing")]
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        return None, [Complaint(path, line, f"no YAML: {problem.problem}")]
    lines: dict[tuple[Key, ...], int] = {}
    complaints: list[Complaint] = []

    def plain(node: yaml.Node | None, place: tuple[Key, ...], line: int) -> Any:
        lines[place] = line
        if isinstance(node, yaml.MappingNode):
            values: dict[str, Any] = {}
            for key, value in node.value:
                if key.value in values:
                    text = f"{key.value} is given twice"
                    complaints.append(Complaint(path, key.start_mark.line + 1, text))
                inner = (*place, key.value)
                values[key.value] = plain(value, inner, key.start_mark.line + 1)
            return values
        if isinstance(node, yaml.SequenceNode):
            return [
                plain(value, (*place, at), value.start_mark.line + 1)
                for at, value in enumerate(node.value)
            ]
        return yaml.SafeLoader("").construct_object(node) if node is not None else {}

    data = plain(node, (), 1)
    return Document(path, data, lines), complaints
