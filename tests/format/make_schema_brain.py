"""Make the stored brain of a migration number: `python -m tests.format.make_schema_brain NUMBER`.

Each new migration gets a stored brain, made once by the program that first has the migration and
then kept for ever. It has rows in every table of its time, half of them in the base and half in
the log, so that later programs are tested on records that they did not write.
"""

import dataclasses
import json
import shutil
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from myelin import assembly, store
from myelin.crypto import keys
from myelin.kernel.audience import Audience
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id
from myelin.kernel.tables import Column, SourceTable
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock

HERE = Path(__file__).parent
ROOT = bytes(range(32))
BRAIN_ID = bytes(range(16))
CANARY = "canary of row"
ROWS = 4
"""Rows of each table: two in the base, two in the log."""

DOCUMENTS = {
    "process": "kind: workflow\nname: {name}\ntitle: P{at}\nsummary: {text}\n"
    "triggers: [drill-{at}]\nsteps:\n  - {{id: step-{at}, do: Do {at}.}}\n",
    "standard": "name: {name}\ntitle: {text}\nrules:\n  - {{id: rule-{at}, check: forbid_pattern,"
    " pattern: tab-{at}, message: m{at}, fix: f{at}}}\n",
}


def stored(number: int) -> Path:
    """Return the path of the stored brain of a migration number."""
    return HERE / f"schema-{number:04}.myl"


def schema_of(number: int) -> store.Schema:
    """Return the schema of the program whose newest migration had that number."""
    today = assembly._schema(Audience.LOCAL)
    migrations = today.migrations[:number]
    columns = columns_after(migrations)
    tables = tuple(
        dataclasses.replace(table, columns=table.columns[: len(columns[table.name])])
        for table in today.tables
        if table.name in columns
    )
    return dataclasses.replace(
        today, migrations=migrations, tables=tables, derivations=(), session_sql=()
    )


def columns_after(migrations: tuple[store.Migration, ...]) -> dict[str, list[str]]:
    """Return the columns of each table that the migrations make."""
    import apsw

    db = apsw.Connection(":memory:")
    for migration in migrations:
        db.execute(migration.sql)
    found: dict[str, list[str]] = {}
    for table, column in db.execute(
        """SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
           WHERE t.type = 'table' ORDER BY t.name, c.cid"""
    ):
        found.setdefault(table, []).append(column)
    return found


def row_id(table: str, at: int) -> int:
    """Return the id of row number `at` of a table; no two tables share one, as in real brains."""
    return zlib.crc32(table.encode()) * 10 + at + 1


def row_of(table: SourceTable, at: int, now_ms: int) -> dict[str, Any]:
    """Return row number `at` of a table, every column set; rows of one number belong together."""
    row = {column.name: _value(table, column, at, now_ms) for column in table.columns}
    if table.name in DOCUMENTS:
        name = f"document-{at}"
        text = f"{CANARY} {at}"
        row |= {"name": name, "yaml": DOCUMENTS[table.name].format(name=name, text=text, at=at)}
    # Even rows stand; odd ones were superseded by the even row before.
    if table.has("superseded_by"):
        if at % 2 == 0:
            row |= {"superseded_at": None, "superseded_by": None}
        else:
            row["superseded_by"] = row_id(table.name, at - 1)
    return row


def _value(table: SourceTable, column: Column, at: int, now_ms: int) -> Any:
    by_hand = {
        ("link", "to_id"): row_id("memory", at ^ 1),
        ("preference", "key"): f"drill.key-{at // 2}",
        ("proposal", "kind"): "promote_to_core",
        ("proposal", "target"): encode_id("mem", row_id("memory", at)),
        ("proposal", "body"): None,
        ("outcome", "process"): f"document-{at}",
        ("tombstone", "kind"): "mem",
    }
    if (table.name, column.name) in by_hand:
        return by_hand[table.name, column.name]
    match column.kind:
        case "row" | "id":
            return row_id(column.refers or table.name, at)
        case "ids":
            return json.dumps([row_id(column.refers, at)])
        case "time":
            return now_ms
        case "texts":
            return json.dumps([f"{column.name} {at}"])
        case "word":
            return column.words[at % len(column.words)]
        case "integer" | "flag":
            return 1
    return f"{CANARY} {at}: {column.name}" if column.searched else f"{column.name}-{at}"


def make(path: Path, number: int) -> None:
    """Write a brain as the program of that migration number would have."""
    clock = ManualClock("2026-02-01T00:00:00Z")
    means: dict[str, Any] = {
        "schema": schema_of(number),
        "clock": clock,
        "chance": SeededChance(f"schema {number}"),
    }
    meta = {"format_name": "myelin/1", "brain_name": "stored", "brain_kind": "project"}
    meta |= {"default_sensitivity": "normal", "created_at": format_time(clock.now_ms())}
    store.create(path, keys.local_key(ROOT), brain_id=BRAIN_ID, meta=meta, **means)
    brain = store.open(path, keys.local_key(ROOT), **means)
    for first in range(0, ROWS, 2):
        if first == ROWS // 2:
            brain.compact()
        with brain.write() as session:
            for table in means["schema"].tables:
                for at in (first, first + 1) if table.name != "meta" else ():
                    row = row_of(table, at, session.now_ms)
                    session.execute(
                        f"INSERT INTO {table.name} ({table.joined}) VALUES ({table.marks})",
                        list(row.values()),
                    )
        clock.advance(3_600_000)
    brain.close()


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    if stored(wanted).exists():
        raise SystemExit(f"{stored(wanted)} is there already and stays as it is")
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder) / "brain.myl", wanted)
        shutil.copyfile(Path(folder) / "brain.myl", stored(wanted))
