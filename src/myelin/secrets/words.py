"""The words that introduce credentials: words.txt as tables, and as pieces of RE2 patterns."""

import functools
from collections.abc import Iterable
from importlib import resources

from myelin.secrets.patterns import escaped

ENGLISH = "en"
_LATIN_END = "\u0370"


@functools.cache
def words() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return kind -> language -> words, as words.txt lists them."""
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    text = resources.files(__package__).joinpath("words.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, language, listed = line.split(" ", 2)
            table.setdefault(kind, {})[language] = tuple(listed.split(", "))
    return table


def english(*kinds: str) -> str:
    """Return a pattern for the English words of some kinds."""
    return _any_of(word for kind in kinds for word in words()[kind][ENGLISH])


def foreign(*kinds: str) -> str:
    """Return a pattern for the words of some kinds in all languages but English."""
    return _any_of(
        word
        for kind in kinds
        for language, listed in words()[kind].items()
        if language != ENGLISH
        for word in listed
    )


def latin(kind: str) -> str:
    """Return a pattern for the words of a kind in Latin letters: blanks separate them."""
    return _any_of(word for word in _all(kind) if word < _LATIN_END)


def unspaced(kind: str) -> str:
    """Return a pattern for the words of a kind in other letters: a blank may be missing."""
    return _any_of(word for word in _all(kind) if word >= _LATIN_END)


def _all(kind: str) -> list[str]:
    return [word for listed in words()[kind].values() for word in listed]


def _any_of(listed: Iterable[str]) -> str:
    # RE2 takes the first alternative that matches: the longer word must stand first.
    ordered = sorted(set(listed), key=lambda word: (-len(word), word))
    return "|".join(escaped(word).replace(r"\ ", r"[_\-. ]?") for word in ordered)
