"""Put a newer statement before an older one that it replaces without saying so.

Age says little about what answers a question, so trust moves a score only slightly. It does say
which of two statements of the same thing holds now. Measured in docs/decisions.md.
"""

import math
from collections.abc import Callable, Sequence

from myelin.cores.memory import text
from myelin.cores.memory.queries import MemoryRow

WORDS_MAX = 16
"""Longer texts are documents, not statements that a later one replaces."""

APART_MS = 3_600_000
"""Memories of one hour were written together: neither corrects the other."""

SHARED_MIN = 1 / 3
RELEVANCE_MIN = 0.4
AMONG_MIN = 24
"""In an answer of a few, every word would seem common without this."""

LEAD_WORDS = 2

Rarity = Callable[[str], float]


class Statement:
    """One memory in an answer, with what it is compared by."""

    __slots__ = ("found", "relevance", "row", "score", "since", "terms")

    def __init__(self, row: MemoryRow, relevance: float, found: frozenset[int]) -> None:
        self.row = row
        self.relevance = relevance
        self.found = found
        """The things sought that it holds."""
        self.score = 0.0
        self.terms: tuple[str, ...] | None = None
        self.since = row.recorded_at if row.observed_at is None else row.observed_at
        """When it was true, or else when it was recorded."""

    def content_terms(self) -> tuple[str, ...]:
        """Return its terms without common words, each once, in order; none of a long text."""
        if self.terms is None:
            words = [text.fold(word) for word in text.words(self.row.content[:400])]
            content = [text.term_of(word) for word in words if not text.is_common(word)]
            distinct = tuple(dict.fromkeys(content))
            self.terms = distinct if len(distinct) <= WORDS_MAX else ()
        return self.terms


def lifted(statements: Sequence[Statement]) -> list[int | None]:
    """Return for each statement the place of an older one before it that it replaces, or None.

    `statements` are in order of their scores. A statement replaces another if both have one class
    and no session, it is newer, it answers all that the other answers at a similar relevance, and
    it is about the same thing by its words.
    """
    places: list[int | None] = []
    for at, newer in enumerate(statements):
        place = None
        if newer.row.session is None:
            place = next(
                (
                    before
                    for before, older in enumerate(statements[:at])
                    if _may_replace(newer, older) and _say_the_same_of(newer, older, statements)
                ),
                None,
            )
        places.append(place)
    return places


def _may_replace(newer: Statement, older: Statement) -> bool:
    return (
        newer.since - older.since >= APART_MS
        and newer.row.class_ == older.row.class_
        and older.row.session is None
        and newer.row.actor == older.row.actor
        and newer.relevance >= RELEVANCE_MIN * older.relevance
        and newer.found >= older.found
    )


def _say_the_same_of(newer: Statement, older: Statement, among: Sequence[Statement]) -> bool:
    one, other = newer.content_terms(), older.content_terms()
    if not one or not other:
        return False
    if one[0] not in other[:LEAD_WORDS] and other[0] not in one[:LEAD_WORDS]:
        return False
    shared = set(one) & set(other)

    def weight(terms: Sequence[str] | set[str]) -> float:
        # Words that most of an answer shares tell its statements apart the least.
        return sum(_rarity(term, among) for term in terms)

    return weight(shared) >= SHARED_MIN * min(weight(one), weight(other))


def _rarity(term: str, among: Sequence[Statement]) -> float:
    holding = sum(term in one.content_terms() for one in among)
    total = max(len(among), AMONG_MIN)
    return math.log(1 + (total - holding + 0.5) / (holding + 0.5))
