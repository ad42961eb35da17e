"""Compiled RE2 patterns and the pieces that rules build them from."""

import functools
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


def alnum(shortest: int, longest: int | None = None) -> str:
    """Return a pattern for so many ASCII letters and digits, open-ended without `longest`."""
    return "[A-Za-z0-9]" + _counted(shortest, longest)


def word(shortest: int, longest: int | None = None) -> str:
    """Return a pattern for so many letters, digits, `_` and `-`."""
    return r"[A-Za-z0-9_\-]" + _counted(shortest, longest)


def base64(shortest: int, longest: int | None = None) -> str:
    """Return a pattern for so many characters of standard base64, padding left out."""
    return "[A-Za-z0-9+/]" + _counted(shortest, longest)


def hexadecimal(shortest: int, longest: int | None = None) -> str:
    """Return a pattern for so many hexadecimal digits of either case."""
    return "[0-9A-Fa-f]" + _counted(shortest, longest)


def _counted(shortest: int, longest: int | None) -> str:
    if longest == shortest:
        return f"{{{shortest}}}"
    return f"{{{shortest},{'' if longest is None else longest}}}"
