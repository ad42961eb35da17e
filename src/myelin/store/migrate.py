"""Migrations: which have run on a database, and running one; their SQL is the program's own."""

import apsw

from myelin.contract.errors import BrainDamaged, FormatTooNew
from myelin.store.format import MigrationStep
from myelin.store.schema import Migration, Schema


def version(db: apsw.Connection, schema: Schema) -> int:
    """Return the number of the newest migration that has run.

    Raises:
        FormatTooNew: it is one that this program does not know.
    """
    number = int(db.pragma("user_version"))
    if number > schema.latest:
        raise _too_new(number, schema)
    return number


def run(db: apsw.Connection, migration: Migration) -> None:
    """Run one migration and note its number in the database."""
    db.execute(migration.sql)
    db.execute(f"PRAGMA user_version = {migration.number}")


def outstanding(db: apsw.Connection, schema: Schema) -> list[Migration]:
    """Return the migrations that this program knows and that have not run, in order."""
    done = version(db, schema)
    return [migration for migration in schema.migrations if migration.number > done]


def replay(db: apsw.Connection, schema: Schema, step: MigrationStep) -> None:
    """Run the migration that a record names, unless it has run.

    Raises:
        FormatTooNew: this program does not know it.
        BrainDamaged: this program knows another migration by that number.
    """
    if step.number <= version(db, schema):
        return
    for migration in schema.migrations:
        if migration.number == step.number:
            if migration.sha256.hex() != step.sha256:
                raise BrainDamaged(what=f"migration {step.number} is not the one that ships")
            run(db, migration)
            return
    raise _too_new(step.number, schema)


def _too_new(number: int, schema: Schema) -> FormatTooNew:
    return FormatTooNew(found=f"schema {number}", known=f"schema {schema.latest}")
