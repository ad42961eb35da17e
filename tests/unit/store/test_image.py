"""The image keeps to itself: no other file, no other database, no change of its definition."""

import apsw
import pytest

from tests.crash.brain import INSERT, contents, make, opened, remember


@pytest.fixture
def brain(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        yield brain


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH ':memory:' AS other",
        "ATTACH '/tmp/other.db' AS other",
        "VACUUM",
        "VACUUM INTO '/tmp/copy.db'",
        "SELECT load_extension('x')",
        "PRAGMA writable_schema = ON",
        "PRAGMA temp_store = FILE",
        "PRAGMA temp_store_directory = '/tmp'",
        "PRAGMA journal_mode = WAL",
        "PRAGMA trusted_schema = ON",
        "CREATE TABLE extra (id INTEGER PRIMARY KEY)",
        "CREATE INDEX extra ON memory (content)",
        "DROP TABLE link",
        "ALTER TABLE memory ADD COLUMN extra TEXT",
        "CREATE TRIGGER extra AFTER INSERT ON memory BEGIN DELETE FROM link; END",
        "UPDATE sqlite_schema SET sql = ''",
        'SELECT "not a column"',
    ],
)
@pytest.mark.parametrize("block", ["read", "write"])
def test_sql_that_reaches_beyond_the_rows_is_refused(brain, sql, block):
    before = contents(brain)
    with getattr(brain, block)() as session, pytest.raises(apsw.Error):
        list(session.execute(sql))
    assert contents(brain) == before


@pytest.mark.parametrize("sql", ["DELETE FROM memory", "UPDATE meta SET value = 1"])
def test_a_reading_block_changes_nothing_even_by_a_statement_that_a_writing_one_prepared(
    brain, sql
):
    with brain.write() as session:
        session.execute(sql)
    remember(brain, 1)
    before = contents(brain)
    with brain.read() as session, pytest.raises(apsw.ReadOnlyError):
        session.execute(sql)
    assert contents(brain) == before


def test_temporary_tables_of_a_block_go_through_no_file(brain):
    with brain.write() as session:
        session.execute("CREATE TEMP TABLE scratch AS SELECT value FROM json_each('[3, 1, 2]')")
        rows = list(session.execute("SELECT value FROM scratch ORDER BY value"))
        session.execute("DROP TABLE temp.scratch")
    assert rows == [(1,), (2,), (3,)]


def test_a_large_sort_stays_in_memory(brain):
    with brain.write() as session:
        for number in range(1, 400):
            session.execute(INSERT, (number, f"w{number} " * 900, session.now_ms))
    with brain.read() as session:
        rows = list(session.execute("SELECT content FROM memory ORDER BY content || random()"))
    assert len(rows) == 399


def test_the_image_survives_growing_shrinking_and_growing_again(brain):
    for turn in range(3):
        with brain.write() as session:
            for number in range(1, 120):
                session.execute(INSERT, (number, f"w{number} turn {turn} " * 60, session.now_ms))
        brain.compact()
        assert len(contents(brain)[0]) == 119
        with brain.write() as session:
            session.execute("DELETE FROM memory")
        brain.compact()
        assert contents(brain)[0] == set()
        assert brain.check() == []
