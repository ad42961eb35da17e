"""Migrations run once, in order, from the program's own text; derived tables are made anew."""

import dataclasses

import pytest

from myelin.contract.errors import BrainDamaged, FormatTooNew
from myelin.kernel.tables import Column
from myelin.store import Migration, shipped_migrations
from tests.crash.brain import SCHEMA, Words, contents, make, open_brain, opened, remember, tables

NEXT = shipped_migrations()[-1].number + 1
LATER = Migration(
    NEXT,
    "ALTER TABLE memory ADD COLUMN colour TEXT DEFAULT 'grey';"
    "CREATE INDEX memory_by_colour ON memory (colour);"
    "UPDATE memory SET colour = 'old' WHERE id < 3;",
)
EVIL = "CREATE TRIGGER evil AFTER INSERT ON memory BEGIN DELETE FROM link; END"
COLOURED = tuple(
    dataclasses.replace(table, columns=(*table.columns, Column(name="colour", optional=True)))
    if table.name == "memory"
    else table
    for table in SCHEMA.tables
)
MIGRATED = dataclasses.replace(SCHEMA, migrations=(*SCHEMA.migrations, LATER), tables=COLOURED)


class LouderWords(Words):
    """The same derived tables by another version, under other names."""

    version = 2

    def apply(self, db, changes):
        super().apply(db, changes)
        self._shout(db)

    def create(self, db):
        super().create(db)
        db.execute("CREATE TABLE shout (id INTEGER PRIMARY KEY, text TEXT)")

    def tables(self):
        return (*super().tables(), "shout")

    def rebuild(self, db):
        super().rebuild(db)
        self._shout(db)

    def _shout(self, db):
        db.execute("DELETE FROM shout")
        db.execute("INSERT INTO shout SELECT id, upper(content) FROM memory")


LOUDER = dataclasses.replace(SCHEMA, derivations=(LouderWords(),))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 5):
            remember(brain, number)
    return path


def colours(brain):
    with brain.read() as session:
        return list(session.execute("SELECT id, colour FROM memory ORDER BY id"))


@pytest.mark.parametrize("compacted", [False, True])
def test_a_newer_program_migrates_on_opening_and_others_follow_the_log(path, compacted):
    if compacted:
        with opened(path) as brain:
            brain.compact()
    with opened(path, schema=MIGRATED) as brain, opened(path, schema=MIGRATED) as other:
        expected = [(1, "old"), (2, "old"), (3, "grey"), (4, "grey")]
        assert colours(brain) == colours(other) == expected
        remember(other, 5)
        assert colours(brain) == [*expected, (5, "grey")]
        assert tables(brain) == tables(other)
        with opened(path, schema=MIGRATED) as fresh:
            assert tables(fresh) == tables(other)
        other.compact()
        assert colours(brain) == [*expected, (5, "grey")]
        assert brain.check() == []


def test_an_older_program_refuses_and_leaves_the_file_alone(path):
    old = open_brain(path)
    with opened(path, schema=MIGRATED) as brain:
        before = path.read_bytes()
        with pytest.raises(FormatTooNew):
            contents(old)
        with pytest.raises(FormatTooNew):
            remember(old, 9)
        with pytest.raises(FormatTooNew):
            open_brain(path)
        assert path.read_bytes() == before
        brain.compact()
    before = path.read_bytes()
    with pytest.raises(FormatTooNew):
        open_brain(path)
    assert path.read_bytes() == before


def test_a_migration_keeps_a_copy_of_the_file_as_it_was(path):
    before = path.read_bytes()
    with opened(path, schema=MIGRATED) as brain:
        remember(brain, 5)
    (copy,) = path.with_suffix(".archive").iterdir()
    assert copy.read_bytes() == before
    assert copy.stat().st_mode & 0o777 == 0o600
    with opened(copy) as brain:
        assert contents(brain)[0] == {1, 2, 3, 4}


def test_a_migration_by_the_same_number_but_another_text_is_refused(path):
    with opened(path, schema=MIGRATED):
        """Migrated."""
    other = Migration(NEXT, "ALTER TABLE memory ADD COLUMN colour TEXT;")
    changed = dataclasses.replace(MIGRATED, migrations=(*SCHEMA.migrations, other))
    with pytest.raises(BrainDamaged, match=f"migration {NEXT}"):
        open_brain(path, schema=changed)


def test_a_brain_that_may_only_be_read_is_migrated_in_memory_alone(path):
    before = path.read_bytes()
    with opened(path, schema=MIGRATED, readonly=True) as reader:
        expected = [(1, "old"), (2, "old"), (3, "grey"), (4, "grey")]
        assert colours(reader) == expected
        assert path.read_bytes() == before
        with opened(path, schema=MIGRATED) as brain:
            remember(brain, 5)
            assert colours(reader) == [*expected, (5, "grey")]
            assert tables(reader) == tables(brain)


def test_a_database_with_an_object_that_does_not_ship_is_refused(path):
    with opened(path) as brain:
        brain._epoch.db.authorizer = None
        with brain.write() as session:
            session.execute(EVIL)
        with pytest.raises(BrainDamaged, match="tables"):
            brain.compact()
    with pytest.raises(BrainDamaged, match="tables"):
        open_brain(path)


def test_derived_tables_of_another_version_are_made_anew_and_kept_by_the_next_base(path):
    with opened(path, schema=LOUDER) as louder:
        assert louder.compaction_due()
        with louder.read() as session:
            shouted = list(session.execute("SELECT text FROM shout WHERE id = 1"))
        assert shouted == [("A NOTE ABOUT SEALING AND WAITING W1",)]
        louder.compact()
        assert not louder.compaction_due()
        remember(louder, 5)
        with opened(path) as plain:
            assert plain.compaction_due()
            assert tables(plain) == tables(louder)
            remember(plain, 6)
            assert tables(plain) == tables(louder)
            with plain.read() as session:
                assert not list(session.execute("SELECT 1 FROM sqlite_schema WHERE name = 'shout'"))


def test_the_shipped_migrations_are_numbered_without_a_gap():
    numbers = [migration.number for migration in shipped_migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
