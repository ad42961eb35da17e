"""Patterns in documents: RE2, matched line by line, never with the empty string."""

from typing import Any

PATTERN_BYTES_MAX = 1024
# Texts in which an assertion such as `\\b` or `^` would match without taking a character.
_PROBES = (b"", b"a", b" a ", b"a-b", b"A1_b.c")


class PatternRefused(Exception):
    """A pattern cannot be used: the reason and, if RE2 gave it, the offset in characters."""

    def __init__(self, reason: str, offset_chars: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset_chars = offset_chars


def compiled(pattern: str, *, at_line_start: bool = False) -> Any:
    """Return the compiled RE2 pattern over UTF-8 bytes. It matches within lines.

    `^` and `$` match at the ends of a line. With `at_line_start` the pattern matches only from the
    beginning of a line. RE2 takes time linear in the text, so no standard can hang a check.

    Raises:
        PatternRefused: it is too long, it is not RE2, or it can match the empty string.
    """
    # A C++ library of 20 ms: loaded by the first standard that is read.
    import re2

    if len(pattern.encode()) > PATTERN_BYTES_MAX:
        raise PatternRefused(f"is longer than {PATTERN_BYTES_MAX} bytes")
    options = re2.Options()
    options.never_nl = True
    options.log_errors = False
    try:
        # The pattern alone first, so that an offset is one into what the author wrote.
        re2.compile(pattern, options)
        whole = re2.compile(f"(?m:{'^' * at_line_start}(?:{pattern}))".encode(), options)
    except re2.error as error:
        raise _refused(pattern, error) from None
    for probe in _PROBES:
        if any(match.start() == match.end() for match in whole.finditer(probe)):
            raise PatternRefused("can match the empty string")
    return whole


def _refused(pattern: str, error: Exception) -> PatternRefused:
    text = error.args[0] if error.args else ""
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    reason, _, fragment = text.partition(": ")
    at = pattern.find(fragment) if fragment else -1
    return PatternRefused(f"is not a valid RE2 pattern ({reason})", at if at >= 0 else None)
