"""How well documents answer a question: pure arithmetic on the words that both hold.

The words count by BM25, with a document's neighbours in its session as a weaker part of it; then
come phrases, common words, dates, how much of the question is covered, and whom it names.
Each part stays apart, so that an answer can say what it was ranked by.
"""

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from myelin.cores.memory.index import WEIGHT_UNIT, WORD_BYTES, WORD_NUMBERS

# What each of these is worth was measured: docs/decisions.md, "How recall finds".
SATURATION = 1.2
LENGTH_SHARE = 0.75
PHRASE_SHARE = 0.175
COMMON_SHARE = 0.3
DATE_FACTOR = 2.0
COVERAGE_POWER = 0.2
COVERAGE_MIN = 0.1
ACTOR_FACTOR = 2.0
QUESTION_FACTOR = 0.75
SESSION_SHARE = 0.2
MEANING_WEIGHT, CONVERSATION_WEIGHT = 1.0, 0.5
"""What nearness counts beside the words, and among memories of sessions: a turn means little alone.
"""
NEARNESS_MIN = 0.2
"""A memory without a word of the query must be so near; nine of ten foreign ones are not."""

ENOUGH_NEARNESS = 0.36
MEANT_MATCH_MAX = 0.9
HALF = 0.5
NAMED_MATCH = 0.75
ENOUGH, ENOUGH_MIN = 0.33, 0.19
ENOUGH_STEP, ENOUGH_SOUGHT = 0.02, 5
FEW_DOCUMENTS = 20
_LEAST = 1e-6


class Nearby(NamedTuple):
    """A neighbour of a document, and the share of its words that count for it."""

    document: int
    share: float


class Bag(NamedTuple):
    """What a document holds of the words that a question asks for."""

    document: int
    session: str | None
    length: int
    is_question: bool
    weights: dict[int, float]
    sequence: bytes

    @classmethod
    def holding(cls, wanted: frozenset[int], words: "array[int]", row: Sequence[Any]) -> "Bag":
        """Return the bag of a row of the derived table, whose words rise."""
        document, session, length, is_question, _, weights, sequence = row
        held = {
            word: weights[bisect_left(words, word)] / WEIGHT_UNIT
            for word in wanted.intersection(words)
        }
        return cls(document, session, length, bool(is_question), held, sequence)


class Worth(NamedTuple):
    """The value of a word for one of the things that a question seeks.

    `nearness` is 1 for the word itself and less for a related word or another spelling.
    """

    sought: int
    value: float
    nearness: float


@dataclass(frozen=True, slots=True)
class Weights:
    """A question in numbers: what every word, pair, date and name in it is worth."""

    words: Mapping[int, Sequence[Worth]]
    gains: Sequence[float]
    """What finding each thing sought adds to how much of the question is covered."""
    compounds: Mapping[tuple[int, int], Sequence[Worth]]
    """What two adjacent words are worth that stand for one word (`sign up` for `signup`)."""
    whole: float
    asked: float
    """The sum of the gains of all things sought, those included that no memory holds."""
    common: Mapping[int, float]
    phrases: Mapping[tuple[int, int], float]
    dates: Sequence[tuple[frozenset[int], float]]
    actors: frozenset[int]
    average_length: float
    documents: int
    """How many documents the collection has."""

    def wanted(self) -> set[int]:
        """Return every word that a document has to be asked for."""
        found = set(self.words) | self.common.keys() | self.actors
        found.update(*self.compounds)
        return found.union(*(words for words, _ in self.dates))


class Score(NamedTuple):
    """What each part adds to a document's score, and what it is multiplied by."""

    words: dict[int, float]
    held: Mapping[int, float]
    """The wanted words that the document itself holds, with their weights."""
    text: float
    """The sum of the words alone, which is what BM25 says."""
    phrases: float
    common: float
    dates: float
    coverage: float
    actor: float
    question: float
    session: float
    meaning: float = 0.0
    """What the dense companion adds."""
    nearness: float | None = None
    """How much nearer than a typical memory it is; None where no companion was asked."""

    @property
    def total(self) -> float:
        """Return the whole: the relevance of the document."""
        added = self.text + self.phrases + self.common + self.dates
        return added * self.coverage * self.actor * self.question + self.session + self.meaning

    @property
    def said(self) -> float:
        """Return the part of what the document says in words, without its session's."""
        return self.total - self.session - self.meaning


def match(score: Score, weights: Weights) -> float:
    """Return how well a document answers a question, from 0 to 1; 0.5 is the least that may do.

    The measure is the relevance over the worth of all that is asked. What is enough of it was
    chosen on development data and falls with the number of things sought: a long question is
    rarely covered. See docs/decisions.md, "How recall finds".
    """
    if weights.asked <= 0:
        # Nothing but a name or a day is asked, and the document has it.
        return NAMED_MATCH
    ratio = score.said / weights.asked
    sought = len(weights.gains)
    enough = max(ENOUGH_MIN, ENOUGH - ENOUGH_STEP * max(0, sought - ENOUGH_SOUGHT))
    # In a collection of a few memories, counts of documents cannot tell which words matter.
    enough *= min(1.0, weights.documents / FEW_DOCUMENTS)
    found = ratio / (ratio + enough) if ratio > 0 else 0.0
    if score.nearness is not None:
        found = max(found, min(MEANT_MATCH_MAX, HALF * score.nearness / ENOUGH_NEARNESS))
    return max(found, HALF) if _has_all(score, weights) else found


def _has_all(score: Score, weights: Weights) -> bool:
    """Return whether a document itself holds every word that is asked, and no substitute."""
    exact = {
        worth.sought
        for word in weights.words.keys() & score.held.keys()
        for worth in weights.words[word]
        if worth.nearness >= 1.0
    }
    covered = sum(weights.gains[sought] for sought in exact)
    return covered >= weights.asked * (1 - _LEAST)


def rarity(documents: int, total: int) -> float:
    """Return what a word that so many of all documents hold is worth; never less than nothing."""
    return math.log(1 + (total - documents + 0.5) / (documents + 0.5))


def distinction(documents: int, total: int) -> float:
    """Return what is worth next to nothing as soon as half of all documents have it."""
    return max(_LEAST, math.log((total - documents + 0.5) / (documents + 0.5)))


def adjacent(sequence: bytes, first: int, second: int) -> int:
    """Return how often a word follows another in packed words; only whole words count."""
    pair = array(WORD_NUMBERS, (first, second)).tobytes()
    count = 0
    at = sequence.find(pair)
    while at >= 0:
        count += at % WORD_BYTES == 0
        at = sequence.find(pair, at + 1)
    return count


def rank(
    documents: Iterable[int],
    bags: Mapping[int, Bag],
    near: Mapping[int, Sequence[Nearby]],
    weights: Weights,
    limit: int,
    nearness: Mapping[int, float] = MappingProxyType({}),
) -> list[tuple[int, Score]]:
    """Return the best documents with their scores, best first: at most `limit`, and ties with it.

    Equal ones are in no order. With the `nearness` of all of them, what they mean counts beside
    what they say: score / best score + weight x nearness, all of it times the best score.
    """
    scored: list[tuple[float, int, Score]] = []
    best: dict[str, float] = {}
    for document in documents:
        bag = bags[document]
        score = _score(bag, near.get(document, ()), bags, weights)
        total = score.total
        scored.append((total, document, score))
        if bag.session is not None and total > best.get(bag.session, 0.0):
            best[bag.session] = total
    shares = {session: SESSION_SHARE * total for session, total in best.items()}
    if shares:
        scored = [
            (total + shares.get(bags[document].session or "", 0.0), document, score)
            for total, document, score in scored
        ]
    if nearness:
        scored = _with_meaning(scored, bags, nearness)
    scored.sort(key=lambda one: -one[0])
    least = scored[limit - 1][0] if len(scored) > limit else 0.0
    return [
        (document, score._replace(session=shares.get(bags[document].session or "", 0.0)))
        for total, document, score in scored
        if total > 0 and total >= least
    ]


def _with_meaning(
    scored: Sequence[tuple[float, int, Score]],
    bags: Mapping[int, Bag],
    nearness: Mapping[int, float],
) -> list[tuple[float, int, Score]]:
    """Return documents with what their nearness to the question adds.

    One weight for all of them: it falls from the first to the second with the share of those that
    belong to a session.
    """
    best = max((total for total, _, _ in scored), default=0.0) or 1.0
    turns = sum(bags[document].session is not None for _, document, _ in scored)
    share = turns / max(1, len(scored))
    whole = best * (MEANING_WEIGHT + (CONVERSATION_WEIGHT - MEANING_WEIGHT) * share)
    found = []
    for total, document, score in scored:
        near = nearness[document]
        if total <= 0 and near < NEARNESS_MIN:
            continue
        meaning = max(0.0, whole * near)
        found.append((total + meaning, document, score._replace(meaning=meaning, nearness=near)))
    return found


def _score(bag: Bag, near: Sequence[Nearby], bags: Mapping[int, Bag], weights: Weights) -> Score:
    own = held = bag.weights
    own_norm = norm = _norm(bag.length, weights)
    if near:
        held = dict(own)
        length = bag.length
        for document, share in near:
            other = bags[document]
            length += other.length
            for word, weight in other.weights.items():
                held[word] = held.get(word, 0.0) + share * weight
        norm = _norm(length / (1 + len(near)), weights)
    words = _words(held, norm, weights)
    if weights.compounds:
        _add_compounds(words, bag, own_norm, weights)
    coverage = 1.0
    if weights.whole > 0:
        covered = sum([weights.gains[sought] for sought in words]) / weights.whole
        coverage = max(COVERAGE_MIN, covered) ** COVERAGE_POWER
    common = dates = 0.0
    for word in weights.common.keys() & own.keys():
        common += weights.common[word] * _saturated(own[word], own_norm)
    for labels, value in weights.dates:
        if not labels.isdisjoint(own):
            dates += value
    # In a conversation the answer is what is looked for, not who else asked.
    asks = bag.is_question and bag.session is not None
    return Score(
        words,
        own,
        sum(words.values()),
        _phrases(bag, own_norm, weights) if weights.phrases else 0.0,
        common,
        dates,
        coverage,
        1.0 if weights.actors.isdisjoint(own) else ACTOR_FACTOR,
        QUESTION_FACTOR if asks else 1.0,
        0.0,
    )


def _words(held: Mapping[int, float], norm: float, weights: Weights) -> dict[int, float]:
    """Return what each thing sought scores: the best of the words that it may be found by."""
    best: dict[int, float] = {}
    for word, weight in held.items():
        worth = weights.words.get(word)
        if worth:
            found = _saturated(weight, norm)
            for sought, value, _ in worth:
                score = found * value
                if score > best.get(sought, 0.0):
                    best[sought] = score
    return best


def _add_compounds(words: dict[int, float], bag: Bag, norm: float, weights: Weights) -> None:
    for (first, second), worths in weights.compounds.items():
        if first in bag.weights and second in bag.weights:
            count = adjacent(bag.sequence, first, second)
            for worth in worths if count else ():
                score = worth.value * _saturated(count, norm)
                words[worth.sought] = max(score, words.get(worth.sought, 0.0))


def _phrases(bag: Bag, norm: float, weights: Weights) -> float:
    """Return what the pairs of words are worth that stand side by side as the question has them."""
    total = 0.0
    for (first, second), value in weights.phrases.items():
        if first in bag.weights and second in bag.weights:
            count = adjacent(bag.sequence, first, second)
            if count:
                total += value * _saturated(count, norm)
    return total


def _norm(length: float, weights: Weights) -> float:
    return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / weights.average_length)


def _saturated(weight: float, norm: float) -> float:
    return weight * (SATURATION + 1) / (weight + norm)
