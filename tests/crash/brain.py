"""The brain that the crash tests break: a small schema, and what must always be true of it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from myelin import assembly, store
from myelin.kernel.clock import SystemClock
from myelin.store import Change, Database, Schema, Store
from myelin.store.io import Io

KEY = bytes(range(32))
BRAIN_ID = b"the crash brain!"
HOUR_MS = 3_600_000
COUNTER = 1

LONG = bool(os.environ.get("CRASH_RUNS"))
"""Whether `make crash` asked for the long runs."""

INSERT = """
INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity, origin, evidence,
  recorded_at) VALUES (?, 'note', ?, '[]', '[]', 'normal', 'normal', 'host', 'stated', ?)
"""


class Words:
    """Derived tables like the real ones: a sequential number a memory, and a full-text index."""

    name = "words"
    version = 1

    def create(self, db: Database) -> None:
        db.execute("CREATE TABLE document (number INTEGER PRIMARY KEY, memory_id INTEGER UNIQUE)")
        db.execute(
            "CREATE VIRTUAL TABLE words USING fts5(content, content='', contentless_delete=1)"
        )

    def tables(self) -> tuple[str, ...]:
        return ("words", "document")

    def apply(self, db: Database, changes: Sequence[Change]) -> None:
        for change in changes:
            if change.table == "memory":
                self._forget(db, change.row_id)
                if not change.deleted:
                    self._add(db, change.row_id)

    def forget_deleted(self, db: Database) -> None:
        db.execute("INSERT INTO words (words) VALUES ('optimize')")

    def rebuild(self, db: Database) -> None:
        for (row_id,) in list(db.execute("SELECT id FROM memory ORDER BY id")):
            self._add(db, row_id)

    def _forget(self, db: Database, row_id: int) -> None:
        for (number,) in list(
            db.execute("SELECT number FROM document WHERE memory_id = ?", (row_id,))
        ):
            db.execute("DELETE FROM words WHERE rowid = ?", (number,))
            db.execute("DELETE FROM document WHERE number = ?", (number,))

    def _add(self, db: Database, row_id: int) -> None:
        db.execute("INSERT INTO document (memory_id) VALUES (?)", (row_id,))
        db.execute(
            "INSERT INTO words (rowid, content) SELECT number, content FROM document "
            "JOIN memory ON memory.id = memory_id WHERE memory_id = ?",
            (row_id,),
        )


def apply_touch(db: Database, time_ms: int, counts: Mapping[int, int]) -> None:
    """Count at most one use of a row an hour, by the record's own time."""
    for row_id in counts:
        db.execute(
            "INSERT INTO memory_use (id, uses, last_used_at) VALUES (?, 1, ?) "
            "ON CONFLICT (id) DO UPDATE SET uses = uses + 1, last_used_at = excluded.last_used_at "
            f"WHERE excluded.last_used_at - last_used_at >= {HOUR_MS}",
            (row_id, time_ms),
        )


SCHEMA = Schema(
    migrations=store.shipped_migrations(),
    tables=assembly.TABLES,
    apply_touch=apply_touch,
    derivations=(Words(),),
    session_sql=("CREATE TEMP VIEW visible AS SELECT * FROM main.memory",),
)


def make(path: Path) -> None:
    """Make a brain with a counter at 0 and no memory."""
    store.create(
        path, KEY, brain_id=BRAIN_ID, schema=SCHEMA, clock=SystemClock(), chance=os.urandom
    )
    with opened(path) as brain, brain.write() as session:
        session.execute("INSERT INTO meta (id, key, value) VALUES (?, 'counter', '0')", (COUNTER,))


@contextmanager
def opened(path: Path, io: Io | None = None, **options: Any) -> Iterator[Store]:
    """Open the crash brain for the block."""
    brain = open_brain(path, io, **options)
    try:
        yield brain
    finally:
        brain.close()


def open_brain(path: Path, io: Io | None = None, **options: Any) -> Store:
    """Open the crash brain."""
    given = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom, "lock_wait_s": 20.0}
    key = options.pop("key", KEY)
    return store.open(path, key, io=io, **{**given, **options})


def remember(brain: Store, number: int, text: str = "a note about sealing and waiting") -> None:
    """Write one memory and count it, in one transaction."""
    with brain.write() as session:
        session.execute(INSERT, (number, f"{text} w{number}", session.now_ms))
        session.execute(
            "UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE id = ?", (COUNTER,)
        )


def contents(brain: Store) -> tuple[set[int], int]:
    """Return the ids of all memories and the counter."""
    with brain.read() as session:
        ids = {row_id for (row_id,) in session.execute("SELECT id FROM memory")}
        ((counter,),) = session.execute("SELECT value FROM meta WHERE id = ?", (COUNTER,))
    return ids, int(counter)


def faults(brain: Store) -> list[str]:
    """Return what is wrong inside a brain: its own check, and the index against the table."""
    found = brain.check()
    with brain.read() as session:
        memories = list(session.execute("SELECT id FROM memory ORDER BY id"))
        indexed = list(session.execute("SELECT memory_id FROM document ORDER BY memory_id"))
        if memories != indexed:
            found.append("The numbered documents are not the memories.")
        for (row_id,) in memories[:50]:
            hits = session.execute(
                "SELECT memory_id FROM words JOIN document ON number = words.rowid "
                "WHERE words MATCH ?",
                (f"w{row_id}",),
            )
            if list(hits) != [(row_id,)]:
                found.append("A memory is not found by its own word.")
    return found


def tables(brain: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return every source, touched and derived row, and which document holds which word."""
    with brain.read() as session:
        names = ("meta", "memory", "link", "memory_use", "document")
        found = {name: list(session.execute(f"SELECT * FROM {name} ORDER BY 1")) for name in names}
        found["words"] = list(
            session.execute("SELECT rowid FROM words WHERE words MATCH 'a OR b OR note' ORDER BY 1")
        )
    return found
