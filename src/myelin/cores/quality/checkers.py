"""The thirteen checks of a text: each takes the text and its parameters and yields places."""

import bisect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

PLACES_MAX = 10_000
_MATCHES_OF_A_LINE_MAX = 100


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text breaks a rule, from 1 and in characters, and what is wrong there."""

    line: int
    column: int
    message: str


class CheckedText:
    """A text with LF line ends, split once for all checks; a last line may lack its end."""

    def __init__(self, text: str) -> None:
        self.given = text
        self.text = text.replace("\r\n", "\n")
        self.lines = self.text.removesuffix("\n").split("\n") if self.text else []

    @cached_property
    def data(self) -> bytes:
        """The text as UTF-8; RE2 works on it."""
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(b"\n", self.data))]

    def found(self, pattern: Any) -> Iterator[tuple[int, int]]:
        """Yield line and column of every match of a pattern that takes a character.

        At most 100 matches of a line are counted. Each may read its line to the end, so without
        a bound one long line could take time quadratic in its length.
        """
        line_end, position, column, counted = -1, 0, 1, 0
        line = 0
        while match := pattern.search(self.data, position):
            start, end = match.span()
            if start >= line_end:
                line = bisect.bisect_right(self._line_starts, start)
                position, column, counted = self._line_starts[line - 1], 1, 0
                line_end = self._line_end(line)
            column += len(self.data[position:start].decode("utf-8", "surrogatepass"))
            if end > start:
                yield line, column
            counted += 1
            column += len(self.data[start:end].decode("utf-8", "surrogatepass"))
            position = max(end, start + 1) if counted < _MATCHES_OF_A_LINE_MAX else line_end
            if position > len(self.data):
                return

    def _line_end(self, line: int) -> int:
        return self._line_starts[line] if line < len(self._line_starts) else len(self.data) + 1


Parameters = Mapping[str, Any]
Checker = Callable[[CheckedText, Parameters], Iterator[Place]]


def _require_pattern(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    if parameters["pattern"].search(text.data) is None:
        yield Place(1, 1, "No line matches the required pattern.")


def _forbid_pattern(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    for line, column in text.found(parameters["pattern"]):
        yield Place(line, column, "This matches a forbidden pattern.")


def _require_all_of(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    for wanted in parameters["texts"]:
        if wanted not in text.text:
            yield Place(1, 1, f"The text `{wanted}` is missing.")


def _require_one_of(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    if not any(wanted in text.text for wanted in parameters["texts"]):
        wanted = ", ".join(f"`{wanted}`" for wanted in parameters["texts"])
        yield Place(1, 1, f"One of these texts is missing: {wanted}.")


def _max_line_length(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    limit = parameters["limit"]
    for number, line in enumerate(text.lines, 1):
        if len(line) > limit:
            message = f"The line has {len(line)} characters; at most {limit} are allowed."
            yield Place(number, limit + 1, message)


def _max_lines(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    limit = parameters["limit"]
    if len(text.lines) > limit:
        message = f"The text has {len(text.lines)} lines; at most {limit} are allowed."
        yield Place(limit + 1, 1, message)


def _max_bytes(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    limit = parameters["limit"]
    data = text.given.encode("utf-8", "surrogatepass")
    if len(data) <= limit:
        return
    # The line of the first byte over the limit; a character that it cuts is the one meant.
    start = data.rfind(b"\n", 0, limit) + 1
    column = len(data[start:limit].decode("utf-8", "ignore")) + 1
    line = data.count(b"\n", 0, limit) + 1
    yield Place(line, column, f"The text has {len(data)} bytes; at most {limit} are allowed.")


def _forbid_trailing_whitespace(text: CheckedText, _: Parameters) -> Iterator[Place]:
    for number, line in enumerate(text.lines, 1):
        if line[-1:].isspace():
            yield Place(number, len(line.rstrip()) + 1, "The line ends in blanks.")


def _max_consecutive_blank_lines(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    limit = parameters["limit"]
    blank = 0
    for number, line in enumerate(text.lines, 1):
        blank = 0 if line and not line.isspace() else blank + 1
        if blank == limit + 1:
            message = f"More than {limit} blank lines follow each other."
            yield Place(number, 1, message)


def _balanced_delimiters(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    pairs = parameters["pairs"]
    closer_of = dict(zip(pairs[::2], pairs[1::2], strict=True))
    delimiter = re.compile("[" + re.escape(pairs) + "]")
    wrong = _unbalanced(delimiter.findall(text.text), closer_of)
    if not wrong:
        return
    ordinals = sorted(wrong)[:PLACES_MAX]
    wanted = iter(ordinals)
    sought = next(wanted)
    line_starts = [0, *(match.end() for match in re.finditer("\n", text.text))]
    for ordinal, match in enumerate(delimiter.finditer(text.text)):
        if ordinal != sought:
            continue
        line = bisect.bisect_right(line_starts, match.start())
        yield Place(line, match.start() - line_starts[line - 1] + 1, wrong[ordinal])
        following = next(wanted, None)
        if following is None:
            return
        sought = following


def _unbalanced(delimiters: list[str], closer_of: Mapping[str, str]) -> dict[int, str]:
    wrong: dict[int, str] = {}
    waiting: list[tuple[str, int]] = []
    for ordinal, delimiter in enumerate(delimiters):
        closer = closer_of.get(delimiter)
        if closer is not None:
            waiting.append((closer, ordinal))
        elif not waiting:
            wrong[ordinal] = f"`{delimiter}` closes nothing."
        else:
            expected, _ = waiting.pop()
            if expected != delimiter:
                wrong[ordinal] = f"`{delimiter}` stands where `{expected}` is due."
    for closer, ordinal in waiting:
        wrong[ordinal] = f"`{delimiters[ordinal]}` is never closed by `{closer}`."
    return wrong


def _require_prefix(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    if not text.text.startswith(parameters["text"]):
        yield Place(1, 1, f"The text does not begin with `{parameters['text']}`.")


def _require_suffix(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    # A last line end is part of no suffix, unless the suffix itself has one.
    suffix = parameters["text"]
    if not text.text.endswith(suffix) and not text.text.removesuffix("\n").endswith(suffix):
        last = max(1, len(text.lines))
        yield Place(last, 1, f"The text does not end with `{suffix}`.")


def _require_unique_lines(text: CheckedText, parameters: Parameters) -> Iterator[Place]:
    first: dict[str, int] = {}
    for number, line in enumerate(text.lines, 1):
        seen = first.setdefault(line, number)
        if seen != number and not (parameters["ignore_blank"] and not line.strip()):
            yield Place(number, 1, f"The line repeats line {seen}.")


CHECKERS: Mapping[str, Checker] = {
    "require_pattern": _require_pattern,
    "forbid_pattern": _forbid_pattern,
    "require_all_of": _require_all_of,
    "require_one_of": _require_one_of,
    "max_line_length": _max_line_length,
    "max_lines": _max_lines,
    "max_bytes": _max_bytes,
    "forbid_trailing_whitespace": _forbid_trailing_whitespace,
    "max_consecutive_blank_lines": _max_consecutive_blank_lines,
    "balanced_delimiters": _balanced_delimiters,
    "require_prefix": _require_prefix,
    "require_suffix": _require_suffix,
    "require_unique_lines": _require_unique_lines,
}
