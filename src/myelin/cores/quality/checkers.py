"""The thirteen checks of a text: what each is called, what it takes, and how it finds places.

One table, `CHECKS`, names them all: documents are read by it, texts are checked by it, and the
reference page is written from it.
"""

import bisect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from myelin.cores.quality import parameters
from myelin.cores.quality.text import CheckedText

PLACES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where a text breaks a rule, from 1 and in characters, and what is wrong there."""

    line: int
    column: int
    message: str


Values = Mapping[str, Any]


def _require_pattern(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    if given["pattern"].compiled.search(text.data) is None:
        yield Mismatch(1, 1, "No line matches the required pattern.")


def _forbid_pattern(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    pattern = given["pattern"]
    for line, column in text.found(pattern.compiled, is_bounded=pattern.is_bounded):
        yield Mismatch(line, column, "This matches a forbidden pattern.")


def _require_all_of(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    for wanted in given["texts"]:
        if wanted not in text.whole:
            yield Mismatch(1, 1, f"The text `{wanted}` is missing.")


def _require_one_of(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    if not any(wanted in text.whole for wanted in given["texts"]):
        wanted = ", ".join(f"`{wanted}`" for wanted in given["texts"])
        yield Mismatch(1, 1, f"One of these texts is missing: {wanted}.")


def _max_line_length(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    limit = given["limit"]
    for number, line in text.numbered():
        if len(line) > limit:
            message = f"The line has {len(line)} characters; at most {limit} are allowed."
            yield Mismatch(number, limit + 1, message)


def _max_lines(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    limit = given["limit"]
    if text.line_count > limit:
        message = f"The text has {text.line_count} lines; at most {limit} are allowed."
        yield Mismatch(text.number(limit), 1, message)


def _max_bytes(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    limit = given["limit"]
    data = text.given.encode("utf-8", "surrogatepass")
    if len(data) <= limit:
        return
    # The line of the first byte over the limit; a character that it cuts is the one meant.
    start = data.rfind(b"\n", 0, limit) + 1
    column = len(data[start:limit].decode("utf-8", "ignore")) + 1
    line = data.count(b"\n", 0, limit) + 1
    yield Mismatch(line, column, f"The text has {len(data)} bytes; at most {limit} are allowed.")


def _forbid_trailing_whitespace(text: CheckedText, _: Values) -> Iterator[Mismatch]:
    for number, line in text.numbered():
        if line[-1:].isspace():
            yield Mismatch(number, len(line.rstrip()) + 1, "The line ends in blanks.")


def _max_consecutive_blank_lines(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    limit = given["limit"]
    blank = 0
    for index, line in enumerate(text.lines):
        is_blank = index not in text.unchecked and not line.strip()
        blank = blank + 1 if is_blank else 0
        if blank == limit + 1:
            message = f"More than {limit} blank lines follow each other."
            yield Mismatch(text.number(index), 1, message)


def _balanced_delimiters(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    pairs = given["pairs"]
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
        index = bisect.bisect_right(line_starts, match.start()) - 1
        yield Mismatch(text.number(index), match.start() - line_starts[index] + 1, wrong[ordinal])
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


def _require_prefix(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    if not text.whole.startswith(given["text"]):
        yield Mismatch(1, 1, f"The text does not begin with `{given['text']}`.")


def _require_suffix(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    # A last line end is part of no suffix, unless the suffix itself has one.
    suffix = given["text"]
    if not text.whole.endswith(suffix) and not text.whole.removesuffix("\n").endswith(suffix):
        yield Mismatch(
            text.number(max(0, text.line_count - 1)), 1, f"The text does not end with `{suffix}`."
        )


def _require_unique_lines(text: CheckedText, given: Values) -> Iterator[Mismatch]:
    first: dict[str, int] = {}
    for number, line in text.numbered():
        seen = first.setdefault(line, number)
        if seen != number and not (given["ignore_blank"] and not line.strip()):
            yield Mismatch(number, 1, f"The line repeats line {seen}.")


@dataclass(frozen=True, slots=True)
class Check:
    """One check: how it finds places in a text, its parameters, and what a violation means."""

    find: Callable[[CheckedText, Values], Iterator[Mismatch]]
    parameters: parameters.Parameters
    doc: str


CHECKS: Mapping[str, Check] = {
    "require_pattern": Check(
        _require_pattern,
        parameters.PATTERN,
        "No line matches the pattern. It is reported at line 1, column 1.",
    ),
    "forbid_pattern": Check(
        _forbid_pattern,
        parameters.PATTERN,
        f"Every match of the pattern. Counting ends at {PLACES_MAX:,} matches.",
    ),
    "require_all_of": Check(
        _require_all_of,
        parameters.TEXTS,
        "Each text that is missing. It is reported at line 1, column 1.",
    ),
    "require_one_of": Check(
        _require_one_of,
        parameters.TEXTS,
        "None of the texts is there. It is reported at line 1, column 1.",
    ),
    "max_line_length": Check(
        _max_line_length,
        parameters.LIMIT,
        "Every line with more characters, at the first character over the limit.",
    ),
    "max_lines": Check(_max_lines, parameters.LIMIT, "The first line over the limit."),
    "max_bytes": Check(
        _max_bytes, parameters.LIMIT, "The character that holds the first byte over the limit."
    ),
    "forbid_trailing_whitespace": Check(
        _forbid_trailing_whitespace, {}, "Every line that ends in white space, where it begins."
    ),
    "max_consecutive_blank_lines": Check(
        _max_consecutive_blank_lines,
        parameters.LIMIT,
        "The first blank line over the limit, in each run of blank lines.",
    ),
    "balanced_delimiters": Check(
        _balanced_delimiters,
        parameters.PAIRS,
        "An opener that is never closed, a closer without an opener, and a closer of another"
        " opener.",
    ),
    "require_prefix": Check(
        _require_prefix, parameters.TEXT, "The text does not begin with it. Reported at line 1."
    ),
    "require_suffix": Check(
        _require_suffix,
        parameters.TEXT,
        "The text does not end with it. Reported at the last line. A last line end is ignored.",
    ),
    "require_unique_lines": Check(
        _require_unique_lines,
        parameters.IGNORE_BLANK,
        "Every line that repeats an earlier one. The message names the first of them.",
    ),
}
