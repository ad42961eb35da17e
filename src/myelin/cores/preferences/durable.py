"""The explicit-durable test: whether an owner's words say that a wish is meant to last.

The words are in `durable_words.json`, by language. What is quoted inside a sentence, or reported
from a text, is spoken about and says nothing itself.
"""

import functools
import json
import re
import unicodedata
from dataclasses import dataclass
from importlib import resources
from typing import Any

_SCOPE = "SCOPE"
_EDGE_BEFORE, _EDGE_AFTER = r"(?<![\w.$-])", r"(?![\w(=/-]|\.\w)"
_BETWEEN = r"[\s,;:]+"
_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|`[^`]*`|(?<![\w])'[^'\s](?:[^']|'(?=\w))*'(?!\w)"
)
_SENTENCE = re.compile(
    r"[^.!?…\n]*(?:[.!?…](?![\s\"'”’»)\]]|$)[^.!?…\n]*)*(?:[.!?…]+[\"'”’»)\]]*|\n|$)"
)
_NOTHING_ELSE = re.compile(r"[\W_]*")
_MENTION = "\ufffc"
"""Stands where a quotation was: not a word, and not nothing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement is meant to last; where not, the word that says so or that none does."""

    durable: bool
    veto: str | None = None
    is_hedge: bool = False


@dataclass(frozen=True, slots=True)
class _Language:
    """The compiled phrases of one language."""

    markers: re.Pattern[str]
    not_markers: re.Pattern[str]
    one_offs: re.Pattern[str]
    not_one_offs: re.Pattern[str]
    hedges: re.Pattern[str]
    not_hedges: re.Pattern[str]
    questions: re.Pattern[str]
    reports: re.Pattern[str]


def judge(statement: str) -> Verdict:
    """Return whether a statement has a word of lasting, and none that takes it back."""
    sentences = [_said(sentence) for sentence in _sentences(_folded(statement))]
    sentences = [sentence for sentence in sentences if not _NOTHING_ELSE.fullmatch(sentence)]
    verdicts = [_judge(sentences, language) for language in _languages()]
    # A veto of any language counts: a statement is in one of them, whichever that is.
    vetoed = next((verdict for verdict in verdicts if verdict.veto is not None), None)
    return vetoed or Verdict(any(verdict.durable for verdict in verdicts))


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
    if sentence.rstrip(" \"'”’»)]!.…").endswith("?"):
        return True
    # Written without its mark, a question still begins like one.
    return language.questions.match(sentence.lstrip(" ,;:-")) is not None


def _folded(text: str) -> str:
    """Return a text in one case and one form, without what cannot be seen."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = "".join(char for char in folded if unicodedata.category(char) != "Cf")
    # An apostrophe inside a word is the same whichever way it was typed.
    seen = re.sub(r"(?<=\w)[’ʼ′´`](?=\w)", "'", seen)
    return re.sub(r"[^\S\n]+", " ", seen)


def _sentences(text: str) -> list[str]:
    return [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip()]


def _said(sentence: str) -> str:
    """Return a sentence without what it quotes; one that is a quotation as a whole is said."""
    rest = _QUOTED.sub(_MENTION, sentence)
    if _NOTHING_ELSE.fullmatch(rest.replace(_MENTION, "")):
        return sentence.strip("\"“”„«»‘’'` ")
    return rest


def _shown(found: re.Match[str]) -> str:
    return " ".join(found[0].split())


@functools.cache
def _languages() -> tuple[_Language, ...]:
    file = resources.files("myelin.cores.preferences").joinpath("durable_words.json")
    words: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return tuple(_compiled(lists) for name, lists in words.items() if name != "about")


def _compiled(lists: dict[str, list[str]]) -> _Language:
    scopes = "|".join(lists["scopes"])

    def phrases(name: str) -> re.Pattern[str]:
        return re.compile("|".join(_phrase(each.replace(_SCOPE, scopes)) for each in lists[name]))

    return _Language(
        **{name: phrases(name) for name in _Language.__dataclass_fields__},
    )


def _phrase(phrase: str) -> str:
    """Return the pattern of one phrase: words of which each may have alternatives or be absent."""
    parts: list[str] = []
    for word in phrase.split(" "):
        choice = "(?:" + "|".join(map(re.escape, word.removesuffix("?").split("|"))) + ")"
        if word.endswith("?"):
            parts.append(f"(?:{_BETWEEN}{choice})?")
        else:
            parts.append(f"{_BETWEEN}{choice}" if parts else choice)
    return f"{_EDGE_BEFORE}{''.join(parts)}{_EDGE_AFTER}"
