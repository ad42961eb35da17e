"""Values in the column whose head names a credential: CSV, tab-separated and Markdown tables."""

from collections.abc import Iterable, Iterator

from myelin.secrets.connections import Introduction, Tie
from myelin.secrets.entropy import RULE_ASSIGNED, is_credential
from myelin.secrets.names import Name
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject
from myelin.secrets.values import Value

_DELIMITERS = (b"|", b"\t", b";", b",")
_ROWS_MAX = 30
_HEAD_BYTES_MAX = 400
_COLUMN_MAX = 20
_HEAD = r"[\w \t,;|\-.\"'`*/\r\x80-\xff]{1,400}"
_NO_CELL = frozenset(b" ()<>{}")
# What may follow a head: a delimiter, or nothing more on the line.
_AFTER_HEAD = (*_DELIMITERS, b"\n", b"")
_DRESSING = b" \t\r\"'`*"


def find_in_tables(subject: Subject, names: Iterable[Name]) -> Iterator[RuleHit]:
    """Yield the credentials in the rows below a head that names them."""
    # How far the rows of a column were examined: a head inside them is a row.
    examined: dict[tuple[bytes, int], int] = {}
    for name in names:
        if subject.data[name.end : name.end + 4].lstrip(_DRESSING)[:1] not in _AFTER_HEAD:
            continue
        line_start, line_end = subject.line_start(name.start), subject.line_end(name.end)
        if line_end - line_start > _HEAD_BYTES_MAX or line_end >= len(subject.data):
            continue
        head = subject.data[line_start:line_end]
        delimiter = _delimiter(subject.data, name, line_end)
        if delimiter is None or not pattern(_HEAD).fullmatch(head):
            continue
        column = head.count(delimiter, 0, name.start - line_start)
        place = (delimiter, column)
        if name.start < examined.get(place, 0) or column > _COLUMN_MAX:
            continue
        for value in _cells(subject.data, line_end + 1, delimiter, head.count(delimiter), column):
            examined[place] = value.end
            if is_credential(subject, Introduction(name, Tie.CELL, value.start, b""), value):
                yield RuleHit(RULE_ASSIGNED, value.start, value.end)


def _delimiter(data: bytes, name: Name, line_end: int) -> bytes | None:
    """Return what separates the columns, if the name fills its cell to the end."""
    rest = data[name.end : line_end].lstrip(_DRESSING)
    for delimiter in _DELIMITERS:
        if rest.startswith(delimiter) or (not rest and _cell_before(data, name, delimiter)):
            return delimiter
    return None


def _cell_before(data: bytes, name: Name, delimiter: bytes) -> bool:
    line_start = data.rfind(b"\n", 0, name.start) + 1
    return data.find(delimiter, line_start, name.start) >= 0


def _cells(
    data: bytes, start: int, delimiter: bytes, delimiters: int, column: int
) -> Iterator[Value]:
    for _ in range(_ROWS_MAX):
        line_end = data.find(b"\n", start)
        line_end = len(data) if line_end < 0 else line_end
        cells = data[start:line_end].split(delimiter)
        if len(cells) != delimiters + 1:
            return
        cell = cells[column]
        text = cell.strip(_DRESSING)
        if not _NO_CELL.intersection(text):
            at = start + sum(len(one) + 1 for one in cells[:column])
            at += len(cell) - len(cell.lstrip(_DRESSING))
            yield Value(at, at + len(text), text, quoted=False)
        start = line_end + 1
        if start > len(data):
            return
