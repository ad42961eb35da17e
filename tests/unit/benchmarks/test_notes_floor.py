"""Recall finds the project's own notes: a floor for every kind of question, held on each change."""

from collections.abc import Mapping

import pytest

from benchmarks import notes

# Shares of the questions of a kind whose answer stands first, and among the first three. All but a
# few are first when this is written; one question more than that may slip.
FLOORS: Mapping[str, tuple[float, float]] = {
    "identifier": (0.96, 1.0),
    "version": (0.87, 1.0),
    "date": (0.83, 1.0),
    "alias": (0.93, 1.0),
    "chinese": (0.91, 1.0),
    "japanese": (0.91, 1.0),
    "korean": (0.91, 1.0),
    "russian": (0.9, 1.0),
    "accented": (0.91, 1.0),
    "wording": (0.88, 0.96),
    "misspelt": (0.87, 1.0),
    "conversation": (0.85, 1.0),
}


@pytest.fixture(scope="module")
def ranks() -> dict[str, list[tuple[int, str]]]:
    return notes.ranks()


def test_the_set_is_large_enough_to_keep_anyone_honest() -> None:
    texts, questions = notes.load()
    assert len(texts) >= 120
    assert len(questions) >= 150
    assert {asked.kind for asked in questions} == FLOORS.keys()
    assert {name for asked in questions for name in asked.answers} <= texts.keys()
    assert len({asked.query for asked in questions}) == len(questions)


@pytest.mark.parametrize("kind", FLOORS)
def test_a_kind_of_question_finds_its_notes(
    ranks: dict[str, list[tuple[int, str]]], kind: str
) -> None:
    late = [(place, query) for place, query in ranks[kind] if place > 1]
    first, among_three = FLOORS[kind]
    assert notes.first_share(ranks[kind], 1) >= first, late
    assert notes.first_share(ranks[kind], 3) >= among_three, late
