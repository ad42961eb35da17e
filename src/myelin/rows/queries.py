"""SQL over all rows of a declared table, for upkeep, which only the owner runs.

Base tables are read on purpose: an export or a check is complete, whatever the audience.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from myelin.kernel.tables import Column, SourceTable
from myelin.store import Session

Row = dict[str, Any]


def every(session: Session, table: SourceTable) -> Iterator[Row]:
    """Yield all rows by column name, in the table's export order."""
    sql = f"SELECT {table.joined} FROM main.{table.name} ORDER BY {', '.join(table.order)}"
    for values in list(session.execute(sql)):
        yield table.named(values)


def one(session: Session, table: SourceTable, row_id: int) -> Row | None:
    """Return the row with that id, or None."""
    rows = session.execute(f"SELECT {table.joined} FROM main.{table.name} WHERE id = ?", (row_id,))
    return next((table.named(values) for values in list(rows)), None)


def having(session: Session, table: SourceTable, column: str, values: Iterable[Any]) -> list[Row]:
    """Return the rows whose column has one of the values, in the table's export order."""
    rows = session.execute(
        f"""SELECT {table.joined} FROM main.{table.name}
            WHERE {column} IN (SELECT value FROM json_each(?)) ORDER BY {", ".join(table.order)}""",
        (json.dumps(list(values)),),
    )
    return [table.named(values) for values in list(rows)]


def insert(session: Session, table: SourceTable, row: Mapping[str, Any]) -> bool:
    """Write a row with every column as given, unless it conflicts with one that is there.

    Returns whether it was written.
    """
    rows = session.execute(
        f"INSERT OR IGNORE INTO {table.name} ({table.joined}) VALUES ({table.marks}) RETURNING id",
        [row[name] for name in table.column_names],
    )
    return bool(list(rows))


def without_target(session: Session, table: SourceTable, column: Column) -> int:
    """Return how many rows refer to a row that is neither there nor purged."""
    [(total,)] = session.execute(
        f"""SELECT count(*) FROM main.{table.name} r WHERE r.{column.name} IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM main.{column.refers} t WHERE t.id = r.{column.name})
            AND NOT EXISTS (SELECT 1 FROM main.tombstone s WHERE s.id = r.{column.name})"""
    )
    return int(total)


def with_other_words(session: Session, table: SourceTable, column: Column) -> int:
    """Return how many rows hold a word that is not in the closed list of the column."""
    [(total,)] = session.execute(
        f"""SELECT count(*) FROM main.{table.name} WHERE {column.name} IS NOT NULL
            AND {column.name} NOT IN (SELECT value FROM json_each(?))""",
        (json.dumps(column.words),),
    )
    return int(total)
