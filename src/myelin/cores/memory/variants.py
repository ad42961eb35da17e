"""Terms that stand for a word of a query: other spellings, joined and split words, prefixes.

Everything here is a proposal: the vocabulary of the brain decides which of them exist.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from myelin.cores.memory import lexicon, text

SAME, WRITTEN, RELATED, SPELLED = "same as", "written for", "related to", "spelled like"
"""How a form differs from the word that it stands for, as an answer says it."""

SAME_NEARNESS = 0.9
JOINED_NEARNESS = 0.9
PREFIXED_NEARNESS = 0.5
COMPOUND_NEARNESS = 0.5
SPLIT_WORD_MIN = 6
JOINED_MIN = 5
CROSSED_WORDS_MAX = 6
"""A compound is looked for among all pairs of so many words; a long query has adjacent pairs."""

_PARTICLES = frozenset(
    ("in", "up", "out", "off", "on", "by", "to", "over", "down", "back", "re", "un", "co", "de")
)
_PREFIXES = (
    "un", "in", "im", "ir", "non", "pre", "re", "de", "dis", "mis", "over", "under", "sub", "super",
    "multi", "auto", "micro", "inter", "anti",
)  # fmt: skip
_LINKS = ("", "s", "n", "es", "en")
_PART_MIN = 3
_CACHED = 4096


class Form(NamedTuple):
    """One or two adjacent terms that may stand for a word, with their nearness to it."""

    terms: tuple[str, ...]
    nearness: float
    kind: str


@lru_cache(_CACHED)
def of_word(word: str) -> tuple[Form, ...]:
    """Return the forms of one folded word, whatever stands beside it."""
    return (*_same(word), *_umlauts(word), *_prefixed(word), *_split(word))


def of_pairs(words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield (one, other, term) for compounds that the words at two places of a query form."""
    crossed = len(words) <= CROSSED_WORDS_MAX
    for one, first in enumerate(words):
        for other, second in enumerate(words):
            if one == other or not (crossed or other == one + 1):
                continue
            if not (first.isalpha() and second.isalpha()):
                continue
            for link in _LINKS if crossed and not text.is_common(second) else ("",):
                if not JOINED_MIN <= len(first) + len(second) <= text.WORD_CHARS_MAX:
                    continue
                end = link + text.term_of(second)
                yield one, other, first + end
                if crossed and (singular := text.term_of(first)) != first:
                    yield one, other, singular + end


def _same(word: str) -> Iterator[Form]:
    for other in lexicon.same_words().get(word, ()):
        yield Form(_terms(other), SAME_NEARNESS, SAME)


def of_phrase(first: str, second: str) -> Iterator[Form]:
    """Yield what may stand for two adjacent words: `symlink` for `symbolic link`."""
    for other in lexicon.same_words().get(f"{first}_{second}", ()):
        yield Form(_terms(other), SAME_NEARNESS, SAME)


def _terms(words: str) -> tuple[str, ...]:
    return tuple(text.term_of(word) for word in words.split("_"))[:2]


def _umlauts(word: str) -> Iterator[Form]:
    """Yield a word that is written with `ue` as one with a plain `u`, as accents are folded."""
    for written, folded in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        if written in word and len(word) >= JOINED_MIN:
            yield Form((text.term_of(word.replace(written, folded)),), JOINED_NEARNESS, WRITTEN)


def _prefixed(word: str) -> Iterator[Form]:
    if not (word.isascii() and word.isalpha() and len(word) > _PART_MIN):
        return
    # A prefix leaves the stem as it is, so no other stem has to be made.
    term = text.term_of(word)
    for prefix in _PREFIXES:
        yield Form((prefix + term,), PREFIXED_NEARNESS, RELATED)
        if term.startswith(prefix) and len(term) > len(prefix) + _PART_MIN:
            yield Form((term.removeprefix(prefix),), PREFIXED_NEARNESS, RELATED)


def _split(word: str) -> Iterator[Form]:
    if len(word) < SPLIT_WORD_MIN or not word.isalpha() or text.is_unspaced(word):
        return
    term = text.term_of(word)
    for at in range(2, len(word) - 1):
        first, second = word[:at], word[at:]
        if all(len(part) >= _PART_MIN or part in _PARTICLES for part in (first, second)):
            # The end of a word is stemmed as the word is.
            ending = term[at:] if len(term) > at + 1 else text.term_of(second)
            yield Form((text.term_of(first), ending), JOINED_NEARNESS, WRITTEN)


def known(forms: Iterable[Form], vocabulary: Mapping[str, object]) -> Iterator[Form]:
    """Yield the forms of which every term is in a vocabulary."""
    for form in forms:
        if all(term in vocabulary for term in form.terms):
            yield form
