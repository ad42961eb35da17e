"""Scrubbed pages hold what the database holds, and nothing that it held before."""

import random

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.store.scrubbing import PAGE_BYTES, Scrubber


def filled(seed: int, rows: int, kept: int) -> tuple[apsw.Connection, list[bytes]]:
    """Return a database from which most rows were deleted, and the texts that went."""
    chance = random.Random(seed)
    db = apsw.Connection(":memory:")
    db.execute("PRAGMA page_size=4096; PRAGMA secure_delete=OFF")
    db.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)")
    db.execute("CREATE TABLE b (name TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID")
    db.execute("CREATE INDEX by_text ON a (text)")
    texts = []
    for number in range(rows):
        size = chance.choice((20, 300, 900, 3000, 9000, 20_000))
        text = f"secret-{number:06d}-" + chance.choice("abcdef") * size
        texts.append(text)
        db.execute("INSERT INTO a VALUES (?, ?)", (number, text))
        db.execute("INSERT INTO b VALUES (?, ?)", (text[:700] + "x", text.encode()))
    gone = chance.sample(range(rows), rows - kept)
    for number in gone:
        db.execute("DELETE FROM a WHERE id = ?", (number,))
        db.execute("DELETE FROM b WHERE name = ?", (texts[number][:700] + "x",))
    # New rows of another size take over pages, and leave ends of old ones behind.
    for number in range(rows, rows + kept):
        db.execute(
            "INSERT INTO a VALUES (?, ?)", (number, "new " * chance.choice((10, 1100, 3000)))
        )
    return db, [texts[number].encode() for number in gone]


def scrub(data: bytes) -> bytes:
    pages = [data[at : at + PAGE_BYTES] for at in range(0, len(data), PAGE_BYTES)]
    scrubber = Scrubber(lambda number: pages[number - 1])
    for number, page in enumerate(pages, 1):
        scrubber.look_at(number, page)
    return b"".join(scrubber.clear(number, page) for number, page in enumerate(pages, 1))


def contents(data: bytes) -> list[tuple[object, ...]]:
    db = apsw.Connection(":memory:")
    db.deserialize("main", data)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert db.execute("PRAGMA freelist_count").fetchall() is not None
    return [
        *db.execute("SELECT * FROM a ORDER BY id"),
        *db.execute("SELECT * FROM b ORDER BY name"),
        *db.execute("SELECT text FROM a INDEXED BY by_text ORDER BY text"),
    ]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(10, 120), st.integers(1, 9))
def test_scrubbing_keeps_every_row_and_leaves_nothing_of_deleted_ones(seed, rows, kept):
    db, gone = filled(seed, rows, kept)
    data = db.serialize("main")
    clean = scrub(data)
    assert contents(clean) == contents(data)
    for text in gone:
        # The number is in every piece that tells one text from another.
        assert text[:14] not in clean
    assert scrub(clean) == clean


def test_what_is_scrubbed_was_there_before():
    db, gone = filled(1, 80, 5)
    data = db.serialize("main")
    assert sum(text[:14] in data for text in gone) > 20


@pytest.mark.parametrize("size", [15_000, 16_500, 40_000, 2_100_000])
def test_the_end_of_a_long_chain_is_cleared(size):
    db = apsw.Connection(":memory:")
    db.execute("PRAGMA page_size=4096; PRAGMA secure_delete=OFF")
    db.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)")
    db.execute("CREATE TABLE b (name TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID")
    db.execute("CREATE INDEX by_text ON a (text)")
    db.execute("INSERT INTO a VALUES (1, ?)", ("needle" * 700_000,))
    db.execute("DELETE FROM a")
    db.execute("INSERT INTO a VALUES (2, ?)", ("y" * size,))
    data = db.serialize("main")
    assert b"needleneedle" in data
    clean = scrub(data)
    assert b"needle" not in clean
    assert contents(clean) == contents(data)


def test_the_full_text_index_of_deleted_documents_goes_when_it_is_merged():
    db = apsw.Connection(":memory:")
    db.execute("PRAGMA page_size=4096; PRAGMA secure_delete=OFF")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(content, content='', contentless_delete=1)")
    db.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)")
    db.execute("CREATE INDEX by_text ON a (text)")
    db.execute("CREATE TABLE b (name TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID")
    for number in range(400):
        words = f"common word{number} " + ("xylophone " if number == 77 else "")
        db.execute("INSERT INTO t (rowid, content) VALUES (?, ?)", (number, words))
    db.execute("INSERT INTO t (t) VALUES ('optimize')")
    db.execute("DELETE FROM t WHERE rowid = 77")
    assert b"xylophone" in scrub(db.serialize("main"))
    db.execute("INSERT INTO t (t) VALUES ('optimize')")
    clean = scrub(db.serialize("main"))
    assert b"xylophone" not in clean
    assert b"word77" not in clean
    db = apsw.Connection(":memory:")
    db.deserialize("main", clean)
    assert len(db.execute("SELECT rowid FROM t WHERE t MATCH 'common'").fetchall()) == 399
