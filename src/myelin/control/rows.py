"""The interface of the database that holds a server's own records.

Statements are plain SQL with `?` for values and are safe beside other processes: what a write
depends on is read inside the same write block, which excludes every other one.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

Value = str | int | bytes | None
Row = Sequence[Any]


class Rows(Protocol):
    """One open transaction."""

    def one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query, or None."""

    def all(self, sql: str, *values: Value) -> list[Row]:
        """Return every row of a query."""

    def run(self, sql: str, *values: Value) -> int:
        """Run a statement that writes, and return how many rows it changed."""


class ControlStore(Protocol):
    """The database of a server's records: tenants, tokens, brains, uploads, audit, quotas."""

    def reading(self) -> AbstractContextManager[Rows]:
        """Open a transaction that sees one state and changes nothing."""

    def writing(self, *, durable: bool = True) -> AbstractContextManager[Rows]:
        """Open a transaction that excludes every other writer; an exception rolls it back.

        It is durable when the block ends, unless `durable` is false: then a power cut, but no
        kill, may lose it.

        Raises:
            BrainBusy: another writer held the database for 5 s.
        """

    def forget_deleted(self) -> None:
        """Overwrite what was deleted in every file of the database, as far as readers allow."""

    def back_up(self, to: Path) -> None:
        """Write one consistent copy of the database to a path that does not exist."""

    def close(self) -> None:
        """Close every connection."""
