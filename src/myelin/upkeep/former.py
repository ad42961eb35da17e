"""Former values of rows, read from the log, which holds every version of a row."""

from collections.abc import Iterable

from myelin.kernel.tables import SourceTable
from myelin.store import Delete, Put
from myelin.store.events import Event


def values(
    events: Iterable[Event], seq: int, table: SourceTable, column: str
) -> dict[int, tuple[str, str]]:
    """Return a column after and before one record, by the rows of a table that it changed.

    `events` come newest first. A row without an earlier version among them is left out.
    """
    after: dict[int, str] = {}
    found: dict[int, tuple[str, str]] = {}
    for event in events:
        if event.seq > seq:
            continue
        for row in event.rows:
            if row.table != table.name or isinstance(row, Delete):
                continue
            value = _value(row, table, column)
            if event.seq == seq:
                after[row.row_id] = value
            elif row.row_id in after and row.row_id not in found:
                found[row.row_id] = (after[row.row_id], value)
        if event.seq < seq and len(found) == len(after):
            break
    return found


def _value(row: Put, table: SourceTable, column: str) -> str:
    value: str = table.named(row.values)[column]
    return value
