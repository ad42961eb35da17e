"""Fold search results that say nearly the same, so that no kind of text floods an answer."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from myelin.cores.memory.index import WORD_BYTES, WORD_NUMBERS
from myelin.cores.memory.scoring import Bag, Score

FOLDED_MIN = 3
"""Two that are alike may be a statement and its correction; from three on they are a series."""

ALIKE_WORDS_MIN = 4
NUMBERS_SHARE, WORDS_SHARE, DIFFERENT_MAX = 0.34, 0.1, 6
"""Texts of one length are nearly identical if so few words differ, place by place.

More may differ if they are numbers: a run, a date, a hash. `the login service` and `the search
service` are two things.
"""


class Candidate(NamedTuple):
    """A memory that may be served, and what decides how it is ranked and folded."""

    row_id: int
    recorded_at: int
    kind: str | None = None
    """Only memories of one kind fold; None never folds."""
    is_series: bool = False
    """All of this kind fold whatever they say: outcomes of one kind of task."""
    factor: float = 1.0
    """What its relevance is multiplied by."""


class Ranked(NamedTuple):
    """One document in its place, and the documents that it stands for besides itself."""

    relevance: float
    document: int
    score: Score
    others: tuple[int, ...] = ()


def ordered(
    scored: Sequence[tuple[int, Score]], candidates: Mapping[int, Candidate]
) -> list[Ranked]:
    """Return documents by relevance. Ties break by newer `recorded_at`, then id."""
    ranked = [
        Ranked(score.total * candidates[document].factor, document, score)
        for document, score in scored
    ]

    def order(one: Ranked) -> tuple[float, int, int]:
        candidate = candidates[one.document]
        return (-one.relevance, -candidate.recorded_at, candidate.row_id)

    return sorted(ranked, key=order)


def folded(
    ranked: Sequence[Ranked],
    candidates: Mapping[int, Candidate],
    bags: Mapping[int, Bag],
    has_digit: Callable[[int], bool],
) -> list[Ranked]:
    """Return the documents with every series of nearly identical ones as its first.

    Of a series that is one by its kind the first stays alone, and the newest stands for the rest.
    `has_digit` says of the number of a word whether the word has one.
    """
    groups: list[list[Ranked]] = []
    alike: dict[tuple[str, int], list[int]] = {}
    for one in ranked:
        candidate = candidates[one.document]
        bag = bags[one.document]
        place = None
        if candidate.kind is not None:
            words = 0 if candidate.is_series else len(bag.sequence)
            near = alike.setdefault((candidate.kind, words), [])
            for at in near:
                if candidate.is_series or _are_alike(bag, bags[groups[at][0].document], has_digit):
                    place = at
                    break
            else:
                near.append(len(groups))
        if place is None:
            groups.append([one])
        else:
            groups[place].append(one)
    found: list[Ranked] = []
    for group in groups:
        found += _fold(group, candidates)
    return sorted(found, key=lambda one: -one.relevance)


def _fold(group: list[Ranked], candidates: Mapping[int, Candidate]) -> list[Ranked]:
    first, *rest = group
    if rest and candidates[first.document].is_series:
        newest = max(
            rest,
            key=lambda one: (candidates[one.document].recorded_at, candidates[one.document].row_id),
        )
        others = tuple(one.document for one in rest if one is not newest)
        return [first, newest._replace(relevance=rest[0].relevance, others=others)]
    if len(group) < FOLDED_MIN:
        return group
    return [first._replace(others=tuple(one.document for one in rest))]


def _are_alike(one: Bag, other: Bag, has_digit: Callable[[int], bool]) -> bool:
    """Return whether two texts of one length differ in few words, or in few numbers."""
    if one.sequence == other.sequence:
        return True
    words = len(one.sequence) // WORD_BYTES
    if words < ALIKE_WORDS_MIN:
        return False
    most = min(DIFFERENT_MAX, max(1, int(words * NUMBERS_SHARE)))
    different: list[int] = []
    pairs = zip(array(WORD_NUMBERS, one.sequence), array(WORD_NUMBERS, other.sequence), strict=True)
    for first, second in pairs:
        if first != second:
            different += (first, second)
            if len(different) > 2 * most:
                return False
    return len(different) <= 2 * words * WORDS_SHARE or all(map(has_digit, different))
