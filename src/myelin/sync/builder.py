"""Build an epoch of a replica: the rows of a local brain that may leave the device."""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from myelin.kernel.ids import Chance
from myelin.kernel.tables import SourceTable
from myelin.rows import leaving_select
from myelin.store import Database, ReplicaOrigin, Row, Schema, Session, write_epoch
from myelin.store.io import Io

Rows = Mapping[str, Sequence[Row]]


def leaving_rows(
    session: Session, tables: Sequence[SourceTable], pushed: Collection[int] = ()
) -> dict[str, list[Row]]:
    """Return the rows that may leave, by table, as a replica holds them and by rising row id.

    `pushed` are the row ids that a replica held that was pushed: of them alone a replica says that
    they are gone.
    """
    given = {"pushed": json.dumps(sorted(pushed))}
    found: dict[str, list[Row]] = {}
    for table in tables:
        sql = leaving_select(table, tables)
        found[table.name] = list(session.execute(sql, given if ":pushed" in sql else {}))
    return found


def build_epoch(
    path: Path,
    key: bytes,
    origin: ReplicaOrigin,
    rows: Rows,
    *,
    schema: Schema,
    chance: Chance,
    io: Io | None = None,
) -> None:
    """Write an epoch of a replica that holds these rows and nothing else into a new file.

    Raises:
        BrainExists: there is a file by that name; it was not touched.
        StorageFull, StorageReadOnly, StorageFailed: no file was left.
    """

    def fill(db: Database) -> None:
        for table in schema.tables:
            _insert(db, table, rows.get(table.name, ()))

    write_epoch(path, key, origin, schema=schema, fill=fill, chance=chance, io=io)


def _insert(db: Database, table: SourceTable, rows: Sequence[Row]) -> None:
    names = [column.name for column in table.columns]
    given: list[tuple[Any, ...]] = [tuple(row) for row in rows]
    marks = ", ".join("?" * len(names))
    db.executemany(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})", given)
