"""Change capture: temporary triggers note the ids of all source rows that a transaction changes."""

from typing import Any

import apsw

from myelin.store.format import Delete, Put

_NOTED = "CREATE TEMP TABLE changed_row (n INTEGER PRIMARY KEY, source INTEGER, row_id INTEGER)"


class Capture:
    """Notes the ids of changed rows and reads their final versions when the transaction ends.

    The after-image is read once, at the end: however often a row changes on the way, the log
    holds one copy, and a statement that fails or is rolled back leaves no trace in it.
    """

    def __init__(self, db: apsw.Connection, tables: tuple[str, ...]) -> None:
        self._db = db
        self._tables = tables
        db.execute("DROP TABLE IF EXISTS temp.changed_row")
        db.execute(_NOTED)
        for source, table in enumerate(tables):
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

    def clear(self) -> None:
        """Delete the noted ids."""
        self._db.execute("DELETE FROM temp.changed_row")

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
