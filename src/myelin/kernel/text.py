"""Checks on texts of callers: no control characters, at least one visible character."""

import re
import unicodedata

# C0 and C1 without tab and newline; a carriage return would let one line paint over another.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_OR_BREAK = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9._-]+")


def slug(text: str) -> str:
    """Return a text as a slug (`Bug Fix` as `bug-fix`), or "" if it has no letter a-z or digit."""
    if _SLUG.fullmatch(text):
        return text
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return _NOT_IN_SLUG.sub("-", plain).strip("._-")[:63].rstrip("._-")


def first_control(text: str, *, one_line: bool) -> int | None:
    """Return the index of the first forbidden control character, or None.

    Tab is allowed, newline only where the text may have several lines.
    """
    match = (_CONTROL_OR_BREAK if one_line else _CONTROL).search(text)
    return None if match is None else match.start()


# Letters, symbols or unassigned to Unicode, and blank on every screen: Hangul fillers, the empty
# Braille cell, the note head that is not drawn, and what the standard reserves to be ignored.
_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0\U0001d159").union(
    map(chr, (*range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)))
)


def is_visible(text: str) -> bool:
    """Return whether anything of the text can be seen: not only white space and zero width."""
    return any(
        not char.isspace()
        and char not in _BLANK
        and unicodedata.category(char) not in {"Cf", "Cc", "Mn", "Me"}
        for char in text
    )
