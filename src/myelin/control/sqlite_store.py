"""The records of a server in SQLite: `control.db`, one connection a thread."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from myelin.contract.errors import BrainBusy, BrainDamaged, FormatTooNew, StorageFailed, StorageFull
from myelin.control.migrations import STEPS, sql_of
from myelin.control.rows import Row, Value
from myelin.kernel.io import Io

FILE = "control.db"
_BUSY_MS = 5_000


class SqliteRows:
    """The rows of one open transaction on a connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query, or None."""
        row: Row | None = self._connection.execute(sql, values).fetchone()
        return row

    def all(self, sql: str, *values: Value) -> list[Row]:
        """Return every row of a query."""
        return list(self._connection.execute(sql, values))

    def run(self, sql: str, *values: Value) -> int:
        """Run a statement that writes, and return how many rows it changed."""
        self._connection.execute(sql, values)
        return self._connection.changes()


class SqliteStore:
    """`control.db` in the server's folder. Threads and other processes may use it at once."""

    def __init__(self, folder: Path, io: Io) -> None:
        """Open the database, or create it with mode 0600, and bring its schema up to date.

        Raises:
            FormatTooNew: a newer program wrote it.
            StorageFailed: it cannot be opened.
        """
        self._path = folder / FILE
        self._local = threading.local()
        self._all: list[apsw.Connection] = []
        self._guard = threading.Lock()
        fd = io.open_folder(str(folder), create=True)
        try:
            # SQLite would make the file with the process's umask.
            io.close(io.open(fd, FILE, write=True, create=True))
            io.make_private(fd, FILE)
        finally:
            io.close(fd)
        self._migrate()

    @contextmanager
    def reading(self) -> Iterator[SqliteRows]:
        """Open a transaction that sees one state and changes nothing."""
        with self._transaction("BEGIN") as rows:
            yield rows

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[SqliteRows]:
        """Open a transaction that excludes every other writer; an exception rolls it back.

        Raises:
            BrainBusy: another writer held the database for 5 s.
        """
        with _sqlite_errors():
            self._connection().pragma("synchronous", 2 if durable else 1)
        with self._transaction("BEGIN IMMEDIATE") as rows:
            yield rows

    def forget_deleted(self) -> None:
        """Overwrite what was deleted in every file of the database, as far as readers allow."""
        with _sqlite_errors():
            self._connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def back_up(self, to: Path) -> None:
        """Write one consistent copy of the database to a path that does not exist."""
        with _sqlite_errors(), closing(apsw.Connection(str(to))) as target:
            with target.backup("main", self._connection(), "main") as copying:
                while not copying.done:
                    copying.step(256)
            target.pragma("journal_mode", "delete")

    def close(self) -> None:
        """Close every connection."""
        with self._guard:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._local = threading.local()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[SqliteRows]:
        connection = self._connection()
        with _sqlite_errors():
            connection.execute(begin)
            try:
                yield SqliteRows(connection)
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _connection(self) -> apsw.Connection:
        found: apsw.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            with _sqlite_errors():
                found = _opened(self._path)
            self._local.connection = found
            with self._guard:
                self._all.append(found)
        return found

    def _migrate(self) -> None:
        with self.writing() as rows:
            row = rows.one("PRAGMA user_version")
            at: int = row[0] if row is not None else 0
            if at > len(STEPS):
                raise FormatTooNew(found=f"records {at}", known=f"records {len(STEPS)}")
            for number, step in enumerate(STEPS[at:], start=at + 1):
                rows.run(sql_of(step))
                rows.run(f"PRAGMA user_version = {number}")


def _opened(path: Path) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW | apsw.SQLITE_OPEN_PRIVATECACHE
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(_BUSY_MS)
    connection.pragma("journal_mode", "wal")
    connection.pragma("secure_delete", 1)
    connection.pragma("foreign_keys", 1)
    connection.pragma("trusted_schema", 0)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    return connection


@contextmanager
def _sqlite_errors() -> Iterator[None]:
    try:
        yield
    except apsw.BusyError:
        raise BrainBusy(holder="the records of the server are being written") from None
    except apsw.FullError:
        raise StorageFull() from None
    except (apsw.CorruptError, apsw.NotADBError):
        raise BrainDamaged(what="the records of the server cannot be read") from None
    except (apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError) as error:
        raise StorageFailed(what=type(error).__name__) from None
