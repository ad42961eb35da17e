"""Change capture: temporary triggers note the ids of all source rows that a transaction changes."""

from collections.abc import Sequence
from typing import Any

import apsw

from myelin.kernel.tables import SourceTable
from myelin.store.format import Delete, Put

_NOTED = "CREATE TEMP TABLE changed_row (n INTEGER PRIMARY KEY, source INTEGER, row_id INTEGER)"
_GOVERNING = "CREATE TEMP TABLE governing_change (source TEXT PRIMARY KEY) WITHOUT ROWID"


class Capture:
    """Notes the ids of changed rows and reads their final versions when the transaction ends.

    The after-image is read once, at the end: however often a row changes on the way, the log
    holds one copy, and a statement that fails or is rolled back leaves no trace in it.
    """

    def __init__(self, db: apsw.Connection, tables: Sequence[SourceTable]) -> None:
        self._db = db
        self._tables = tuple(table.name for table in tables)
        for name, made in (("changed_row", _NOTED), ("governing_change", _GOVERNING)):
            db.execute(f"DROP TABLE IF EXISTS temp.{name}")
            db.execute(made)
        self._note_changes()
        for table in tables:
            self._note_governing(table)

    def _note_changes(self) -> None:
        db = self._db
        for source, table in enumerate(self._tables):
            for event, rows in (("insert", "new"), ("update", "new"), ("delete", "old")):
                note = f"INSERT INTO changed_row (source, row_id) VALUES ({source}, {rows}.id);"
                if event == "update":
                    note += (
                        "INSERT INTO changed_row (source, row_id) "
                        f"SELECT {source}, old.id WHERE old.id <> new.id;"
                    )
                name = f"temp.capture_{table}_{event}"
                db.execute(f"DROP TRIGGER IF EXISTS {name}")
                db.execute(
                    f"CREATE TEMP TRIGGER capture_{table}_{event} "
                    f"AFTER {event} ON main.{table} BEGIN {note} END"
                )

    def _note_governing(self, table: SourceTable) -> None:
        governing = table.governing
        for event, condition in (
            ("insert", governing.inserted),
            ("update", governing.updated),
            ("delete", governing.deleted),
        ):
            name = f"governing_{table.name}_{event}"
            self._db.execute(f"DROP TRIGGER IF EXISTS temp.{name}")
            if condition:
                self._db.execute(
                    f"CREATE TEMP TRIGGER {name} AFTER {event} ON main.{table.name} "
                    f"WHEN {condition} "
                    f"BEGIN INSERT OR IGNORE INTO governing_change VALUES ('{table.name}'); END"
                )

    def clear(self) -> None:
        """Delete the noted ids."""
        self._db.execute("DELETE FROM temp.changed_row")
        self._db.execute("DELETE FROM temp.governing_change")

    def collect(self) -> list[Put | Delete]:
        """Return the final version of every noted row, in the order of their first change."""
        noted = self._db.execute("SELECT source, row_id FROM temp.changed_row ORDER BY n")
        return [
            self._after(self._tables[source], row_id) for source, row_id in dict.fromkeys(noted)
        ]

    def _after(self, table: str, row_id: int) -> Put | Delete:
        row: tuple[Any, ...] | None = self._db.execute(
            f"SELECT * FROM main.{table} WHERE id = ?", (row_id,)
        ).get
        return Delete(table, row_id) if row is None else Put(table, row_id, row)
