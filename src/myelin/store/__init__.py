"""One encrypted brain file: format, log, image, locks; knows no core and no table's meaning."""

from myelin.store.failures import disk_errors
from myelin.store.format import Delete, Put
from myelin.store.mark import MarkKeeper
from myelin.store.opening import accept_rollback, create, open, read_brain_id  # noqa: A004
from myelin.store.position import Position
from myelin.store.replica import ReplicaOrigin, open_image, write_epoch
from myelin.store.rewriting import Erasure, Receipt
from myelin.store.schema import (
    Added,
    Change,
    Database,
    Derivation,
    Migration,
    Row,
    Schema,
    shipped_migrations,
)
from myelin.store.session import Session
from myelin.store.settings import META, SETTINGS
from myelin.store.store import Store

__all__ = [
    "META",
    "SETTINGS",
    "Added",
    "Change",
    "Database",
    "Delete",
    "Derivation",
    "Erasure",
    "MarkKeeper",
    "Migration",
    "Position",
    "Put",
    "Receipt",
    "ReplicaOrigin",
    "Row",
    "Schema",
    "Session",
    "Store",
    "accept_rollback",
    "create",
    "disk_errors",
    "open",
    "open_image",
    "read_brain_id",
    "shipped_migrations",
    "write_epoch",
]
