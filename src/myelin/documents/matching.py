"""Find triggers in a text: words and phrases, on word boundaries, in any script."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

WORD_SCORE = 1
PHRASE_SCORE = 2

Owner = TypeVar("Owner")

# Thai to Khmer, kana, Han and Hangul: words touch each other, or carry their particles.
UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3040-\u30ff\u3130-\u318f"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_UNSPACED_CHAR = re.compile(f"[{UNSPACED}]")
_WORD = re.compile(rf"[^\W{UNSPACED}]+")
# `c` does not match in `c++` or `c#`.
_WORD_ENDINGS = "+#"


@dataclass(frozen=True, slots=True)
class MatchedTrigger:
    """A trigger that a text holds, as its author wrote it."""

    trigger: str
    score: int


def normalised(text: str) -> str:
    """Return a text as triggers and tasks are compared: NFKC, case folded, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def has_word(text: str) -> bool:
    """Return whether there is a letter or a digit, without which no trigger could match."""
    return any(char.isalnum() for char in text)


class TriggerIndex(Generic[Owner]):
    """The triggers of many owners, kept so that a text is compared with few of them."""

    def __init__(self, owned: Iterable[tuple[Owner, Iterable[str]]]) -> None:
        self._by_word: dict[str, list[tuple[Owner, str, str]]] = {}
        self._anywhere: list[tuple[Owner, str, str]] = []
        for owner, triggers in owned:
            seen = set()
            for trigger in triggers:
                sought = normalised(trigger)
                if sought in seen or not has_word(sought):
                    continue
                seen.add(sought)
                first = _WORD.search(sought)
                if first is None or _UNSPACED_CHAR.match(sought):
                    self._anywhere.append((owner, trigger, sought))
                else:
                    self._by_word.setdefault(first.group(), []).append((owner, trigger, sought))

    def matches(self, text: str) -> dict[Owner, list[MatchedTrigger]]:
        """Return the matched triggers of every owner that has one, longest trigger first."""
        within = normalised(text)
        found: dict[Owner, list[tuple[int, MatchedTrigger]]] = {}
        for owner, trigger, sought in self._candidates(within):
            if _holds(within, sought):
                score = PHRASE_SCORE if " " in sought else WORD_SCORE
                found.setdefault(owner, []).append((len(sought), MatchedTrigger(trigger, score)))
        return {
            owner: [match for _, match in sorted(matched, key=lambda pair: -pair[0])]
            for owner, matched in found.items()
        }

    def _candidates(self, within: str) -> Iterator[tuple[Owner, str, str]]:
        yield from self._anywhere
        for word in self._by_word.keys() & set(_WORD.findall(within)):
            yield from self._by_word[word]


def _holds(within: str, sought: str) -> bool:
    start = within.find(sought)
    while start >= 0:
        end = start + len(sought)
        if _starts_word(within, start) and _ends_word(within, end):
            return True
        start = within.find(sought, start + 1)
    return False


def _starts_word(within: str, start: int) -> bool:
    return start == 0 or _is_apart(within[start], within[start - 1])


def _ends_word(within: str, end: int) -> bool:
    if end == len(within):
        return True
    last, following = within[end - 1], within[end]
    if following in _WORD_ENDINGS and (last.isalnum() or last in _WORD_ENDINGS):
        return False
    return _is_apart(last, following)


def _is_apart(edge: str, neighbour: str) -> bool:
    if _UNSPACED_CHAR.match(edge):
        return True
    return not _is_word_char(neighbour) or _UNSPACED_CHAR.match(neighbour) is not None


def _is_word_char(char: str) -> bool:
    # A combining mark belongs to the letter before it.
    return char.isalnum() or char == "_" or unicodedata.category(char).startswith("M")
