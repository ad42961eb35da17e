"""The parameters that a check takes: how each kind is read from a document, and its limits."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from myelin.documents.expression import PatternRefused, compiled
from myelin.documents.reader import Field, Reader

TEXT_BYTES_MAX = 1024
TEXTS_MAX = 64
LIMIT_MAX = 1_000_000_000
PAIRS_BYTES_MAX = 64
DEFAULT_PAIRS = "()[]{}"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a check: how it is read, whether it must be there, and its description."""

    read: Callable[[Reader, Field | None], Any]
    doc: str
    required: bool = True


Parameters = Mapping[str, Parameter]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled RE2 pattern; `is_bounded` says that a match cannot be of any length."""

    compiled: Any
    is_bounded: bool


def read_pattern(reader: Reader, at: Field | None) -> Pattern | None:
    """Return the compiled RE2 pattern of a field, or None."""
    return _pattern(reader, at)


def read_command(reader: Reader, at: Field | None) -> Pattern | None:
    """Return a pattern that matches from the beginning of a line, or None."""
    return _pattern(reader, at, at_line_start=True)


def _pattern(reader: Reader, at: Field | None, *, at_line_start: bool = False) -> Pattern | None:
    source = reader.text(at, bytes_max=TEXT_BYTES_MAX, blank=True)
    if at is None or not source:
        return None
    try:
        return Pattern(
            compiled(source, at_line_start=at_line_start), _UNBOUNDED.search(source) is None
        )
    except PatternRefused as refused:
        where = "" if refused.offset_chars is None else f" at character {refused.offset_chars + 1}"
        reader.refuse(at, "pattern", f"The pattern {refused.reason}{where}.")
        return None


# Seen in a class or behind a backslash too: then a bounded pattern only counts as unbounded.
_UNBOUNDED = re.compile(r"[*+]|\{\d+,\}")


def _raw_text(reader: Reader, at: Field | None) -> str:
    return reader.text(at, bytes_max=TEXT_BYTES_MAX, lines=True, blank=True)


def _texts(reader: Reader, at: Field | None) -> tuple[str, ...]:
    return reader.each(at, 1, TEXTS_MAX, lambda item: _raw_text(reader, item))


def _limit(reader: Reader, at: Field | None) -> int:
    return reader.integer(at, 0, LIMIT_MAX)


def _pairs(reader: Reader, at: Field | None) -> str:
    text = reader.text(at, bytes_max=PAIRS_BYTES_MAX)
    if at is None:
        return DEFAULT_PAIRS
    if text and (len(text) % 2 or len(set(text)) != len(text)):
        reader.refuse(at, "pairs", "Write openers and closers in turn, each once, such as ()[].")
        return DEFAULT_PAIRS
    return text


def _truth(reader: Reader, at: Field | None) -> bool:
    return reader.truth(at, default=True)


PATTERN: Parameters = {
    "pattern": Parameter(read_pattern, "An RE2 pattern. It is matched line by line."),
}
TEXTS: Parameters = {
    "texts": Parameter(
        _texts, f"A list of 1 to {TEXTS_MAX} texts, compared character by character."
    ),
}
LIMIT: Parameters = {
    "limit": Parameter(_limit, f"A whole number from 0 to {LIMIT_MAX}."),
}
TEXT: Parameters = {"text": Parameter(_raw_text, "A text, compared character by character.")}
PAIRS: Parameters = {
    "pairs": Parameter(
        _pairs,
        f"Openers and closers in turn. The default is `{DEFAULT_PAIRS}`.",
        required=False,
    ),
}
IGNORE_BLANK: Parameters = {
    "ignore_blank": Parameter(
        _truth, "Whether blank lines may repeat. The default is true.", required=False
    ),
}
