"""Where output goes: documents and results to standard output, remarks to standard error.

With `--json` the document is all there is: shells of agents merge the two streams.
"""

import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

from myelin.cli.escape import escape_line, escape_text, to_json


@dataclass(frozen=True)
class Block:
    """A heading with facts beside it, and a text below."""

    heading: str
    facts: Sequence[str] = ()
    text: str = ""
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class Table:
    """Rows of short texts. Cells of the `wide` columns fold; all others are printed whole."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    wide: Sequence[str] = ()
    """Names of columns. Without any it is the last one."""


@dataclass(frozen=True)
class Facts:
    """Names and their values, one pair a line; long values are wrapped, never cut."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Lines:
    """Lines that are printed as they are, however long, so that they can be copied."""

    lines: Sequence[str]


Part = Block | Facts | Table | Lines

_WIDE_MIN = 12
"""Columns whose cells fold are never narrower than this, in cells of the terminal."""


@dataclass
class Console:
    """The two streams of a command, and whether a program reads the first one."""

    json: bool = False
    output: IO[str] = field(default_factory=lambda: sys.stdout)
    remarks: IO[str] = field(default_factory=lambda: sys.stderr)

    def result(self, document: Mapping[str, Any], *parts: Part) -> None:
        """Print the result of a command: one JSON document, or its parts for a person."""
        if self.json:
            self.document(document)
        else:
            show(self.output, *parts)

    def document(self, document: Mapping[str, Any]) -> None:
        """Print one JSON document as UTF-8, also on a terminal with another encoding."""
        line = to_json(document) + "\n"
        self.output.flush()
        buffer = getattr(self.output, "buffer", None)
        if buffer is None:
            self.output.write(line)
        else:
            buffer.write(line.encode("utf-8"))
            buffer.flush()

    def raw(self, text: str) -> None:
        """Print a document byte by byte where a file or program takes it, escaped on a terminal."""
        self.output.flush()
        buffer = getattr(self.output, "buffer", None)
        if self.output.isatty() or buffer is None:
            self.output.write(escape_text(text))
            self.output.flush()
        else:
            buffer.write(text.encode("utf-8"))
            buffer.flush()

    def line(self, text: str) -> None:
        """Print lines for the person."""
        show(self.output, Lines(text.split("\n")))

    def remark(self, text: str) -> None:
        """Print a line for the person beside the result; nothing where a program reads."""
        if not self.json:
            show(self.remarks, Lines(text.split("\n")))


def prepare_streams() -> None:
    """Make the standard streams print unencodable characters as codes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def show(stream: IO[str], *parts: Part) -> None:
    """Print parts: laid out on a terminal, as plain lines anywhere else."""
    if stream.isatty():
        _show_on_terminal(stream, parts)
        return
    for part in parts:
        for line in _plain(part):
            stream.write(line + "\n")
    stream.flush()


def _plain(part: Part) -> list[str]:
    if isinstance(part, Lines):
        return [escape_line(line) for line in part.lines]
    if isinstance(part, Table | Facts):
        rows = part.rows if isinstance(part, Table) else part.pairs
        return ["\t".join(escape_line(cell) for cell in row) for row in rows]
    heading = "  ".join([escape_line(part.heading), *map(escape_line, part.facts)])
    body = escape_text(part.text).split("\n") if part.text else []
    remarks = [escape_line(remark) for remark in part.remarks]
    return [heading, *(f"  {line}" for line in body), *(f"  {line}" for line in remarks)]


def _show_on_terminal(stream: IO[str], parts: Sequence[Part]) -> None:
    # Imported here: a command in a pipe has no use for it, and it takes 60 ms to load.
    from rich.console import Console as Rich

    width = shutil.get_terminal_size().columns
    rich = Rich(file=stream, width=width, highlight=False, markup=False, emoji=False)
    for part in parts:
        for renderable in _laid_out(part, width):
            rich.print(renderable, soft_wrap=isinstance(part, Lines))


def _laid_out(part: Part, width: int) -> list[Any]:
    from rich.text import Text

    match part:
        case Lines():
            return [Text(escape_line(line)) for line in part.lines]
        case Block():
            return _laid_out_block(part)
        case Facts():
            return [_grid(part)]
        case Table():
            return _table(part, width)


def _laid_out_block(part: Block) -> list[Any]:
    from rich.padding import Padding
    from rich.text import Text

    heading = Text(escape_line(part.heading), style="bold")
    for fact in part.facts:
        heading.append("  " + escape_line(fact), style="not bold dim")
    body: list[Any] = [heading]
    if part.text:
        body.append(Padding(Text(escape_text(part.text)), (0, 0, 0, 2)))
    body += [
        Padding(Text(escape_line(remark), style="yellow"), (0, 0, 0, 2)) for remark in part.remarks
    ]
    return body


def _grid(part: Facts) -> Any:
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for name, value in part.pairs:
        grid.add_row(Text(escape_line(name)), Text(escape_line(value)))
    return grid


def _table(part: Table, width: int) -> list[Any]:
    """Return a table; where its firm columns leave no room, wide cells stand below their row."""
    from rich.cells import cell_len
    from rich.padding import Padding
    from rich.table import Table as RichTable
    from rich.text import Text

    wide = {part.columns.index(name) for name in part.wide or part.columns[-1:]}
    rows = [[escape_line(cell) for cell in row] for row in part.rows]
    firm = [at for at in range(len(part.columns)) if at not in wide]
    widths = {at: max(cell_len(row[at]) for row in (part.columns, *rows)) for at in firm}
    if sum(widths.values()) + len(firm) + len(wide) * (_WIDE_MIN + 1) > width:
        below: list[Any] = []
        for row in rows:
            lines = _joined([row[at] for at in firm], width)
            below += [Text(line, style="bold", overflow="fold") for line in lines]
            below += [Padding(Text(row[at], overflow="fold"), (0, 0, 0, 2)) for at in sorted(wide)]
        return below
    table = RichTable(box=None, pad_edge=False, header_style="bold")
    for at, column in enumerate(part.columns):
        if at in wide:
            table.add_column(Text(column), overflow="fold", min_width=_WIDE_MIN)
        else:
            table.add_column(Text(column), no_wrap=True, min_width=widths[at])
    for row in rows:
        table.add_row(*map(Text, row))
    return [table]


def _joined(cells: Sequence[str], width: int) -> list[str]:
    """Return cells on as few lines as they fit, none of them broken that fits a line."""
    from rich.cells import cell_len

    lines: list[str] = []
    for cell in cells:
        if lines and cell_len(lines[-1]) + 2 + cell_len(cell) <= width:
            lines[-1] += f"  {cell}"
        else:
            lines.append(cell)
    return lines
