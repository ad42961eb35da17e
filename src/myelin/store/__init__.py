"""One encrypted brain file: format, log, image, locks; knows no core and no table's meaning."""

from myelin.store.brain_file import Position, Store
from myelin.store.opening import create, open, read_brain_id  # noqa: A004
from myelin.store.schema import (
    Change,
    Database,
    Derivation,
    Migration,
    Row,
    Schema,
    shipped_migrations,
)
from myelin.store.session import Session

__all__ = [
    "Change",
    "Database",
    "Derivation",
    "Migration",
    "Position",
    "Row",
    "Schema",
    "Session",
    "Store",
    "create",
    "open",
    "read_brain_id",
    "shipped_migrations",
]
