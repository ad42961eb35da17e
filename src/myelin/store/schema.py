"""What a brain holds, as its owner declares it to the store: migrations and derived tables."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Protocol

from myelin.kernel.tables import SourceTable

Row = tuple[Any, ...]


class Database(Protocol):
    """The part of a database connection that derivations and touches are given."""

    def execute(
        self, statements: str, bindings: Sequence[Any] | Mapping[str, Any] = ()
    ) -> Iterator[Row]:
        """Run SQL and return its rows."""

    def executemany(self, statements: str, sequenceofbindings: Any) -> object:
        """Run the same SQL once for each set of values."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction did to one source row: it now has this content, or it is gone."""

    table: str
    row_id: int
    deleted: bool


@dataclass(frozen=True, slots=True)
class Added:
    """What was added to derived tables outside of a transaction of the log."""

    size_bytes: int
    is_all: bool = False
    """Whether nothing is left to be added."""


class Derivation(Protocol):
    """How derived tables follow from source tables; the same rows must give the same tables."""

    name: str
    version: int

    def create(self, db: Database) -> None:
        """Create the derived tables, empty."""

    def tables(self) -> tuple[str, ...]:
        """Return the names of the derived tables, for the store to drop before a rebuild."""

    def apply(self, db: Database, changes: Sequence[Change]) -> None:
        """Bring the derived tables up to date with the changes of one transaction."""

    def forget_deleted(self, db: Database) -> None:
        """Remove what indexes still hold of documents that `apply` deleted, for a purge."""

    def rebuild(self, db: Database) -> None:
        """Fill the derived tables, just created, from all source rows."""


ApplyTouch = Callable[[Database, int, Mapping[int, int]], None]


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the source tables' definition; its SQL comes from the program, not the file."""

    number: int
    sql: str
    sha256: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha256", hashlib.sha256(self.sql.encode()).digest())


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of a brain and the functions that keep the derived ones in step."""

    migrations: tuple[Migration, ...]
    tables: tuple[SourceTable, ...]
    """The declarations of all source tables that the migrations make."""
    apply_touch: ApplyTouch
    derivations: tuple[Derivation, ...] = ()
    session_sql: tuple[str, ...] = ()
    guarded: frozenset[str] = frozenset()
    """Tables that a reading block sees through views and triggers alone."""
    replica: bool = False
    """Whether files are replicas: only what sessions write is appended to one, and nothing else."""

    @property
    def source_tables(self) -> tuple[str, ...]:
        """Return the names of the source tables, in the order of their declarations."""
        return tuple(table.name for table in self.tables)

    @property
    def latest(self) -> int:
        """Return the number of the newest migration that this program knows."""
        return self.migrations[-1].number


def shipped_migrations() -> tuple[Migration, ...]:
    """Return the migrations that ship with this program, in order."""
    folder = resources.files("myelin.store") / "migrations"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return tuple(Migration(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files)
