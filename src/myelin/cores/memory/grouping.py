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


ALIKE_SHARE = 0.6
"""Texts are much alike if they share so much of all their words."""

ALIKE_MAX = 3
"""So many of those much alike that one who is not the owner wrote are enough for an answer."""


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
    is_owners: bool = True
    """Whether the owner wrote it: of what others wrote a few that are alike are enough."""
    note: str | None = None
    """The long note that it is a piece of: of one note the best piece is enough."""


class Ranked(NamedTuple):
    """One document in its place, and the documents that it stands for besides itself."""

    relevance: float
    document: int
    score: Score
    others: tuple[int, ...] = ()


def best_of_notes(ranked: Sequence[Ranked], candidates: Mapping[int, Candidate]) -> list[Ranked]:
    """Return documents without the pieces of a note whose better piece comes before them."""
    seen: set[str] = set()
    kept = []
    for one in ranked:
        note = candidates[one.document].note
        if note is None or note not in seen:
            kept.append(one)
        if note is not None:
            seen.add(note)
    return kept


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


def shared_out(
    ranked: Sequence[Ranked],
    candidates: Mapping[int, Candidate],
    bags: Mapping[int, Bag],
    limit: int,
) -> list[Ranked]:
    """Return at most `limit` documents, of which the owner's keep a share.

    Beside what the owner wrote a few that are much alike are enough of others, whoever they say
    they are: the last of these stands for the rest. So nobody can bury the owner's under copies.
    """
    if not any(candidates[one.document].is_owners for one in ranked):
        return list(ranked[:limit])
    kept: list[Ranked] = []
    heads: list[_Head] = []
    owners_left: list[Ranked] = []
    for one in ranked:
        candidate = candidates[one.document]
        if len(kept) >= limit:
            if candidate.is_owners:
                owners_left.append(one)
            continue
        if not candidate.is_owners and not candidate.is_series:
            words = frozenset(array(WORD_NUMBERS, bags[one.document].sequence))
            head = next((each for each in heads if each.is_like(words)), None)
            if head is None:
                head = _Head(words)
                heads.append(head)
            if len(head.places) >= ALIKE_MAX:
                last = kept[head.places[-1]]
                others = (*last.others, one.document, *one.others)
                kept[head.places[-1]] = last._replace(others=others)
                continue
            head.places.append(len(kept))
        kept.append(one)
    return _with_owners(kept, owners_left, candidates, limit)


def _with_owners(
    kept: list[Ranked],
    owners_left: Sequence[Ranked],
    candidates: Mapping[int, Candidate],
    limit: int,
) -> list[Ranked]:
    """Return the documents with the worst of others replaced by the owner's, up to a half."""
    owners = [one for one in kept if candidates[one.document].is_owners]
    coming = owners_left[: max(0, limit // 2 - len(owners))]
    if not coming:
        return kept
    others = [one for one in kept if not candidates[one.document].is_owners]
    staying = others[: len(others) - len(coming)]
    return sorted([*owners, *staying, *coming], key=lambda one: -one.relevance)


class _Head:
    """The first of some documents that are much alike, and the places of those that are kept."""

    def __init__(self, words: frozenset[int]) -> None:
        self._words = words
        self.places: list[int] = []

    def is_like(self, words: frozenset[int]) -> bool:
        """Return whether most words of both are the same."""
        shared = len(self._words & words)
        return shared >= ALIKE_SHARE * (len(self._words) + len(words) - shared)


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
