"""The durability test: whether the owner's words say that a wish is meant to last.

The words are in `durable_words.json`, by language. Words inside quotation marks, or reported from
a document, are spoken about and count for nothing.
"""

import functools
import json
import re
import unicodedata
from dataclasses import dataclass
from importlib import resources
from typing import Any

_SCOPE = "SCOPE"
_ABOUT = "about"
# Vowel signs of Indian and Arabic scripts are part of a word too, which `\w` does not say.
_LETTER = r"\w\u0610-\u061a\u064b-\u065f\u0900-\u0dff"
_EDGE_BEFORE, _EDGE_AFTER = rf"(?<![{_LETTER}.$-])", rf"(?![{_LETTER}(=/-]|\.\w)"
_BETWEEN = r"[\s,;:]+"
_WILD_WORD = r"[\w'-]+"
_WILD_WORDS = r"(?:[\s,;:]+[\w'./-]+){0,10}?"
_ESCAPED_WILD, _WILD_TEXT = re.escape(" ... "), r".{1,40}?"
_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|`[^`]*`|「[^」]*」|『[^』]*』"
    r"|(?<![\w])'[^'\s](?:[^']|'(?=\w))*'(?!\w)"
)
_SENTENCE = re.compile(
    r"[^.!?…\n]*(?:[.!?…](?![\s\"'”’»)\]]|$)[^.!?…\n]*)*(?:[.!?…]+[\"'”’»)\]]*|\n|$)"
)
_NOTHING_ELSE = re.compile(r"[\W_]*")
_MENTION = "\ufffc"
"""Stands where a quotation was: not a word, and not nothing."""
# Ends of sentences that other scripts write, in the form that is looked for here.
_ENDINGS = str.maketrans({"。": ". ", "｡": ". ", "？": "? ", "！": "! ", "؟": "? ", "।": ". "})
_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "أ": "ا", "إ": "ا", "آ": "ا"})
_ARABIC_MARKS = re.compile("[\u0610-\u061a\u0640\u064b-\u065f]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement is meant to last, and if not, the word that vetoes it.

    `is_known` is false if the statement is in none of the languages of the data file.
    """

    durable: bool
    veto: str | None = None
    is_hedge: bool = False
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class _Language:
    """The compiled phrases of one language, and the words by which it is recognised."""

    name: str
    words: frozenset[str]
    is_joined: bool
    markers: re.Pattern[str]
    not_markers: re.Pattern[str]
    one_offs: re.Pattern[str]
    not_one_offs: re.Pattern[str]
    hedges: re.Pattern[str]
    not_hedges: re.Pattern[str]
    questions: re.Pattern[str]
    question_ends: re.Pattern[str]
    reports: re.Pattern[str]


def judge(statement: str) -> Verdict:
    """Return whether a statement has a word of lasting and no word that takes it back."""
    folded = _folded(statement)
    sentences = [_said(sentence) for sentence in _sentences(folded)]
    sentences = [sentence for sentence in sentences if not _NOTHING_ELSE.fullmatch(sentence)]
    languages = _recognised(folded)
    verdicts = [_judge(sentences, language) for language in languages]
    vetoed = next((verdict for verdict in verdicts if verdict.veto is not None), None)
    durable = bool(verdicts) and all(verdict.durable for verdict in verdicts)
    return vetoed or Verdict(durable, is_known=bool(languages))


def language_names() -> list[str]:
    """Return the English names of the known languages, in alphabetical order."""
    return sorted(language.name for language in _languages())


def _recognised(folded: str) -> list[_Language]:
    """Return the languages that a text may be in: those with the most words and phrases in it."""
    found = {language.name: _score(folded, language) for language in _languages()}
    best = max(found.values())
    # A single word in a long text may be a word of another language by chance.
    least = max(1, len(folded.split()) // 6)
    return [each for each in _languages() if best >= least and found[each.name] == best]


def _score(folded: str, language: _Language) -> int:
    phrases = (language.markers, language.one_offs, language.hedges)
    # A phrase says more than a word that several languages share.
    score = sum(2 for pattern in phrases for _ in pattern.finditer(folded))
    if language.is_joined:
        return score + sum(folded.count(word) for word in language.words)
    return score + sum(1 for word in re.findall(r"[\w']+", folded) if word in language.words)


def _judge(sentences: list[str], language: _Language) -> Verdict:
    durable = False
    for number, sentence in enumerate(sentences, 1):
        said = language.reports.split(sentence, maxsplit=1)[0]
        one_off = language.one_offs.search(language.not_one_offs.sub(_MENTION, said))
        hedge = language.hedges.search(language.not_hedges.sub(_MENTION, said))
        question = _is_question(said, language)
        if one_off is not None:
            return Verdict(False, _shown(one_off))
        if hedge is not None:
            return Verdict(False, _shown(hedge), is_hedge=True)
        if question and number == len(sentences):
            return Verdict(False, "?", is_hedge=True)
        if not question and language.markers.search(language.not_markers.sub(_MENTION, said)):
            durable = True
    return Verdict(durable)


def _is_question(sentence: str, language: _Language) -> bool:
    bare = sentence.rstrip(" \"'”’»)!.…")
    if bare.endswith("?") or language.question_ends.search(bare):
        return True
    # A question without its mark is recognised by its first words.
    return language.questions.match(sentence.lstrip(" ,;:-")) is not None


def _folded(text: str) -> str:
    """Return a text in one case and form, without accents and without invisible characters."""
    text = text.translate(_ENDINGS)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = "".join(char for char in folded if unicodedata.category(char) != "Cf")
    plain = _ARABIC_MARKS.sub("", "".join(map(_without_accent, seen)).translate(_LETTERS))
    # An apostrophe inside a word is the same whichever way it was typed.
    plain = re.sub(r"(?<=\w)[’ʼ′´`](?=\w)", "'", plain)
    return re.sub(r"[^\S\n]+", " ", plain)


def _without_accent(char: str) -> str:
    if char < "\u00c0" or "\u0530" <= char < "\u1e00" or char > "\u1fff":
        return char
    if "\u0300" <= char <= "\u036f":
        return ""
    return unicodedata.normalize("NFD", char)[0]


def _sentences(text: str) -> list[str]:
    return [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip()]


def _said(sentence: str) -> str:
    """Return a sentence without its quotations. A sentence that is one quotation stays whole."""
    rest = _QUOTED.sub(_MENTION, sentence)
    if _NOTHING_ELSE.fullmatch(rest.replace(_MENTION, "")):
        return sentence.strip("\"“”„«»‘’'`「」『』 ")
    return rest


def _shown(found: re.Match[str]) -> str:
    return " ".join(found[0].split())


@functools.cache
def _languages() -> tuple[_Language, ...]:
    file = resources.files("myelin.cores.preferences").joinpath("durable_words.json")
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return tuple(_compiled(lists) for name, lists in data.items() if name != _ABOUT)


_PHRASES = (
    "markers",
    "not_markers",
    "one_offs",
    "not_one_offs",
    "hedges",
    "not_hedges",
    "questions",
    "question_ends",
    "reports",
)


def _compiled(lists: dict[str, Any]) -> _Language:
    joined = lists.get("joined", "")
    before = "" if joined == "both" else _EDGE_BEFORE
    after = "" if joined else _EDGE_AFTER
    scopes = "|".join(map(_folded, lists.get("scopes", ())))

    def compiled(name: str) -> re.Pattern[str]:
        given = (
            _folded(phrase).replace(_SCOPE.casefold(), scopes) for phrase in lists.get(name, ())
        )
        patterns = [f"{before}{_phrase(phrase, bool(joined))}{after}" for phrase in given]
        # No phrase at all matches nothing.
        pattern = "|".join(patterns) or r"(?!)"
        return re.compile(f"(?:{pattern})$" if name == "question_ends" else pattern)

    return _Language(
        name=lists["name"],
        words=frozenset(map(_folded, lists["words"])),
        is_joined=bool(joined),
        **{name: compiled(name) for name in _PHRASES},
    )


def _phrase(phrase: str, is_joined: bool) -> str:
    """Return the pattern of one phrase.

    In a joined script a bar stands between whole phrases, otherwise between words.
    """
    if is_joined:
        escaped = (re.escape(each) for each in phrase.split("|"))
        choices = (
            each.replace(_ESCAPED_WILD, _WILD_TEXT).replace(r"\ ", r"\s*") for each in escaped
        )
        return "(?:" + "|".join(choices) + ")"
    pattern, between = "", ""
    for word in phrase.split(" "):
        if word in ("...", "…"):
            pattern += _WILD_WORDS
            continue
        choice = "(?:" + "|".join(map(_choice, word.removesuffix("?").split("|"))) + ")"
        if not word.endswith("?"):
            pattern += between + choice
        elif between:
            pattern += f"(?:{between}{choice})?"
        else:
            pattern += f"(?:{choice}{_BETWEEN})?"
            continue
        between = _BETWEEN
    return pattern


def _choice(word: str) -> str:
    if word.startswith("*"):
        return _WILD_WORD + re.escape(word[1:])
    return re.escape(word)
