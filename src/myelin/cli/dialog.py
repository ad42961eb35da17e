"""The one dialog in which a person decides: the whole content first, then the question.

The content comes from a brain and may be hostile. It can neither hide nor imitate what the program
says: every row of it begins with a gutter that only the program writes, no row is wider than the
terminal, invisible characters are shown as code points, long runs of blanks are folded, and nothing
is asked before the last page was shown.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Protocol

from myelin.kernel.decision import Question

GUTTER = "| "
NOTE = "~ "
WIDTH_MIN, HEIGHT_MIN = 20, 8

# Longer runs are folded into a note with their count; code is rarely indented deeper.
_BLANKS_MAX = 16
_BLANK_LINES_MAX = 1
# Marks above this number on one character would paint over the rows around it.
_MARKS_MAX = 2
_FACT_CHARS_MAX = 200
_TAB = "    "
_BLANK_SYMBOLS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5")
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


class Screen(Protocol):
    """What a dialog needs of a terminal."""

    def size(self) -> tuple[int, int]:
        """Return the columns and rows."""

    def write(self, text: str) -> None:
        """Write text as it is."""

    def read_line(self) -> str | None:
        """Return the next line that is typed, without its end, or None at the end of input."""

    def forget_typed(self) -> None:
        """Drop what was typed before now."""


def decide(screen: Screen, question: Question) -> bool:
    """Show a question and return whether the person agreed; anything unclear is a no.

    If the window changes its size between two pages, the content starts again in the new size.
    """
    shown = 0
    size = screen.size()
    pages = _pages(question, *size)
    while shown < len(pages) - 1:
        screen.write("\n".join(pages[shown]) + "\n")
        screen.forget_typed()
        screen.write(_page_prompt(shown + 1, len(pages), size[0]))
        typed = screen.read_line()
        if typed is None or typed.strip().casefold() in ("q", "n", "no"):
            return False
        shown += 1
        if screen.size() != size:
            size, shown = screen.size(), 0
            pages = _pages(question, *size)
    screen.write("\n".join(pages[-1]) + "\n")
    screen.forget_typed()
    screen.write(_prompt(question))
    answer = (screen.read_line() or "").strip()
    if question.typed is not None:
        return answer == question.typed
    return answer.casefold() in ("y", "yes")


def rows(text: str, width: int) -> list[str]:
    """Return a text as rows of at most `width` cells, each with a gutter of the program's own.

    Runs of blank lines and of blanks are folded, with their count. Everything that cannot be seen,
    or that could act on a terminal, stands as its code point.
    """
    width = max(width, WIDTH_MIN)
    out: list[str] = []
    blank = 0
    for line in [*_lines(text), None]:
        if line is not None and not line.strip():
            blank += 1
            continue
        if blank > _BLANK_LINES_MAX:
            out.append(f"{NOTE}{blank} blank lines")
        elif blank and line is not None:
            out.append(GUTTER.rstrip())
        blank = 0
        if line is not None:
            out += [GUTTER + row for row in _wrapped(_visible(line), width - len(GUTTER))]
    return out


def _lines(text: str) -> list[str]:
    # Every character that some terminal or reader takes for a line break ends a line here as well.
    return re.split("\r\n|[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]", text)


def _visible(line: str) -> list[str]:
    """Return a line as pieces that stay together: characters, code points, notes on blanks."""
    pieces: list[str] = []
    marks = 0
    for run in re.finditer(r"[ \t]+|[^ \t]", line):
        found = run[0]
        if found[0] in " \t":
            blanks = len(found.replace("\t", _TAB))
            pieces += [" "] * blanks if blanks <= _BLANKS_MAX else [f"<{blanks} blanks>"]
            marks = 0
            continue
        category = unicodedata.category(found)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        # A mark without a character of its own would be painted over the gutter.
        stray = marks > _MARKS_MAX or (marks > 0 and (not pieces or pieces[-1] == " "))
        if stray or _is_hidden(found, category):
            pieces.append(f"<U+{ord(found):04X}>")
        elif marks:
            pieces[-1] += found
        else:
            pieces.append(found)
    return pieces


def _is_hidden(char: str, category: str) -> bool:
    if category in _INVISIBLE_CATEGORIES or char in _BLANK_SYMBOLS:
        return True
    if category == "Zs":
        return char != " "
    # Variation selectors and the grapheme joiner are marks that nobody sees.
    return category == "Mn" and (
        "VARIATION SELECTOR" in unicodedata.name(char, "") or char == "\u034f"
    )


def _wrapped(pieces: Sequence[str], width: int) -> list[str]:
    out, row, used = [], "", 0
    for piece in pieces:
        cells = sum(map(_cells, piece))
        if used + cells > width and row:
            out.append(row.rstrip(" ") if row.strip() else row)
            row, used = "", 0
        row += piece
        used += cells
    return [*out, row]


def _cells(char: str) -> int:
    """Return an upper bound of the cells that a terminal gives a character.

    Terminals disagree about emoji and about ambiguous characters; counting too many only makes a
    row shorter, while counting too few would let it run on without a gutter.
    """
    if char.isascii():
        return 1
    if unicodedata.category(char) == "So" or unicodedata.east_asian_width(char) in "WFA":
        return 2
    return 1


def _pages(question: Question, width: int, height: int) -> list[list[str]]:
    """Return the rows of each page; the last one ends with act and facts, above the question."""
    width, height = max(width, WIDTH_MIN), max(height, HEIGHT_MIN)
    content: list[str] = []
    for heading, text in question.content:
        content += [*_program(heading, width), *rows(text, width)]
    closing = _closing(question, width)
    # One row is for the question itself, and a further one for what is typed.
    room = height - 2
    if len(content) + len(closing) <= room:
        return [content + closing]
    # The end of the content stands above the question, as far as there is room.
    tail = max(0, room - len(closing))
    head = content[: len(content) - tail]
    step = height - 1
    pages = [head[at : at + step] for at in range(0, len(head), step)]
    return [*pages, content[len(content) - tail :] + closing]


def _closing(question: Question, width: int) -> list[str]:
    out = ["-" * width] if question.content else []
    out += _program(question.act, width)
    names = max((len(name) for name, _ in question.facts), default=0)
    for name, value in question.facts:
        shown = "".join(_visible(" ".join(value.split())))
        if len(shown) > _FACT_CHARS_MAX:
            shown = shown[:_FACT_CHARS_MAX] + "..."
        out += _program(f"{name:<{names}}  {shown}", width)
    return out


def _program(text: str, width: int) -> list[str]:
    """Return the program's own words as rows; what they quote is made visible too."""
    return [row for line in _lines(text) for row in _wrapped(_visible(line), width)]


def _prompt(question: Question) -> str:
    if question.typed is None:
        return "Do you agree? [y/N] "
    return "Type the id to agree: "


def _page_prompt(page: int, pages: int, width: int) -> str:
    text = f"-- page {page} of {pages}: Enter for the next, q to decline -- "
    return text if len(text) < width else f"-- {page}/{pages} -- "
