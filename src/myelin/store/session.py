"""What a service is given inside a block: SQL on the image, the time, and touching."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import apsw

from myelin.kernel.caller import Caller
from myelin.store.schema import Row


class Session(Protocol):
    """One block of reading or writing."""

    @property
    def now_ms(self) -> int:
        """Return the clock's time; a write has a later one than the write before it, unless the
        clock was put back by more than a second."""

    @property
    def caller(self) -> Caller:
        """Return the caller that the block was opened for."""

    def execute(self, sql: str, params: Sequence[Any] | Mapping[str, Any] = ()) -> Iterator[Row]:
        """Run SQL and return its rows, to be read before the block ends."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any] | Mapping[str, Any]]) -> None:
        """Run the same SQL once for each set of values."""

    def touch(self, row_ids: Iterable[int]) -> None:
        """Note that these rows were used; in a read this is best effort and comes afterwards."""

    def governing(self) -> Sequence[str]:
        """Return the tables in which this block, a write, changed what governs the brain."""


class OpenSession:
    """A block that is going on; it refuses to be used once it has ended."""

    __slots__ = ("_caller", "_db", "_flags", "now_ms", "touched")

    def __init__(
        self, db: apsw.Connection, now_ms: int, caller: Caller | None, *, reads: bool = False
    ) -> None:
        self._db: apsw.Connection | None = db
        self._caller = caller
        # SQLite asks the authorizer when it compiles a statement. With a flag of its own, a reading
        # block never gets a compiled statement of a writing one from apsw's cache.
        self._flags = apsw.SQLITE_PREPARE_PERSISTENT if reads else 0
        self.now_ms = now_ms
        self.touched: dict[int, int] = {}

    @property
    def caller(self) -> Caller:
        """Return the caller that the block was opened for."""
        if self._caller is None:
            raise RuntimeError("this block was opened without a caller")
        return self._caller

    @property
    def origin(self) -> str | None:
        """Return the origin of the caller as one word; None for a block without a caller."""
        return None if self._caller is None else self._caller.origin.value

    def execute(self, sql: str, params: Sequence[Any] | Mapping[str, Any] = ()) -> Iterator[Row]:
        """Run SQL and return its rows, to be read before the block ends."""
        return self._open().execute(sql, params, prepare_flags=self._flags)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any] | Mapping[str, Any]]) -> None:
        """Run the same SQL once for each set of values."""
        self._open().executemany(sql, rows)

    def touch(self, row_ids: Iterable[int]) -> None:
        """Note that these rows were used; in a read this is best effort and comes afterwards."""
        self._open()
        for row_id in row_ids:
            self.touched[row_id] = self.touched.get(row_id, 0) + 1

    def governing(self) -> Sequence[str]:
        """Return the tables in which this block, a write, changed what governs the brain."""
        rows = self._open().execute("SELECT source FROM temp.governing_change")
        return [str(source) for (source,) in rows]

    def end(self) -> None:
        """Refuse everything from now on."""
        self._db = None

    def _open(self) -> apsw.Connection:
        if self._db is None:
            raise RuntimeError("the block that this session belongs to has ended")
        return self._db
