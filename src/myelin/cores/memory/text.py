"""Split texts into folded words and terms, the same way for the index and for queries.

A term is the form of a word that the index holds. Scripts without spaces are cut into overlapping
pairs of characters. Identifiers (`HTTPServer`, `utf8`) are found by their parts too, names with a
number (`NumPy2`) by the name, joined words (`e-mail`) without their joints, and paths as one term.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from myelin.cores.memory import lexicon, spelling
from myelin.cores.memory.stems import stem

WORD_CHARS_MAX = 64
"""What is longer is no word: a blob without spaces is cut, so that no term is larger."""
_CACHED_WORDS = 65_536
_MISSPELT_MIN, _MISSPELT_MAX = 4, 24

# Marks that stand inside words: Python's \w leaves them out.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0900-\u0963\u0966-\u109f\u1780-\u17d3\u3099\u309a"
)
# Han, kana, bopomofo, Thai, Lao, Myanmar, Khmer; and hangul, whose particles cling to the word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u318f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U000323af"
)
# Emoji and other pictures; their variation selectors and joiners say nothing.
_PICTURES = "\u203c\u2049\u2190-\u2bff\u3297\u3299\U0001f000-\U0001faff"
_WORD = re.compile(
    rf"(?<!\w)[A-Za-z]{{1,8}}(?:\+\+|#)(?![\w+#])|(?:[^\W_]|[{_MARKS}])+|[{_PICTURES}]"
)
_JOINED = re.compile(r"(?<![\w/\\.])\.?(?=\w)[\w-]+(?:[-./\\:_]{1,2}[\w-]+)*")
_JOINT = re.compile(r"[-._:]+")
_JOINED_PARTS_MAX = 6
_RUN = re.compile(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_STARTS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_ACCENTS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u0640\u064b-\u065f\u0670]+"
)
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_NAME_AND_NUMBER = re.compile(r"([A-Za-z][A-Za-z0-9]*?[A-Za-z])([0-9]+)")
_CODE = re.compile(r"[A-Za-z]([0-9]{3,})")
_VERSION = re.compile(r"(?<![\w.])[vV]?([0-9]+(?:\.[0-9]+)++)(?!\w)")


def words(text: str) -> list[str]:
    """Return the words of a text in order, as they are written but for compatibility forms."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return [word[:WORD_CHARS_MAX] for word in _WORD.findall(plain)]


def fold(word: str) -> str:
    """Return a word without case, accents or other ways of writing the same letters."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", word).casefold())
    return spelling.plain(unicodedata.normalize("NFC", _ACCENTS.sub("", folded)))


@lru_cache(_CACHED_WORDS)
def term_of(word: str) -> str:
    """Return the term of a folded word: the stem of its regular form in American spelling."""
    regular = lexicon.regular_forms().get(word)
    return stem(spelling.american(word) if regular is None else regular)


def terms(text: str) -> tuple[list[str], list[str]]:
    """Return the terms of a text in order, and apart from them the terms of its identifiers."""
    running: list[str] = []
    added: list[str] = []
    for word in words(text):
        own, of_parts = _terms_of_word(word)
        running += own
        if of_parts:
            added += of_parts
    return running, added + versions(text)


def wholes(text: str) -> list[str]:
    """Return the terms of what is written together: `e-mail` as `email`, a path as it is.

    `src/app/main.py` stays whole; `max_conns`, `Node.js` and `sign-up` lose their joints.
    """
    found = []
    for match in _JOINED.finditer(text):
        whole = match.group()
        if "/" in whole or "\\" in whole:
            path = fold(whole).replace("\\", "/").replace("//", "/")
            found.append(path[-WORD_CHARS_MAX:])
            name, _, number = whole.partition("/")
            if number.isdigit() and name.isalpha():
                found.append(term_of(fold(name + number)))
            continue
        if whole.startswith("."):
            if whole[1:].isalpha():
                found.append(fold(whole))
            whole = whole[1:]
        pieces = [piece for piece in _JOINT.split(whole) if piece]
        if 1 < len(pieces) <= _JOINED_PARTS_MAX and not any(map(str.isdigit, pieces)):
            found.append(term_of(fold("".join(pieces))[:WORD_CHARS_MAX]))
    return found


@lru_cache(_CACHED_WORDS)
def _terms_of_word(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if word.isascii():
        return (term_of(word.lower()),), tuple(map(term_of, parts(word)))
    found: list[str] = []
    for run in runs(word):
        if is_unspaced(run):
            # The last character stands alone too: one that is asked for starts some term.
            found += [run[at : at + 2] for at in range(len(run))]
        else:
            found.append(term_of(run))
    return tuple(found), tuple(map(term_of, spelling.umlauts(word)))


@lru_cache(_CACHED_WORDS)
def terms_of_word(word: str) -> tuple[str, ...]:
    """Return every term of one word, its own before those of its parts."""
    own, of_parts = _terms_of_word(word)
    return own + of_parts


def all_terms(text: str) -> list[str]:
    """Return every term of a text, in no order."""
    running, added = terms(text)
    return running + added + wholes(text)


def first_place(text: str, wanted: Iterable[str]) -> int | None:
    """Return where the first word stands that has the term of a wanted word, or a part with it."""
    sought: set[str] = set()
    for word in wanted:
        own, of_parts = _terms_of_word(word)
        sought.update(own[:1], of_parts)
    for match in _WORD.finditer(text):
        own, of_parts = _terms_of_word(match.group())
        for at, term in enumerate(own):
            if term in sought:
                # Of a run without spaces every character begins a term.
                return match.start() + (at if len(own) > 1 else 0)
        if not sought.isdisjoint(of_parts):
            return match.start()
    return None


def is_common(folded: str) -> bool:
    """Return whether a folded word is one of the common words."""
    return folded in lexicon.common_words()


def runs(word: str) -> list[str]:
    """Return the folded runs of a word: of scripts without spaces, and of others."""
    return _RUN.findall(fold(word))


def is_unspaced(run: str) -> bool:
    """Return whether a run is of a script that is written without spaces."""
    return _STARTS_UNSPACED.match(run) is not None


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of an unspaced run; one character is its own only pair."""
    return [run[at : at + 2] for at in range(max(1, len(run) - 1))]


def parts(word: str) -> list[str]:
    """Return the folded parts of a mixed word (`HTTPServer`, `NumPy2`); a plain one has none."""
    if word.isalpha() and (word.islower() or word.isupper() or word.istitle()):
        return []
    if code := _CODE.fullmatch(word):
        return [code.group(1)]
    numbered = _NAME_AND_NUMBER.fullmatch(word)
    if numbered is None and not word.isalpha() and not _is_mixed(word):
        return []
    found = [part.lower() for part in _PART.findall(word)]
    if numbered is not None:
        found.insert(0, numbered.group(1).lower())
    return list(dict.fromkeys(found)) if len(found) > 1 else []


def _is_mixed(word: str) -> bool:
    return not (word.islower() or word.isupper() or word.istitle() or word.isdigit())


def versions(text: str) -> list[str]:
    """Return the dotted numbers of a text (`2.3.1`), without the `v` that may stand before."""
    return _VERSION.findall(text) if "." in text else []


def grams(term: str) -> list[str]:
    """Return the runs of three letters of a term with its edges, none of what nobody misspells."""
    if not (_MISSPELT_MIN <= len(term) <= _MISSPELT_MAX and term.isalpha()) or is_unspaced(term):
        return []
    edged = f"^{term}$"
    return list(dict.fromkeys(edged[at : at + 3] for at in range(len(term))))
