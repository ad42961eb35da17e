"""Judge whether two statements about one subject can both hold, by their words alone.

Two statements exclude each other if they say the same of the same thing, but with another number,
name or value, or if one denies what the other says. Statements with different predicates ("is
written in Go", "runs on port 8080") can both hold.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from myelin.cores.memory import text

SENTENCES_MAX = 8
WORDS_MAX = 40
SHARED_MIN = 0.5
DENIED_SHARED_MIN = 0.6
REPLACED_MAX = 6
AMOUNT_SHARED_WORDS, AMOUNT_SHARED_MIN = 4, 0.4
_CACHED = 1024

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_WORD = re.compile(r"[^\s,;:!?()\"“”]+")
_NEGATIONS = frozenset(
    (
        "not", "never", "no", "cannot", "without", "don't", "doesn't", "isn't", "aren't", "won't",
        "can't", "didn't", "wasn't", "nicht", "kein", "keine", "nie", "ohne",
    )
)  # fmt: skip
_OPPOSITES = (
    ("enabled", "disabled"), ("on", "off"), ("allowed", "forbidden"), ("allowed", "denied"),
    ("allowed", "prohibited"), ("required", "optional"), ("open", "closed"),
    ("public", "private"), ("before", "after"), ("encrypted", "plain"),
    ("synchronous", "asynchronous"), ("manual", "automatic"), ("manually", "automatically"),
    ("fast", "slow"), ("kept", "deleted"), ("safe", "unsafe"), ("stable", "unstable"),
    ("valid", "invalid"), ("supported", "unsupported"), ("mandatory", "optional"),
    ("tabs", "spaces"), ("success", "failure"), ("first", "last"), ("minimum", "maximum"),
)  # fmt: skip
_OPPOSED_TERMS = [tuple(text.term_of(word) for word in pair) for pair in _OPPOSITES]
_NUMBERS = {
    name: str(number)
    for number, name in enumerate(
        (
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve",
        )
    )
}  # fmt: skip
_COPULAS = frozenset(("is", "are", "was", "were", "be", "been", "being", "has", "have"))
_ARTICLES = frozenset(("the", "a", "an", "our", "we", "you", "this", "that", "its"))
_LATELY = frozenset(("now", "since", "today", "already", "currently"))
_PARTICIPLE = re.compile(r"[a-z]{2,}(?:ed|en|wn)")
_IRREGULAR = frozenset(
    (
        "built", "kept", "sent", "made", "done", "found", "held", "run", "read", "shown", "set",
        "put", "cut", "sold", "paid",
    )
)  # fmt: skip
_IS = "="


class Sentence(NamedTuple):
    """A sentence as words in order, whether it denies, and its content."""

    words: tuple[str, ...]
    denies: bool
    content: frozenset[str]
    participles: frozenset[str]


@lru_cache(_CACHED)
def exclude(one: str, other: str) -> bool:
    """Return whether two statements about the same subject cannot both hold."""
    return any(
        _sentences_exclude(first, second)
        for first in _sentences(one)
        for second in _sentences(other)
    )


@lru_cache(_CACHED)
def _sentences(statement: str) -> tuple[Sentence, ...]:
    found = []
    for part in _SENTENCE.split(statement)[:SENTENCES_MAX]:
        raw = [word.strip(".'`*_").casefold() for word in _WORD.findall(part)[:WORDS_MAX]]
        denies = sum(word in _NEGATIONS for word in raw) % 2 == 1
        words = []
        participles = set()
        for word in raw:
            if not word or word in _NEGATIONS or word in _ARTICLES or word in _LATELY:
                continue
            if word in _COPULAS:
                words.append(_IS)
            else:
                words.append(_NUMBERS.get(word) or text.term_of(text.fold(word)))
                if word in _IRREGULAR or _PARTICIPLE.fullmatch(word):
                    participles.add(words[-1])
        content = frozenset(word for word in words if word != _IS and not text.is_common(word))
        if content:
            found.append(Sentence(tuple(words), denies, content, frozenset(participles)))
    return tuple(found)


def _sentences_exclude(one: Sentence, other: Sentence) -> bool:
    if one.words == other.words:
        return one.denies != other.denies
    shared = one.content & other.content
    least = min(len(one.content), len(other.content))
    if one.denies != other.denies:
        return len(shared) >= max(2, DENIED_SHARED_MIN * least) or shared == one.content
    if _opposed(one, other) and len(shared) >= SHARED_MIN * (least - 1):
        return True
    return bool(shared) and (_differ_in_an_amount(one, other) or _differ_in_a_value(one, other))


def _differ_in_an_amount(one: Sentence, other: Sentence) -> bool:
    """Return whether two sentences say much the same with another number of the same unit."""
    shared = one.content & other.content
    least = min(len(one.content), len(other.content))
    if len(shared) < max(AMOUNT_SHARED_WORDS, AMOUNT_SHARED_MIN * least):
        return False
    first, second = _amounts(one), _amounts(other)
    return any(first[unit].isdisjoint(second[unit]) for unit in first.keys() & second.keys())


def _amounts(sentence: Sentence) -> dict[str, set[str]]:
    """Return the numbers before each word that they count: `5 times` counts times."""
    found: dict[str, set[str]] = {}
    for number, unit in pairwise(sentence.words):
        if number[:1].isdigit() and unit != _IS and not unit[:1].isdigit():
            found.setdefault(unit, set()).add(number)
    return found


def _opposed(one: Sentence, other: Sentence) -> bool:
    """Return whether one sentence has a word and the other its opposite."""
    first, second = set(one.words) - set(other.words), set(other.words) - set(one.words)
    return any(
        (left in first and right in second) or (right in first and left in second)
        for left, right in _OPPOSED_TERMS
    )


def _differ_in_a_value(one: Sentence, other: Sentence) -> bool:
    """Return whether two sentences are one frame with another value in it.

    The frame is at least half of both, and what differs is short on both sides.
    """
    if 2 * len(set(one.words) & set(other.words)) < SHARED_MIN * max(
        len(one.words), len(other.words)
    ):
        # Too little in common for a frame, and much cheaper to see.
        return False
    frame = _common(one.words, other.words)
    if 2 * len(frame) < SHARED_MIN * (len(one.words) + len(other.words)):
        return False
    first, second = _without(one.words, frame), _without(other.words, frame)
    if not first or not second or max(len(first), len(second)) > REPLACED_MAX:
        return False
    numbers = [{word for word in side if word[:1].isdigit()} for side in (first, second)]
    if all(numbers) and numbers[0] != numbers[1]:
        return True
    if not all(any(not text.is_common(word) for word in side) for side in (first, second)):
        return False
    # Two predicates can both hold: `encrypted` and `tested`, `PostgreSQL 15` and `backed up`.
    if first[0] in one.participles or second[0] in other.participles:
        return False
    return _is_one_place(one.words, other.words, len(frame))


def _is_one_place(one: Sequence[str], other: Sequence[str], frame: int) -> bool:
    """Return whether all that differs stands between the same beginning and the same end."""
    most = min(len(one), len(other))
    at = 0
    while at < most and one[at] == other[at]:
        at += 1
    end = 0
    while end < most - at and one[-1 - end] == other[-1 - end]:
        end += 1
    return at > 0 and at + end >= frame - 1


def _common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the longest common subsequence."""
    rows: list[list[int]] = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for at in range(len(one) - 1, -1, -1):
        for to in range(len(other) - 1, -1, -1):
            rows[at][to] = (
                rows[at + 1][to + 1] + 1
                if one[at] == other[to]
                else max(rows[at + 1][to], rows[at][to + 1])
            )
    found, at, to = [], 0, 0
    while at < len(one) and to < len(other):
        if one[at] == other[to]:
            found.append(one[at])
            at, to = at + 1, to + 1
        elif rows[at + 1][to] >= rows[at][to + 1]:
            at += 1
        else:
            to += 1
    return found


def _without(words: Sequence[str], frame: Sequence[str]) -> list[str]:
    left = list(frame)
    found = []
    for word in words:
        if left and left[0] == word:
            left.pop(0)
        else:
            found.append(word)
    return found
