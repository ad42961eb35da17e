"""The text that a standard checks: its lines with their numbers, and what is left unchecked."""

import bisect
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

PLAIN, MARKDOWN, COMMIT_MESSAGE = "text", "markdown", "commit-message"
FORMATS = {
    PLAIN: "Every line is checked as it is. This is the default.",
    MARKDOWN: (
        "Fenced code blocks, code spans and comments are not checked. Checks that ask for a text"
        " (`require_all_of`, `require_one_of`, `require_prefix`, `require_suffix`) see them."
    ),
    COMMIT_MESSAGE: (
        "Comment lines of git (`# …`) and all lines from the scissors line on are cut. A message"
        " that git wrote (`Merge …`, `Revert …`, `fixup! …`, `squash! …`, `amend! …`) passes."
    ),
}
# No letter, blank or punctuation that a pattern of prose asks for.
_MASK = "\ufffc"
_FENCE = re.compile(r" {0,3}(?:> ?)*(?:[-*+] +|\d+[.)] +)? *(`{3,}|~{3,})(.*)$")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_GIT_COMMENT = re.compile(r"#(?:[ \t]|$)")
_SCISSORS = re.compile(r"# -{5,} >8 -{5,}")
_WRITTEN_BY_GIT = re.compile(
    r"(?:Merge (?:branch|branches|remote-tracking|pull request|tag|commit|\S+ (?:of|into) )"
    r"|(?:Revert|Reapply) \"|(?:fixup|squash|amend)! )"
)
# How many bytes all searches of one text may read, assumed that each reads its line to the end.
_READ_BYTES_MAX = 1 << 27


class CheckedText:
    """A text split into lines once for all checks. LF, CRLF and a missing last LF count alike.

    `lines` are the lines that a check may report, with code masked; `numbers` are their line
    numbers in the given text. `whole` is the same text without masks.
    """

    def __init__(self, text: str, format: str = PLAIN) -> None:
        self.given = text
        unified = text.replace("\r\n", "\n")
        lines = unified.removesuffix("\n").split("\n") if unified else []
        self.numbers = list(range(1, len(lines) + 1))
        self.unchecked: frozenset[int] = frozenset()
        self.is_exempt = False
        end = "\n" if unified.endswith("\n") else ""
        if format == COMMIT_MESSAGE:
            self.numbers = _kept_of_message(lines)
            lines = [lines[number - 1] for number in self.numbers]
            self.is_exempt = bool(lines) and _WRITTEN_BY_GIT.match(lines[0]) is not None
        self.whole = "\n".join(lines) + (end if lines else "")
        self.line_count = len(lines)
        if format == MARKDOWN and lines:
            lines, self.unchecked = _without_code(lines)
        self.lines = lines
        self.text = "\n".join(lines) + (end if lines else "")

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the text of every line that is not all code."""
        for index, line in enumerate(self.lines):
            if index not in self.unchecked:
                yield self.numbers[index], line

    def number(self, index: int) -> int:
        """Return the line number in the given text of a line by its index from 0."""
        return self.numbers[index] if index < len(self.numbers) else max(1, len(self.numbers))

    @cached_property
    def data(self) -> bytes:
        """The text as UTF-8; RE2 works on it."""
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(b"\n", self.data))]

    def found(self, pattern: Any, *, is_bounded: bool) -> Iterator[tuple[int, int]]:
        """Yield line and column of every match of a pattern that takes at least one character.

        A search may read its line to the end, so many matches in one long line could take time
        quadratic in its length. If the length of a match is not bounded, the search ends when all
        searches together may have read 128 MiB.
        """
        line_end, position, column, index, read_bytes = -1, 0, 1, 0, 0
        while match := pattern.search(self.data, position):
            start, end = match.span()
            if start >= line_end:
                index = bisect.bisect_right(self._line_starts, start) - 1
                position, column = self._line_starts[index], 1
                line_end = self._line_end(index)
            column += len(self.data[position:start].decode("utf-8", "surrogatepass"))
            if end > start and index not in self.unchecked:
                yield self.number(index), column
            column += len(self.data[start:end].decode("utf-8", "surrogatepass"))
            read_bytes += 0 if is_bounded else line_end - start
            position = max(end, start + 1) if read_bytes < _READ_BYTES_MAX else line_end
            if position > len(self.data):
                return

    def _line_end(self, index: int) -> int:
        following = index + 1
        starts = self._line_starts
        return starts[following] if following < len(starts) else len(self.data) + 1


def _kept_of_message(lines: list[str]) -> list[int]:
    """Return the numbers of the lines that git keeps of a commit message."""
    kept = []
    for number, line in enumerate(lines, 1):
        if _SCISSORS.match(line):
            break
        if not _GIT_COMMENT.match(line):
            kept.append(number)
    # Git cuts blank lines before the subject only below comments that were cut.
    while kept and kept[0] > 1 and not lines[kept[0] - 1].strip():
        kept.pop(0)
    return kept


def _without_code(lines: list[str]) -> tuple[list[str], frozenset[int]]:
    """Return lines of Markdown with code masked, and the indexes of the lines that are all code."""
    masked = list(lines)
    code: set[int] = set()
    fence = ""
    for index, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence:
            code.add(index)
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
            code.add(index)
    for index in code:
        masked[index] = _MASK * len(lines[index])
    text = _COMMENT.sub(_masked, "\n".join(masked))
    return [_SPAN.sub(_masked, line) for line in text.split("\n")], frozenset(code)


def _masked(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", _MASK, found[0])
