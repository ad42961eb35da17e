"""The declared source tables are the tables that the migrations make, and say what is needed."""

import apsw
import pytest

from myelin import assembly
from myelin.cores.adaptation.queries import OutcomeRow, ProposalRow
from myelin.cores.memory.queries import LinkRow, MemoryRow
from myelin.cores.preferences.queries import PreferenceRow
from myelin.kernel.audience import Audience
from myelin.kernel.tables import Leaving, SourceTable
from myelin.registry import Version
from myelin.rows import leaves_sql, leaving_select, views
from myelin.store import shipped_migrations
from myelin.testing import SeededChance

BY_NAME = {table.name: table for table in assembly.TABLES}
COMPUTED = {"uses", "last_used_at", "subject_key", "content_key"}


def made_by(number: int) -> dict[str, list[tuple[str, bool]]]:
    """Return the tables after a migration: (column, whether it may be NULL), in order."""
    db = apsw.Connection(":memory:")
    for migration in shipped_migrations()[:number]:
        db.execute(migration.sql)
    names = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return {
        name: [
            (row[1], not row[3] and not row[5])
            for row in db.execute(f"PRAGMA table_info({name})").fetchall()
        ]
        for (name,) in names.fetchall()
    }


def test_the_source_tables_are_those_that_the_migrations_make() -> None:
    made = made_by(len(shipped_migrations()))
    undeclared = sorted(made.keys() - BY_NAME.keys())
    assert not undeclared, (
        f"no declaration lists the tables {undeclared}: declare each in the tables.py of its core,"
        " and add it to TABLES there"
    )
    assert not BY_NAME.keys() - made.keys(), "a declared table is made by no migration"


@pytest.mark.parametrize("table", assembly.TABLES, ids=lambda table: table.name)
def test_a_declaration_has_the_columns_of_its_table_in_order(table: SourceTable) -> None:
    made = made_by(len(shipped_migrations()))[table.name]
    declared = [(column.name, column.optional) for column in table.columns]
    assert declared == made, (
        f"the columns of {table.name} (and which may be NULL) are not those of the migrations:"
        " a new column is a new line at the end of its declaration"
    )


def test_a_migration_only_adds_tables_and_columns_at_the_end() -> None:
    """A record of the log holds the first columns; so an old record is told by the same names."""
    for number in range(1, len(shipped_migrations())):
        before, after = made_by(number), made_by(number + 1)
        for name, columns in before.items():
            assert [column for column, _ in after[name]][: len(columns)] == [
                column for column, _ in columns
            ], f"migration {number + 1} does not keep the first columns of {name} as they were"


def test_references_name_declared_tables_and_their_prefixes() -> None:
    for table in assembly.TABLES:
        for column in table.columns:
            for target in filter(None, (column.refers, column.names)):
                assert target in BY_NAME, f"{table.name}.{column.name} refers to no table"
            if column.refers and column.kind != "row":
                assert column.prefix == BY_NAME[column.refers].prefix
            assert bool(column.words) == (column.kind == "word"), f"{table.name}.{column.name}"
        assert not table.has("sensitivity") or table.column("sensitivity").words
    prefixes = [table.prefix for table in assembly.TABLES if table.prefix]
    assert len(prefixes) == len(set(prefixes))


UPKEEPS_OWN = {"meta", "tombstone", "decision"}


def test_every_table_of_a_core_is_kept_up_and_every_kept_up_table_is_listed() -> None:
    kept = [table for core in assembly._cores(SeededChance()) for table in core.tables]
    assert sorted(table.name for table in kept) == sorted(BY_NAME.keys() - UPKEEPS_OWN), (
        "a table is exported, checked and purged only if an upkeep class of its core lists it"
    )


@pytest.mark.parametrize(
    ("row", "table"),
    [
        (OutcomeRow, "outcome"),
        (ProposalRow, "proposal"),
        (PreferenceRow, "preference"),
        (Version, "process"),
        (MemoryRow, "memory"),
        (LinkRow, "link"),
    ],
)
def test_a_row_class_has_only_columns_of_its_table(row: type, table: str) -> None:
    fields = {name.removesuffix("_") for name in row._fields}
    assert fields - COMPUTED <= set(BY_NAME[table].column_names)


def test_a_table_without_a_declaration_of_what_leaves_leaves_nothing() -> None:
    silent = SourceTable(name="memory", columns=BY_NAME["memory"].columns)
    assert leaves_sql(silent, [silent], "r") == "FALSE"
    assert " WHERE FALSE" in leaving_select(silent, [silent])
    [view] = views([silent], Audience.REMOTE)
    assert view.endswith(" WHERE FALSE")


def test_every_table_says_whether_its_rows_may_leave() -> None:
    """A new table leaves nothing until somebody decides; then the decision stands here too."""
    decided = {table.name: table.leaves for table in assembly.TABLES}
    private = Leaving(unless_private=True)
    assert decided == {
        "meta": Leaving(
            only=(
                "key",
                (
                    "format_name",
                    "brain_name",
                    "brain_kind",
                    "default_sensitivity",
                    "created_at",
                ),
            )
        ),
        "memory": Leaving(),
        "memory_use": Leaving(),
        "link": Leaving(),
        "process": private,
        "standard": private,
        # A file leaves with the version that it is attached to.
        "attachment": Leaving(),
        "tombstone": Leaving(if_pushed=True),
        "decision": None,
        "preference": private,
        "outcome": private,
        "outcome_use": Leaving(),
        "outcome_violation": Leaving(),
        "proposal": private,
    }, "decide which rows of a new table may leave the device, and say it here too"
