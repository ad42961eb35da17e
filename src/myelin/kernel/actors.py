"""Names that clients give themselves: none may look like what the program itself says."""

import re
import unicodedata

from myelin.kernel.audience import Origin

RESERVED = frozenset({*map(str, Origin), "reviewed", "unreviewed"})
"""The words by which the program says who wrote a text and whether a person reviewed it."""

# One letter for those that look alike, of the letters in these words; `i` and `1` look like `l`.
_LOOKALIKES = {
    "o": "0\u043e\u03bf\u0585\u2134\u1d0f",
    "w": "\u051d\u0461\u03c9\u1d21",
    "n": "\u043f\u0578\u03b7\u1d0e",
    "e": "3\u0435\u0454\u03b5",
    "r": "\u0433\u1d26\u0280",
    "h": "\u04bb\u0570\u043d",
    "s": "5\u0455\ua731",
    "t": "7\u0442\u03c4\u1d1b",
    "l": "1|i\u04cf\u0456\u03b9\u0131\u01c0\u0269\u029f",
    "p": "\u0440\u03c1\u1d18",
    "m": "\u043c\u1d0d",
    "v": "\u0475\u03bd\u1d20",
    "d": "\u0501\u1d05",
    "u": "\u057d\u03c5\u1d1c",
}
_SKELETON = str.maketrans({char: to for to, alike in _LOOKALIKES.items() for char in alike})
_SKELETONS = frozenset(word.translate(_SKELETON) for word in RESERVED)
_WORD = re.compile(r"[^\W_]+")
_BLANK_RUN = re.compile(r"\s\s")


def problem(name: str) -> str | None:
    """Return what is wrong with the name of an actor that the owner did not write, or None."""
    if _BLANK_RUN.search(name):
        return "holds two blanks in a row"
    # Twice: folding case can make letters that have another plain form.
    plain = _plain(_plain(name)).translate(_SKELETON).replace("vv", "w")
    words = _WORD.findall(plain)
    if words and ("".join(words) in _SKELETONS or _SKELETONS.issuperset(words)):
        return "is a word by which the program itself says who wrote something"
    return None


def _plain(name: str) -> str:
    """Return a name without case, accents, compatibility forms or invisible characters."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(
        char for char in folded if unicodedata.category(char) not in {"Mn", "Me", "Cf", "Cc"}
    )
