"""The rows of a brain that may leave the device, and the form in which records carry them.

`myelin.rows.leaving` computes the same from the same declarations in SQL. Records of the log hold
rows as they were at that time, so here the rules are applied to values.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from myelin.kernel.ids import ROW_ID_CHARS, decode_id
from myelin.kernel.tables import Column, SourceTable
from myelin.store import Row, Session
from myelin.sync.builder import leaving_rows


class LeavingRows:
    """All rows that may leave the device at one position, as a replica holds them."""

    def __init__(self, tables: Iterable[SourceTable], rows: Mapping[str, Iterable[Row]]) -> None:
        self.tables = {table.name: table for table in tables}
        self.rows: Mapping[str, Mapping[int, Row]] = {
            name: {row[0]: tuple(row) for row in rows.get(name, ())} for name in self.tables
        }
        """Rows by table and row id. The row id is the first column of every source table."""

    def may_leave(self, table: str, row_id: int) -> bool:
        """Return whether the row may leave the device at the position."""
        return row_id in self.rows.get(table, {})

    def rewrite(self, table: str, values: Sequence[Any]) -> Row | None:
        """Return an earlier version of a row as a replica holds it, or None if it must stay.

        It stays if the row may not leave at the position, or if this version of it might not.

        Raises:
            ValueError: the version has not the columns that the table has now.
        """
        declared = self.tables[table]
        if len(values) != len(declared.columns):
            raise ValueError("the record is of an earlier schema")
        row = declared.named(values)
        if declared.leaves is None or not self.may_leave(table, row["id"]):
            return None
        if row.get("sensitivity", "normal") != "normal":
            return None
        if declared.leaves.only is not None:
            name, allowed = declared.leaves.only
            if row[name] not in allowed:
                return None
        stays = (column for column in declared.columns if column.withheld == "stays")
        if not all(self._target_leaves(column, row[column.name]) for column in stays):
            return None
        return tuple(self._rewritten(column, row[column.name]) for column in declared.columns)

    def _target_leaves(self, column: Column, value: Any) -> bool:
        if value is None:
            return column.optional
        if not column.names:
            return self.may_leave(column.refers, value)
        prefix = f"{self.tables[column.names].prefix}_"
        if not value.startswith(prefix):
            return True
        try:
            row_id = decode_id(value[: len(prefix) + ROW_ID_CHARS])
        except ValueError:
            return False
        return self.may_leave(column.names, row_id)

    def _rewritten(self, column: Column, value: Any) -> Any:
        if column.blanked:
            return ""
        if column.withheld != "cleared" or value is None:
            return value
        if column.kind == "ids":
            # The spelling is that of SQLite's json_group_array, which builds an epoch.
            kept = [each for each in json.loads(value) if self.may_leave(column.refers, each)]
            return json.dumps(kept, separators=(",", ":"))
        return value if self.may_leave(column.refers, value) else None


def read_leaving(
    session: Session, tables: Sequence[SourceTable], pushed: Collection[int] = ()
) -> LeavingRows:
    """Return the rows that may leave now; `pushed` are the row ids that a pushed replica held."""
    return LeavingRows(tables, leaving_rows(session, tables, pushed))
