"""Derived tables: check the database's schema, and drop, create and update derived tables."""

import enum
import functools
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import apsw

from myelin.contract.errors import BrainDamaged
from myelin.store import migrate
from myelin.store.schema import Change, Derivation, Schema

_VERSIONS = """
CREATE TABLE derived_version (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  tables TEXT NOT NULL
) WITHOUT ROWID
"""

_Objects = frozenset[tuple[str, str, str, str | None]]


@dataclass(frozen=True, slots=True)
class Shape:
    """The objects of a database after its migrations, and those that derivations add."""

    source: _Objects
    derived: _Objects


def create_versions(db: apsw.Connection) -> None:
    """Create the table that says which version of each derivation made the derived tables."""
    db.execute(_VERSIONS)


class Standing(enum.Enum):
    """How the derived tables of a database stood when it was opened."""

    CURRENT = enum.auto()
    """They are what this program makes."""
    MENDED = enum.auto()
    """Most are; the others were removed, or made anew from the source rows as they are so far."""
    MISSING = enum.auto()
    """All were removed, to be rebuilt when the log is read."""


def settle(db: apsw.Connection, schema: Schema) -> Standing:
    """Remove the derived tables that are not of this program, and say what is left of them.

    A derivation whose tables are sound stands, whatever becomes of the others.

    Raises:
        BrainDamaged: something else than derived tables is not as the program ships it.
        FormatTooNew: the brain was migrated beyond what this program knows.
    """
    number = migrate.version(db, schema)
    _ensure_declared(schema)
    if number == schema.latest and db.table_exists("main", "derived_version"):
        rows = db.execute("SELECT name, version FROM derived_version")
        versions = {str(name): version for name, version in rows}
        kept = tuple(one for one in schema.derivations if versions.get(one.name) == one.version)
        others = versions.keys() - {one.name for one in kept}
        if kept and others:
            drop(db, others)
        shape = _shape(schema, number, kept)
        if kept and _objects(db) == shape.source | shape.derived:
            missing = [one for one in schema.derivations if one not in kept]
            for derivation in missing:
                _make(db, derivation)
            return Standing.MENDED if missing or others else Standing.CURRENT
    drop(db)
    if _objects(db) != _shape(schema, number, ()).source:
        raise BrainDamaged(what="its tables are not those that this program ships")
    return Standing.MISSING


def rebuild(db: apsw.Connection, schema: Schema) -> None:
    """Create the derived tables, fill them from the source rows and note their versions."""
    db.execute("DELETE FROM derived_version")
    for derivation in schema.derivations:
        _make(db, derivation)


def drop(db: apsw.Connection, names: Collection[str] | None = None) -> None:
    """Drop the tables of these derivations, or all; whichever program made them, it noted them."""
    if not db.table_exists("main", "derived_version"):
        return
    for name, tables in db.execute("SELECT name, tables FROM derived_version").fetchall():
        if names is not None and name not in names:
            continue
        for table in json.loads(str(tables)):
            quoted = '"' + table.replace('"', '""') + '"'
            db.execute(f"DROP TABLE IF EXISTS main.{quoted}")
        db.execute("DELETE FROM derived_version WHERE name = ?", (name,))


def _make(db: apsw.Connection, derivation: Derivation) -> None:
    derivation.create(db)
    derivation.rebuild(db)
    db.execute(
        "INSERT INTO derived_version (name, version, tables) VALUES (?, ?, ?)",
        (derivation.name, derivation.version, json.dumps(derivation.tables())),
    )


def apply(db: apsw.Connection, schema: Schema, changes: Sequence[Change]) -> None:
    """Bring the derived tables up to date with one transaction."""
    if changes:
        for derivation in schema.derivations:
            derivation.apply(db, changes)


@functools.lru_cache(maxsize=4)
def _ensure_declared(schema: Schema) -> None:
    """Refuse a program whose declarations are not the tables that its migrations make.

    Rows of a table without a declaration would be acknowledged, and be gone at the next opening.
    """
    made: dict[str, tuple[str, ...]] = {}
    db = apsw.Connection(":memory:")
    try:
        for migration in schema.migrations:
            migrate.run(db, migration)
        for name, column in db.execute(
            """SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
               WHERE t.type = 'table' ORDER BY t.name, c.cid"""
        ):
            made[str(name)] = (*made.get(str(name), ()), str(column))
    finally:
        db.close()
    declared = {table.name: table.column_names for table in schema.tables}
    for name in sorted(made.keys() | declared.keys()):
        if made.get(name) != declared.get(name):
            raise TypeError(
                f"the table {name} has the columns {made.get(name)} after the migrations, and"
                f" {declared.get(name)} in its declaration: make them the same, and list the"
                " declaration in the TABLES of its core"
            )


def forget(db: apsw.Connection, schema: Schema, changes: Sequence[Change]) -> None:
    """Remove deleted rows from the derived tables so that nothing of their content is left."""
    for derivation in schema.derivations:
        derivation.apply(db, changes)
        derivation.forget_deleted(db)


def _objects(db: apsw.Connection) -> _Objects:
    return frozenset(db.execute("SELECT type, name, tbl_name, sql FROM main.sqlite_schema"))


@functools.lru_cache(maxsize=16)
def _shape(schema: Schema, number: int, derivations: tuple[Derivation, ...]) -> Shape:
    db = apsw.Connection(":memory:")
    try:
        create_versions(db)
        for migration in schema.migrations:
            if migration.number <= number:
                migrate.run(db, migration)
        source = _objects(db)
        for derivation in derivations:
            derivation.create(db)
        return Shape(source, _objects(db) - source)
    finally:
        db.close()
