"""One epoch of a brain's file, open: its header, its image, and how far the log is applied."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import apsw

from myelin.contract.errors import BrainDamaged, BrainRolledBack
from myelin.kernel.caller import Caller
from myelin.kernel.clock import Clock
from myelin.store import derived, migrate
from myelin.store.capture import Capture
from myelin.store.format import BASE_OFFSET, LOG_ONLY, REPLICA, Header, Seals, open_header
from myelin.store.image import Base, Image
from myelin.store.io import Io
from myelin.store.location import ensure_safe
from myelin.store.lock import Hint
from myelin.store.log import Record, Tail, first_tail, read_records, stream_records
from myelin.store.mark import Mark
from myelin.store.replay import Replay
from myelin.store.schema import Added, Schema
from myelin.store.session import OpenSession, Session

_TIE_MS = 1000


class Epoch:
    """One open file with its image and the position up to which its log was applied."""

    tail: Tail
    capture: Capture

    def __init__(
        self,
        io: Io,
        folder: int,
        name: str,
        key: bytes,
        schema: Schema,
        *,
        write: bool,
        hint: Hint | None,
        mark: Mark | None = None,
    ) -> None:
        self._io = io
        self._schema = schema
        self._hint = hint
        self._mark = mark
        self.fd = io.open(folder, name, write=write)
        self.is_outdated = False
        """Whether it is a replica of fewer migrations, which only a device can bring up to date."""
        self.name_is_durable = False
        """Whether this process itself has made the file's name durable."""
        try:
            self.identity = io.identity_of(self.fd)
            self.header, self.seals = _read_header(io, self.fd, key, replica=schema.replica)
            self.base = Base(io, self.fd, self.header, self.seals.base)
            self.image = Image(self.base)
        except BaseException:
            io.close(self.fd)
            raise
        try:
            self.db = self.image.db
            self.tail = first_tail(self.header)
            self._compare(self.tail)
            self.replay = Replay(self.db, schema, log_time_ms=self.header.log_time_ms)
            with _sound_database():
                standing = derived.settle(self.db, schema)
        except BaseException:
            self.close()
            raise
        self.replay.derives = standing is not derived.Standing.MISSING
        self.rebuilt = standing is not derived.Standing.CURRENT
        """Whether derived tables differ from those of the base; the next base will hold them."""
        self.added = Added(0)
        """What was added to derived tables since, and is in no log."""

    def read_on(self, size_bytes: int) -> bytes:
        """Apply the whole records between the tail and a length of the file; return what is left.

        Raises:
            BrainDamaged, FormatTooNew: a record cannot be applied; nothing of this call was.
        """
        data = self._io.pread(self.fd, size_bytes - self.tail.offset, self.tail.offset)
        records = list(read_records(data, self.seals.log, self.tail))
        if not records:
            return data
        read = records[-1].tail.offset - self.tail.offset
        self.apply(records)
        return data[read:]

    def log(self) -> Iterator[Record]:
        """Yield the records of the log, read from the file again, up to the tail."""
        start = first_tail(self.header)
        yield from stream_records(self._io, self.fd, self.seals.log, start, self.tail.offset)

    def apply(self, records: Sequence[Record]) -> None:
        """Apply records that follow the tail; a restore brings them from other files too.

        Raises:
            BrainDamaged, FormatTooNew: a record cannot be applied; nothing of this call was.
        """
        with _sound_database(), self.transaction():
            for record in records:
                self._compare(record.tail)
                self.replay.apply(record)
        self.tail = records[-1].tail

    @property
    def schema_number(self) -> int:
        """Return the number of the newest migration that has run."""
        return migrate.version(self.db, self._schema)

    @property
    def is_latest(self) -> bool:
        """Return whether every migration that this program knows has run."""
        return self.schema_number == self._schema.latest

    def next_time_ms(self, clock: Clock) -> int:
        """Return the time of the next record. In a replica times only rise."""
        if self.header.features & REPLICA:
            return max(clock.now_ms(), self.replay.log_time_ms + 1)
        return next_time_ms(clock.now_ms(), self.replay.log_time_ms)

    def ensure_nothing_lost(self, hint: Hint | None) -> None:
        """Compare the file with the last write that this machine acknowledged.

        Raises:
            BrainRolledBack: acknowledged writes are not in this file.
        """
        if hint is None or hint.brain != self.header.brain_id[:8]:
            return
        older = self.header.epoch < hint.epoch or self.tail.seq < hint.seq
        # A base that holds more than was acknowledged can only be that of a later epoch.
        foreign = self.header.epoch == hint.epoch and self.header.base_seq > hint.seq
        if older or foreign:
            raise BrainRolledBack()

    def ensure_not_before(self, mark: Mark | None) -> None:
        """Compare the file with the newest state that this device has seen.

        Raises:
            BrainRolledBack: the file is older than that, or its end was cut off.
        """
        if mark is None or mark.brain_id != self.header.brain_id:
            return
        # A later epoch may lead to fewer records: a restore in place wrote it.
        if (self.header.epoch, self.tail.seq) < (mark.epoch, mark.seq):
            raise BrainRolledBack()
        if self.header.epoch == mark.epoch and self.header.base_seq > mark.seq:
            raise BrainRolledBack()

    def settle(self) -> None:
        """Prepare for sessions, once the log is applied: derived tables, capture, views."""
        with _sound_database():
            if not self.replay.derives:
                with self.transaction():
                    derived.rebuild(self.db, self._schema)
                self.replay.derives = True
            self.capture = Capture(self.db, self._schema.tables)
            for sql in self._schema.session_sql:
                self.db.execute(sql)
            self.image.freeze(self._schema.guarded)

    def rebuild(self) -> None:
        """Make the derived tables anew; nothing is written before the next base."""
        self.image.thaw()
        try:
            with self.transaction():
                derived.drop(self.db)
                derived.rebuild(self.db, self._schema)
        finally:
            self.image.freeze(self._schema.guarded)

    def derive(self, fill: Callable[[Session], Added], now_ms: int, caller: Caller | None) -> None:
        """Let `fill` add to derived tables of the image alone, and count what it added."""
        with self.transaction():
            self.capture.clear()
            session = OpenSession(self.db, now_ms, caller)
            try:
                added = fill(session)
            finally:
                session.end()
            if self.capture.collect():
                raise RuntimeError("source tables change in a write alone")
        self.added = Added(self.added.size_bytes + added.size_bytes, added.is_all)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Change the image in the block, all of it or nothing."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.execute("COMMIT")
        finally:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def close(self) -> None:
        """Close the image and the file."""
        self.image.close()
        self._io.close(self.fd)

    def _compare(self, tail: Tail) -> None:
        """Refuse a history that differs from the one whose writes were acknowledged."""
        mark = self._mark
        if (
            mark is not None
            and (mark.brain_id, mark.epoch) == (self.header.brain_id, self.header.epoch)
            and mark.seq == tail.seq
            and mark.history != tail.history
        ):
            raise BrainRolledBack()
        hint = self._hint
        if hint is None or hint.brain != self.header.brain_id[:8] or hint.seq != tail.seq:
            return
        # The history of a replica begins anew with each epoch.
        if self._schema.replica and hint.epoch != self.header.epoch:
            return
        if hint.history != tail.history[:16]:
            raise BrainRolledBack()


def next_time_ms(now_ms: int, last_ms: int) -> int:
    """Return the time of a record: the clock's, moved behind the last record's by 1 ms if that one
    lies less than a second ahead.

    The order of records is that of their numbers. A clock that was wrong once does not stamp all
    that follows.
    """
    return last_ms + 1 if now_ms <= last_ms < now_ms + _TIE_MS else now_ms


def _read_header(io: Io, fd: int, key: bytes, *, replica: bool) -> tuple[Header, Seals]:
    ensure_safe(io, fd, folder=False)
    header, seals = open_header(io.pread(fd, BASE_OFFSET, 0), key, replica=replica)
    if header.features & LOG_ONLY:
        raise BrainDamaged(what="it is an archived log and holds no base")
    if io.size(fd) < header.log_offset:
        raise BrainDamaged(what="it ends inside its base")
    return header, seals


@contextmanager
def _sound_database() -> Iterator[None]:
    """Turn SQLite's corruption errors inside the block into BrainDamaged."""
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
        raise BrainDamaged(what="its base is no sound database") from error
