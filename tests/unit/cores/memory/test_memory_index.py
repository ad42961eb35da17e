"""What is derived from memories is the same however it came about."""

from typing import Any

import apsw
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory.index import MemoryIndex
from myelin.store import Change, shipped_migrations

TEXTS = st.text("abc café東京HTTPServer v2_", min_size=1, max_size=30)
ROWS = st.fixed_dictionaries(
    {"id": st.integers(1, 6), "content": TEXTS, "subject": st.none() | TEXTS, "gone": st.booleans()}
)
QUERIES = ["abc", "cafe", "東京", "http", "server", '"v2"', '"a"*', '"東"*']


def database() -> apsw.Connection:
    db = apsw.Connection(":memory:")
    for migration in shipped_migrations():
        db.execute(migration.sql)
    MemoryIndex().create(db)
    return db


def write(db: apsw.Connection, row: dict[str, Any], at: int) -> Change | None:
    known = db.execute("SELECT 1 FROM memory WHERE id = ?", (row["id"],)).fetchall()
    if row["gone"] and known:
        db.execute("DELETE FROM memory WHERE id = ?", (row["id"],))
        return Change("memory", row["id"], True)
    if known:
        db.execute("UPDATE memory SET superseded_at = ? WHERE id = ?", (at, row["id"]))
    elif row["gone"]:
        return None
    else:
        db.execute(
            """INSERT INTO memory (id, class, content, subject, tags, aliases, tier, sensitivity,
               origin, evidence, recorded_at)
               VALUES (?, 'note', ?, ?, '["t"]', '[]', 'normal', 'normal', 'host', 'stated', ?)""",
            (row["id"], row["content"], row["subject"], at),
        )
    return Change("memory", row["id"], False)


def derived(db: apsw.Connection) -> tuple[object, object]:
    """Return everything that can be asked of the derived tables, by row id."""
    keys = db.execute("SELECT id, content_key, subject_key FROM memory_key ORDER BY id").fetchall()
    found = {
        query: db.execute(
            """SELECT k.id, bm25(memory_text) FROM memory_text
               JOIN memory_key k ON k.document = memory_text.rowid
               WHERE memory_text MATCH ? ORDER BY k.id""",
            (query,),
        ).fetchall()
        for query in QUERIES
    }
    return keys, found


@given(st.lists(st.lists(ROWS, max_size=4), max_size=6))
def test_replay_in_one_batch_and_rebuilding_give_what_step_by_step_gave(
    transactions: list[list[dict[str, Any]]],
) -> None:
    stepwise, batched, rebuilt = database(), database(), database()
    everything: list[Change] = []
    at = 0
    for transaction in transactions:
        changes = []
        for row in transaction:
            at += 1
            for db in (batched, rebuilt):
                write(db, row, at)
            changes.append(write(stepwise, row, at))
        made = [change for change in changes if change is not None]
        MemoryIndex().apply(stepwise, made)
        everything += made
    MemoryIndex().apply(batched, everything)
    MemoryIndex().rebuild(rebuilt)
    assert derived(stepwise) == derived(batched) == derived(rebuilt)


def test_a_memory_that_is_gone_leaves_no_word_behind() -> None:
    db = database()
    row = {"id": 1, "content": "canary", "subject": None, "gone": False}
    for step in (row, {**row, "gone": True}):
        change = write(db, step, 1)
        assert change is not None
        MemoryIndex().apply(db, [change])
    db.execute("INSERT INTO memory_text (memory_text) VALUES ('optimize')")
    assert db.execute("SELECT count(*) FROM memory_key").fetchall() == [(0,)]
    blocks = db.execute("SELECT block FROM memory_text_data").fetchall()
    assert not any(b"canari" in block or b"canary" in block for (block,) in blocks)
