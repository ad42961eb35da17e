"""Text as the index and the queries see it: words, parts of identifiers, pairs of characters.

A word is what the index's tokenizer would keep whole. Scripts that are written without spaces are
cut into overlapping pairs of characters (bigrams); identifiers (`HTTPServer`, `v2`) also into the
parts that people ask for.
"""

import re
import unicodedata

# Marks that stand inside words: Python's \w leaves them out, the tokenizer keeps them.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0900-\u0963\u0966-\u109f\u1780-\u17d3"
)
# Han, kana, bopomofo, Thai, Lao, Myanmar, Khmer; and hangul, whose particles cling to the word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u318f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U000323af"
)
_WORD = re.compile(rf"(?:[^\W_]|[{_MARKS}])+")
_RUN = re.compile(rf"[{_UNSPACED}]+")
_ANY_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_SEAM = re.compile(r"[^\W\d_][0-9]|[0-9][^\W\d_]|[^\W\d_][A-Z]")
_PART = re.compile(r"[0-9]+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")


def normalize(text: str) -> str:
    """Return a text in the form that is indexed and searched: compatibility forms made plain."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def words(text: str) -> list[str]:
    """Return the words of a text, as they stand and in order."""
    return _WORD.findall(text)


def parts(word: str) -> list[str]:
    """Return the parts of a mixed word (`HTTPServer`: `HTTP`, `Server`); a plain one has none."""
    if _SEAM.search(word) is None:
        return []
    found = _PART.findall(word)
    return found if len(found) > 1 else []


def unspaced_runs(word: str) -> list[str]:
    """Return the runs inside a word that belong to scripts written without spaces."""
    return _RUN.findall(word)


def spaced_runs(word: str) -> list[str]:
    """Return what is left of a word between its unspaced runs."""
    return [run for run in _RUN.split(word) if run]


def bigrams(run: str) -> list[str]:
    """Return the overlapping pairs of a run; a run of one character is its own only pair."""
    if len(run) < 2:
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def index_parts(text: str) -> str:
    """Return the extra words that a text is found by: parts of its identifiers, and its bigrams.

    The last character of a run stands alone too, so that a query of one character, which asks for
    what begins with it, finds that one as well.
    """
    found: list[str] = []
    if _SEAM.search(text) is not None:
        for word in words(text):
            found += parts(word)
    if not text.isascii() and _ANY_UNSPACED.search(text):
        for run in _RUN.findall(text):
            found += bigrams(run)
            if len(run) > 1:
                found.append(run[-1])
    return " ".join(found)
