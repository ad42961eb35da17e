"""Compiled RE2 patterns and the pieces that rules build them from."""

import functools
from collections.abc import Iterator
from typing import Any

# What one pattern may hold of memory, states that RE2 built on the way included.
_PROGRAM_BYTES_MAX = 8 << 20


@functools.cache
def pattern(text: str, *, ignore_case: bool = False) -> Any:
    """Return the RE2 pattern over bytes; `.` and classes mean one byte, literals are UTF-8.

    RE2 searches in linear time whatever the pattern, so no hostile text can stall a scan.
    """
    # RE2 is a C++ library: it is loaded by the first scan, not by every start of the program.
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = _PROGRAM_BYTES_MAX
    options.case_sensitive = not ignore_case
    options.log_errors = False
    return re2.compile(text.encode(), options)


def matches(text: str, data: bytes, *, ignore_case: bool = False) -> Iterator[Any]:
    """Yield every match over bytes; the delimiter behind one group may begin the next match."""
    search = pattern(text, ignore_case=ignore_case).search
    position = 0
    while match := search(data, position):
        yield match
        position = max(match.end(1), match.start() + 1)


def escaped(literal: str) -> str:
    """Return a pattern for a literal text."""
    plain = (char.isalnum() or char == "_" or not char.isascii() for char in literal)
    return "".join(c if keep else f"\\{c}" for c, keep in zip(literal, plain, strict=True))
