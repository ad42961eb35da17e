"""Find processes by the words of their title and summary, for a task that holds no trigger."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from myelin.documents.matching import UNSPACED, normalised

TITLE_WEIGHT = 2.0
LENGTH_SHARE = 0.4
"""How much a long summary is held against its process: b of BM25."""
SATURATION = 1.2
"""How soon a word that is repeated stops counting: k1 of BM25."""
COVERED_MIN = 0.3
"""Which share of what the words of a task weigh a process must hold to be listed, in two words or
more, unless it holds one of them in its title."""
UNKNOWN_WEIGHT = 0.5
"""How much a word that no process holds weighs, as a share of the rarest word's weight."""

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_WORD = re.compile(rf"[^\W_{UNSPACED}]+")
_WORD_CHARS_MIN = 2
_STOP_WORDS = frozenset(
    """
    a about after all also an and any are as at be because been before being but by can
    could did do does doing done every for from get give go had has have help her here him
    his how i if in into is it its itself just keep let like make makes may me might more
    most must my need needs new no not now of off on once one only or other our out over own
    please put same set shall she should show so some something such take than that the
    their them then there these they thing things this those through to too two under until
    up us use used user users using very via want wants was we were what when where whether
    which while who why will with work would you your it's don't when whenever skill skills
    task tasks agent agents run build write add create creating created change changes fix
    update
    """.split()  # noqa: SIM905 - one word a literal would take 150 lines.
)
_ENDINGS = (
    "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ities", "ity", "ers", "er",
    "ures", "ure", "ness", "able", "ive", "ors", "or", "ies", "ied", "ed",
    "es", "ly", "al", "s", "e", "y",
)  # fmt: skip
_STEM_CHARS_MIN = 3


@dataclass(frozen=True, slots=True)
class WordMatch:
    """A process that shares words with a task: how well, and which words, the rarest first."""

    name: str
    share: float
    words: tuple[str, ...]


class WordIndex:
    """The words of all processes in use, weighted by how rare they are among them."""

    def __init__(self, texts: Mapping[str, tuple[str, str]]) -> None:
        """`texts` holds the title (with name and triggers) and the summary of each process."""
        self._terms: dict[str, Counter[str]] = {}
        self._titles: dict[str, frozenset[str]] = {}
        for name, (title, summary) in texts.items():
            in_title = Counter(_stems(title))
            self._titles[name] = frozenset(in_title)
            self._terms[name] = in_title + Counter(_stems(summary))
        self._holders = Counter(term for terms in self._terms.values() for term in terms)
        sizes = [sum(terms.values()) for terms in self._terms.values()]
        self._mean_size = sum(sizes) / len(sizes) if sizes else 1.0

    def matches(self, task: str) -> list[WordMatch]:
        """Return the processes that hold enough of a task's words, best first."""
        asked = {stem: word for word in _words(task) if (stem := _stem(word))}
        weights = {stem: self._weight(stem) for stem in asked}
        most = sum(weights.values())
        found = []
        for name in self._terms:
            held = [stem for stem in asked if stem in self._terms[name]]
            share = sum(weights[stem] for stem in held) / most if held else 0.0
            is_titled = any(stem in self._titles[name] for stem in held)
            if is_titled or (share >= COVERED_MIN and len(held) > 1):
                held.sort(key=lambda stem: -weights[stem])
                score = sum(weights[stem] * self._strength(name, stem) for stem in held)
                found.append((score, WordMatch(name, share, tuple(asked[stem] for stem in held))))
        found.sort(key=lambda each: (-each[0], each[1].name))
        return [match for _, match in found]

    def _weight(self, stem: str) -> float:
        holders = self._holders[stem]
        if not holders:
            return UNKNOWN_WEIGHT * math.log(1 + (len(self._terms) - 0.5) / 1.5)
        return math.log(1 + (len(self._terms) - holders + 0.5) / (holders + 0.5))

    def _strength(self, name: str, stem: str) -> float:
        terms = self._terms[name]
        length = 1 - LENGTH_SHARE + LENGTH_SHARE * sum(terms.values()) / self._mean_size
        count = terms[stem]
        strength = count * (SATURATION + 1) / (count + SATURATION * length)
        return strength * (TITLE_WEIGHT if stem in self._titles[name] else 1.0)


def _words(text: str) -> list[str]:
    within = normalised(text)
    words = [word for word in _WORD.findall(within) if len(word) >= _WORD_CHARS_MIN]
    for run in _UNSPACED_RUN.findall(within):
        words += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return [word for word in words if word not in _STOP_WORDS]


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _words(text)]


def _stem(word: str) -> str:
    """Return a word without its ending, so that "tests", "tested" and "testing" are one."""
    if not word.isascii() or not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_CHARS_MIN:
            return word[: -len(ending)]
    return word
