"""The word lists of recall: common words, irregular forms, related words, other spellings."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources

OTHERS_NEARNESS = 0.6
"""How near two words of a group are of which neither is the first; the first has 1."""


@cache
def common_words() -> frozenset[str]:
    """Return the words that say how a question is put, not what it is about."""
    return frozenset(word for line in _lines("common.txt") for word in line)


@cache
def regular_forms() -> dict[str, str]:
    """Return the word that each irregular form is a form of."""
    return {form: word for word, *forms in _lines("irregular.txt") for form in forms}


@cache
def related_terms(term_of: Callable[[str], str]) -> dict[str, dict[str, float]]:
    """Return for each term those that people use in its place, with how near they are."""
    related: dict[str, dict[str, float]] = {}
    for line in _lines("related.txt"):
        group = dict.fromkeys(term_of(word) for word in line)
        first = next(iter(group))
        for term in group:
            near = related.setdefault(term, {})
            for other in group:
                if other != term:
                    nearness = 1.0 if first in (term, other) else OTHERS_NEARNESS
                    near[other] = max(nearness, near.get(other, 0.0))
    return related


@cache
def same_words() -> dict[str, tuple[str, ...]]:
    """Return for each word or phrase (joined by `_`) its other spellings."""
    same: dict[str, tuple[str, ...]] = {}
    for line in _lines("same.txt"):
        for word in line:
            same[word] = (*same.get(word, ()), *(other for other in line if other != word))
    return same


def _lines(name: str) -> Iterator[list[str]]:
    text = (resources.files(__name__) / name).read_text(encoding="utf-8")
    return (line.split() for line in text.splitlines() if not line.startswith("#"))
