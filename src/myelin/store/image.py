"""The image: a SQLite database whose pages are opened from the sealed base when they are needed.

Pages that change stay in memory; SQLite is given no other file, so it has nowhere to spill to.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import apsw

from myelin.contract.errors import BrainDamaged
from myelin.crypto.seal import CHUNK_BYTES, SEALED_CHUNK_BYTES, ChunkSeal, SealBroken
from myelin.store.failures import disk_errors
from myelin.store.format import BASE_OFFSET, Header
from myelin.store.io import Io

PAGE_BYTES = 4096

_PAGES_A_CHUNK = CHUNK_BYTES // PAGE_BYTES
_CACHED_CHUNKS_MAX = 2048
_FEW_CHUNKS = 64
_ZERO_PAGE = bytes(PAGE_BYTES)

_PRAGMAS = (
    # First: until it is set, sorting may go through a temporary file.
    "temp_store=MEMORY",
    f"page_size={PAGE_BYTES}",
    "auto_vacuum=NONE",
    "locking_mode=EXCLUSIVE",
    "journal_mode=MEMORY",
    "synchronous=OFF",
    "cache_size=-8000",
    "cell_size_check=ON",
    # So that a row which REPLACE takes away is captured like any other deletion.
    "recursive_triggers=ON",
)
_SETTINGS = (
    (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
    (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
    (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
)
_REFUSED_ACTIONS = {apsw.SQLITE_ATTACH, apsw.SQLITE_DETACH}
_CHANGES = {apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE}
_REFUSED_FUNCTIONS = {"edit", "fts3_tokenizer", "load_extension", "readfile", "writefile"}
_TEMP_VIEWS = "SELECT name FROM temp.sqlite_schema WHERE type = 'view'"
_REFUSED_PRAGMAS = {
    "data_store_directory",
    "journal_mode",
    "locking_mode",
    "temp_store",
    "temp_store_directory",
    "trusted_schema",
    "writable_schema",
}


class Base:
    """The sealed base of one file, opened chunk by chunk."""

    def __init__(self, io: Io, fd: int, header: Header, seal: ChunkSeal) -> None:
        self.size_bytes: Final = header.base_bytes
        self._io = io
        self._fd = fd
        self._seal = seal
        self._end = header.log_offset

    @property
    def chunks(self) -> int:
        """Return how many chunks there are, the last and shorter one included."""
        return self.size_bytes // CHUNK_BYTES + 1

    def chunk(self, index: int) -> bytes:
        """Return the plain bytes of a chunk.

        Raises:
            BrainDamaged: the chunk does not authenticate.
            StorageFailed: the disk could not read it.
        """
        offset = BASE_OFFSET + index * SEALED_CHUNK_BYTES
        with disk_errors():
            sealed = self._io.pread(self._fd, min(SEALED_CHUNK_BYTES, self._end - offset), offset)
        try:
            return self._seal.open(index, sealed)
        except SealBroken:
            raise BrainDamaged(what=f"chunk {index} of its base does not authenticate") from None


class Image:
    """One database over one base; `db` is the connection."""

    def __init__(self, base: Base) -> None:
        self._pages = _Pages(base)
        self._vfs = _Vfs(self._pages)
        self._is_reading = False
        self.db = apsw.Connection("image", vfs=self._vfs.name)
        for pragma in _PRAGMAS:
            self.db.execute(f"PRAGMA {pragma}").fetchall()
        for setting, value in _SETTINGS:
            self.db.config(setting, value)
        self.db.authorizer = _authorize

    def freeze(self, guarded: frozenset[str] = frozenset()) -> None:
        """From now on refuse every change of what the database is made of.

        A reading block sees the tables of `guarded` through the views of this connection alone.
        """
        if not guarded:
            self.db.authorizer = _authorize_frozen
            return

        # SQLite also passes the name of a common table expression here, which is no view.
        views = frozenset(name for (name,) in self.db.execute(_TEMP_VIEWS))

        def authorize(
            action: int, first: str | None, second: str | None, base: str | None, inner: str | None
        ) -> int:
            reads = action == apsw.SQLITE_READ and first in guarded and inner not in views
            if reads and self._is_reading:
                return apsw.SQLITE_DENY
            return _authorize_frozen(action, first, second, base, inner)

        self.db.authorizer = authorize

    def thaw(self) -> None:
        """Allow such changes again."""
        self.db.authorizer = _authorize

    @contextmanager
    def readonly(self) -> Iterator[None]:
        """Refuse statements that change anything, for the block.

        `PRAGMA query_only` would do it too, but each time that it is switched, SQLite compiles
        every statement anew, and that costs more than a recall's own work.
        """
        self.db.exec_trace = _refuse_changes
        self._is_reading = True
        try:
            yield
        finally:
            self._is_reading = False
            self.db.exec_trace = None

    def snapshot(self) -> "Snapshot":
        """Return what the image holds now, unmoved by what happens to it later."""
        return Snapshot(self._pages.size_bytes, dict(self._pages.changed))

    def page(self, number: int) -> bytes:
        """Return a page as it is now; the first one has number 1."""
        return self._pages.xRead(PAGE_BYTES, (number - 1) * PAGE_BYTES)

    def forget_chunks(self) -> None:
        """Free the memory of chunks that were read; they are read again when they are needed."""
        self._pages.forget_chunks()

    def save_memory(self) -> None:
        """Cache few chunks and keep no journal, so that a failed image must be thrown away."""
        self._pages.cached_chunks_max = _FEW_CHUNKS
        self.db.authorizer = None
        try:
            self.db.execute("PRAGMA journal_mode=OFF").fetchall()
        finally:
            self.db.authorizer = _authorize

    def close(self) -> None:
        """Close the connection; the file below stays with who opened it."""
        self.db.close()
        self._vfs.unregister()


class Snapshot:
    """The pages of an image at one moment: those that changed, over a base that never does."""

    def __init__(self, size_bytes: int, changed: dict[int, bytes]) -> None:
        self.size_bytes: Final = size_bytes
        self._changed = changed

    def chunks(self, base: Base) -> Iterator[bytes]:
        """Yield the image in chunks of 16 KiB; the last is shorter, possibly empty."""
        for index in range(self.size_bytes // CHUNK_BYTES + 1):
            pages = self._changes_of(index)
            is_needed = None in pages and index < base.chunks
            yield self._chunk(index, pages, base.chunk(index) if is_needed else b"")

    def _changes_of(self, index: int) -> list[bytes | None]:
        first = index * _PAGES_A_CHUNK
        size = min(CHUNK_BYTES, self.size_bytes - index * CHUNK_BYTES)
        return [self._changed.get(first + place) for place in range(size // PAGE_BYTES)]

    def _chunk(self, index: int, pages: list[bytes | None], below: bytes) -> bytes:
        size = min(CHUNK_BYTES, self.size_bytes - index * CHUNK_BYTES)
        if len(below) == size and not any(pages):
            return below
        below = below.ljust(size, b"\x00")
        return b"".join(
            below[place * PAGE_BYTES : (place + 1) * PAGE_BYTES] if page is None else page
            for place, page in enumerate(pages)
        )


class _Pages:
    """The one file that SQLite sees: its methods are those of SQLite's file interface."""

    def __init__(self, base: Base) -> None:
        self.changed: dict[int, bytes] = {}
        self.size_bytes = base.size_bytes
        self._base = base
        self._chunks: dict[int, bytes] = {}
        self.cached_chunks_max = _CACHED_CHUNKS_MAX

    def forget_chunks(self) -> None:
        """Empty the cache of chunks."""
        self._chunks.clear()

    def xRead(self, size: int, offset: int) -> bytes:  # noqa: N802
        page, start = divmod(offset, PAGE_BYTES)
        data = self.changed.get(page)
        if data is not None:
            return data if size == PAGE_BYTES and not start else data[start : start + size]
        if offset >= min(self.size_bytes, self._base.size_bytes):
            return b""
        index, start = divmod(offset, CHUNK_BYTES)
        chunk = self._chunks.get(index)
        if chunk is None:
            chunk = self._base.chunk(index)
            if len(self._chunks) >= self.cached_chunks_max:
                del self._chunks[next(iter(self._chunks))]
            self._chunks[index] = chunk
        return chunk[start : start + size]

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        page, start = divmod(offset, PAGE_BYTES)
        if start or len(data) != PAGE_BYTES:
            whole = bytearray(self.xRead(PAGE_BYTES, page * PAGE_BYTES).ljust(PAGE_BYTES, b"\x00"))
            whole[start : start + len(data)] = data
            data = bytes(whole)
        self.changed[page] = bytes(data)
        self.size_bytes = max(self.size_bytes, (page + 1) * PAGE_BYTES)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        # Pages of the base behind a cut must not come back when the file grows again.
        for page in range(size // PAGE_BYTES, self._base.size_bytes // PAGE_BYTES):
            self.changed[page] = _ZERO_PAGE
        for page in [page for page in self.changed if page * PAGE_BYTES >= size]:
            if page * PAGE_BYTES >= self._base.size_bytes:
                del self.changed[page]
        self.size_bytes = size

    def xFileSize(self) -> int:  # noqa: N802
        return self.size_bytes

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Nothing of the image is ever durable; the log is."""

    def xLock(self, level: int) -> None:  # noqa: N802
        """Nobody else has this file."""

    def xUnlock(self, level: int) -> None:  # noqa: N802
        """Nobody else has this file."""

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, _operation: int, _pointer: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return PAGE_BYTES

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xClose(self) -> None:  # noqa: N802
        """There is nothing to close."""


class _Vfs(apsw.VFS):
    """A file system with one file in it."""

    def __init__(self, pages: _Pages) -> None:
        self.name = f"myelin-{id(self):x}"
        self._pages = pages
        super().__init__(self.name, "")

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xOpen(self, _name: Any, flags: list[int]) -> Any:  # noqa: N802
        if not flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            raise apsw.CantOpenError("an image has no second file")
        return self._pages

    def xAccess(self, _pathname: str, _flags: int) -> bool:  # noqa: N802
        return False

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        """There is never anything to delete."""


def _refuse_changes(cursor: apsw.Cursor, _sql: str, _bindings: object) -> bool:
    if not cursor.is_readonly:
        raise apsw.ReadOnlyError("a reading block changes nothing")
    return True


def _authorize(
    action: int, first: str | None, second: str | None, _database: str | None, _inner: str | None
) -> int:
    """Refuse what would reach beyond the image."""
    refused = (
        action in _REFUSED_ACTIONS
        or (action == apsw.SQLITE_FUNCTION and second in _REFUSED_FUNCTIONS)
        or (action == apsw.SQLITE_PRAGMA and first in _REFUSED_PRAGMAS and second is not None)
    )
    return apsw.SQLITE_DENY if refused else apsw.SQLITE_OK


def _authorize_frozen(
    action: int, first: str | None, second: str | None, database: str | None, inner: str | None
) -> int:
    """Refuse changes of the definition as well, of which the log could not tell the others."""
    defines = action in _CHANGES and first == "sqlite_master" and database == "main"
    adjusts = action == apsw.SQLITE_PRAGMA and second is not None
    if defines or adjusts:
        return apsw.SQLITE_DENY
    return _authorize(action, first, second, database, inner)
