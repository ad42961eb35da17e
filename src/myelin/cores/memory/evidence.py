"""Where a text matches a question, and by which of its own words."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from myelin.cores.memory import text

PLACES_MAX = 64
"""So many places of a text are looked at: a long text that repeats a word has no end of them."""

_LEAST_PREFIX = 3
_WORD_END = re.compile(r"[^\W_]*")


@dataclass(slots=True)
class Evidence:
    """The matches of one text: the words to show for it, and their places in the text."""

    matched: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


class Finder:
    """Finds the forms of the things sought in texts; made once for a question.

    `forms` has for each thing sought the word as the query has it and its terms, each with its
    kind: "" for the word itself, else how the term differs from it (`related to`).
    """

    def __init__(self, forms: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        starts = {
            _beginning(term, term if kind else text.fold(word))
            for word, terms in forms
            for term, kind in terms.items()
        }
        ordered = sorted(starts, key=lambda one: (-len(one), one))
        self._pattern = re.compile("|".join(map(re.escape, ordered)), re.IGNORECASE)

    def look(self, content: str, forms: Sequence[tuple[str, Mapping[str, str]]]) -> Evidence:
        """Return the evidence of a text for those of the forms that the memory holds.

        A term that the content does not show (it stands in a tag or an alias) is named as it is.
        """
        found = Evidence()
        if not forms:
            return found
        wanted = {term for _, terms in forms for term in terms}
        shown: dict[str, str] = {}
        for hit in self._pattern.finditer(content):
            self._read(content, hit, wanted, found, shown)
            if len(found.places) >= PLACES_MAX:
                break
        for word, terms in forms:
            # The word itself comes first among its terms, and what the text shows before the rest.
            term = next((term for term in terms if term in shown), next(iter(terms)))
            kind = terms[term]
            own = shown.get(term, term if kind else word)
            found.matched.append(f"{own} ({kind} {word})" if kind else own)
        found.matched = list(dict.fromkeys(found.matched))
        return found

    def _read(
        self,
        content: str,
        hit: re.Match[str],
        wanted: Collection[str],
        found: Evidence,
        shown: dict[str, str],
    ) -> None:
        start = hit.start()
        while start and content[start - 1].isalnum():
            start -= 1
        end = _WORD_END.match(content, hit.start())
        surface = content[start : end.end() if end else hit.end()]
        if len(surface) > text.WORD_CHARS_MAX:
            return
        terms = text.terms_of_word(surface)
        for term in terms:
            if term in wanted:
                shown.setdefault(term, term if text.is_unspaced(term) else surface.lower())
                found.places.append(hit.start())
                break


def _beginning(term: str, word: str) -> str:
    """Return the letters that every form of a term begins with, as far as its word tells."""
    shared = 0
    while shared < min(len(term), len(word)) and term[shared] == word[shared]:
        shared += 1
    if shared >= _LEAST_PREFIX:
        # The last letter of a stem may be written otherwise (`i` for `y`).
        return term[: shared - (shared == len(term) and term.endswith("i") and shared > 3)]
    return word
