"""Where a text matches a question, and by which of its own words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from myelin.cores.memory import text

PLACES_MAX = 4
"""So many places of a term are looked at: a long text that repeats a word has no end of them."""

PAIR_CHARS_MAX = 4096
_LEAST_PREFIX = 3
_WORD_END = re.compile(r"[^\W_]*|.")


@dataclass(slots=True)
class Matches:
    """The matches of one text: the words to show for it, and their places in the text."""

    matched: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def add_pair(self, content: str, word: str, first: str, second: str) -> None:
        """Add two words of a text that stand for one of the query: `sign up` for `signup`."""
        words = text.words(content[:PAIR_CHARS_MAX])
        for one, other in pairwise(words):
            if first in text.terms_of_word(one) and second in text.terms_of_word(other):
                self.matched.append(f"{one.lower()} {other.lower()} (written for {word})")
                self.places = sorted([*self.places, max(0, content.find(one))])
                return


class Finder:
    """Finds the forms of the things sought in texts; made once for a question.

    `forms` has for each thing sought the word as the query has it and its terms, each with its
    kind: "" for the word itself, else how the term differs from it (`related to`).
    """

    def __init__(self, forms: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        self._starts = {
            term: _beginning(term, term if kind else text.fold(word))
            for word, terms in forms
            for term, kind in terms.items()
        }

    def look(self, content: str, forms: Sequence[tuple[str, Mapping[str, str]]]) -> Matches:
        """Return the evidence of a text for those of the forms that the memory holds.

        A term that the content does not show (it stands in a tag or an alias) is named as it is.
        """
        found = Matches()
        if not forms:
            return found
        lower = content.lower()
        if len(lower) != len(content):
            # Some letters are longer in lower case, and places would not fit.
            lower = content
        places: list[int] = []
        for word, terms in forms:
            shown = None
            for term, kind in terms.items():
                surface = self._read(lower, term, places)
                if shown is None and (surface or kind == ""):
                    # The word itself comes first, then the first form that the text shows.
                    shown = (surface or word, kind) if surface or len(terms) == 1 else None
            own, kind = shown or _first(word, terms)
            found.matched.append(f"{own} ({kind} {word})" if kind else own)
        found.matched = list(dict.fromkeys(found.matched))
        found.places = sorted(places)
        return found

    def _read(self, lower: str, term: str, places: list[int]) -> str | None:
        """Add the first places of a term to a list, and return the word that it is there."""
        start = self._starts[term]
        shown = None
        at = lower.find(start)
        tried = 0
        while at >= 0 and tried < PLACES_MAX:
            tried += 1
            begin = at
            while begin and lower[begin - 1].isalnum():
                begin -= 1
            surface = lower[begin : _WORD_END.match(lower, at).end()]  # type: ignore[union-attr]
            if text.is_unspaced(term) or term in text.terms_of_word(surface[: text.WORD_CHARS_MAX]):
                places.append(at)
                shown = shown or (term if text.is_unspaced(term) else surface)
            at = lower.find(start, at + len(start))
        return shown


def _first(word: str, terms: Mapping[str, str]) -> tuple[str, str]:
    term, kind = next(iter(terms.items()))
    return (term if kind else word), kind


def _beginning(term: str, word: str) -> str:
    """Return the letters that every form of a term begins with, as far as its word tells."""
    shared = 0
    while shared < min(len(term), len(word)) and term[shared] == word[shared]:
        shared += 1
    if shared >= _LEAST_PREFIX:
        # The last letter of a stem may be written otherwise (`i` for `y`).
        return term[: shared - (shared == len(term) and term.endswith("i") and shared > 3)]
    return word
