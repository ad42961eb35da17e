"""The project's own notes and questions, and the rank at which recall finds what is asked for.

    python -m benchmarks.notes

The set ships with the project (benchmarks/data/notes.yaml), so that every change is held to it.
"""

from pathlib import Path
from typing import Any, NamedTuple

import yaml

from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.surface.operations import OPERATIONS
from myelin.testing import temporary_engine

FILE = Path(__file__).with_name("data") / "notes.yaml"
MISSED = 1000
"""The rank of what is not found at all."""


class Asked(NamedTuple):
    """A question of one kind, and the notes of which any is a right answer."""

    kind: str
    query: str
    answers: frozenset[str]


def load() -> tuple[dict[str, dict[str, Any]], list[Asked]]:
    """Return the notes by name, and the questions."""
    data = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    asked = [
        Asked(kind, query, frozenset([answers] if isinstance(answers, str) else answers))
        for kind, questions in data["questions"].items()
        for query, answers in questions
    ]
    return data["notes"], asked


def remember(engine: Engine, notes: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Remember the notes, and return the name of each by its memory's id."""
    names = {}
    for name, note in notes.items():
        arguments = {"class": "fact", **note, "content": note["text"]}
        del arguments["text"]
        made = dispatch.call(engine, OPERATIONS["remember"], arguments)
        names[made["memory"]["id"]] = name
    return names


def rank(engine: Engine, names: dict[str, str], asked: Asked) -> int:
    """Return at which place the first right answer stands, from 1."""
    answer = dispatch.call(
        engine, OPERATIONS["recall"], {"query": asked.query, "budget_bytes": 65_536}
    )
    found = [names[memory["id"]] for memory in answer["memories"]]
    return next((place for place, name in enumerate(found, 1) if name in asked.answers), MISSED)


def ranks() -> dict[str, list[tuple[int, str]]]:
    """Return the ranks of all questions with their texts, by kind."""
    notes, questions = load()
    result: dict[str, list[tuple[int, str]]] = {}
    with temporary_engine() as engine:
        names = remember(engine, notes)
        for asked in questions:
            result.setdefault(asked.kind, []).append((rank(engine, names, asked), asked.query))
    return result


def first_share(found: list[tuple[int, str]], depth: int) -> float:
    """Return the share of questions whose answer stands among the first `depth`."""
    return sum(place <= depth for place, _ in found) / len(found)


def main() -> None:
    """Print for each kind how often the answer is first, among three and ten, and what is late."""
    for kind, found in ranks().items():
        shares = " ".join(f"{100 * first_share(found, depth):5.0f}" for depth in (1, 3, 10))
        late = ", ".join(f"{query!r} {place}" for place, query in found if place > 1)
        print(f"{kind:14} {len(found):3} {shares}   {late}")


if __name__ == "__main__":
    main()
