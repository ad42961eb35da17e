"""What is derived from memories is the same however it came about."""

from array import array
from typing import Any

import apsw
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory.index import SECTIONS, WORD_NUMBERS, MemoryIndex
from myelin.store import Change, shipped_migrations

TEXTS = st.text("abc café東京HTTPServer v2_?", min_size=1, max_size=30)
ROWS = st.fixed_dictionaries(
    {
        "id": st.integers(1, 6),
        "content": TEXTS,
        "subject": st.none() | TEXTS,
        "session": st.sampled_from([None, "s1"]),
        "sensitivity": st.sampled_from(["normal", "local_only"]),
        "gone": st.booleans(),
    }
)
QUERIES = ["abc", "cafe", "東京", "http", "server", '"v2"', '"a"*', '"東"*', "labels : x OR t"]


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
            """INSERT INTO memory (id, class, content, subject, tags, aliases, session, actor,
               tier, sensitivity, origin, evidence, recorded_at)
               VALUES (:id, 'note', :content, :subject, '["t"]', '["x y"]', :session, 'dana',
               'normal', :sensitivity, 'host', 'stated', :at)""",
            {**row, "at": at},
        )
    return Change("memory", row["id"], False)


def derived(db: apsw.Connection) -> dict[str, object]:
    """Return everything that can be asked of the derived tables, by row id and by term."""
    terms = dict(db.execute("SELECT number, term FROM memory_word"))

    def spelled(packed: bytes) -> list[str]:
        return [terms[number] for number in array(WORD_NUMBERS, packed)]

    bags = {}
    for row_id, words, weights, sequence, *rest in db.execute(
        """SELECT k.id, b.words, b.weights, b.sequence, b.section, b.session, b.length,
           b.is_question FROM memory_key k JOIN memory_bag b ON b.document = k.document"""
    ):
        weighed = sorted(zip(spelled(words), weights, strict=True))
        bags[row_id] = (weighed, spelled(sequence), rest)
    found = {
        (name, query): db.execute(
            f"""SELECT k.id, bm25(memory_text_{name}) FROM memory_text_{name}
                JOIN memory_key k ON k.document = memory_text_{name}.rowid
                WHERE memory_text_{name} MATCH ? ORDER BY k.id""",
            (query,),
        ).fetchall()
        for name in SECTIONS
        for query in QUERIES
    }
    return {
        "keys": db.execute(
            "SELECT id, content_key, subject_key FROM memory_key ORDER BY id"
        ).fetchall(),
        "bags": bags,
        "sections": db.execute("SELECT * FROM memory_section WHERE documents > 0").fetchall(),
        "words": db.execute(
            f"""SELECT term, {", ".join(SECTIONS)} FROM memory_word
                JOIN memory_count ON word = number ORDER BY term"""
        ).fetchall(),
        "found": found,
    }


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


@given(st.lists(st.lists(ROWS, max_size=4), max_size=4))
def test_a_word_is_counted_once_for_each_document_that_holds_it(
    transactions: list[list[dict[str, Any]]],
) -> None:
    db = database()
    at = 0
    for transaction in transactions:
        changes = []
        for row in transaction:
            at += 1
            changes.append(write(db, row, at))
        MemoryIndex().apply(db, [change for change in changes if change is not None])
    counted: dict[int, list[int]] = {}
    for section, words in db.execute("SELECT section, words FROM memory_bag"):
        for number in array(WORD_NUMBERS, words):
            counted.setdefault(number, [0] * len(SECTIONS))[section] += 1
    kept = db.execute(f"SELECT word, {', '.join(SECTIONS)} FROM memory_count").fetchall()
    assert {number: counts for number, *counts in kept} == counted


def test_a_memory_that_is_gone_leaves_no_word_behind() -> None:
    db = database()
    row = {
        "id": 1,
        "content": "canary",
        "subject": None,
        "session": "s1",
        "sensitivity": "normal",
        "gone": False,
    }
    for step in (row, {**row, "gone": True}):
        change = write(db, step, 1)
        assert change is not None
        MemoryIndex().apply(db, [change])
    for table in ("memory_key", "memory_bag", "memory_word", "memory_count"):
        assert db.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
    for name in SECTIONS:
        db.execute(f"INSERT INTO memory_text_{name} (memory_text_{name}) VALUES ('optimize')")
        blocks = db.execute(f"SELECT block FROM memory_text_{name}_data").fetchall()
        assert not any(b"canari" in block or b"canary" in block for (block,) in blocks)


def test_all_derived_tables_are_named_so_that_a_rebuild_drops_them() -> None:
    db = database()
    before = set(db.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'memory%'"))
    for table in MemoryIndex().tables():
        db.execute(f"DROP TABLE {table}")
    after = set(db.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'memory%'"))
    source = {"memory", "memory_use", "memory_by_recorded_at", "memory_by_superseded_by"}
    assert {name for (name,) in after} == source | {"memory_in_core"}
    assert before > after
