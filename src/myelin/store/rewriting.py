"""Rewriting: replace all files of a brain, without some rows, under another key, or both.

New files are written beside the old ones while writers go on. Then, under the brain's lock, the
records written meanwhile are added, a sealed intent decides, and the new files get the old names.
A kill or a power cut leaves the brain as it was before or as it is meant to be after.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace

from myelin.contract.errors import BrainDamaged, KeyWrong, WriteOutcomeUnknown
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_OWNER
from myelin.store import intent
from myelin.store.archive import CATALOGUE, EPOCH_FILE, open_archive
from myelin.store.epoch import Epoch
from myelin.store.epoch_file import is_log_damaged, read_epoch_file
from myelin.store.failures import disk_errors
from myelin.store.following import Follower
from myelin.store.format import RECORD_ID_BYTES, TRANSACTION, Put, Transaction
from myelin.store.lineage import Lineage
from myelin.store.lock import FileLock
from myelin.store.log import Tail
from myelin.store.needles import Needles
from myelin.store.place import Means, Place
from myelin.store.position import Position
from myelin.store.redaction import Redaction, Rows
from myelin.store.session import OpenSession, Session
from myelin.store.staging import Removal, Stager

_NEXT = intent.NEXT
_LEFT_OVER = (".part", _NEXT)


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is removed for good, and the proof of it."""

    rows: Rows
    """Table and id of every row that goes, wherever a base or a log holds it."""
    needles: Sequence[str]
    """The texts of these rows; all files are searched for them before and after."""
    witnesses: Sequence[Put]
    """Rows that record the removal, written in the same step."""
    note: str | None = None
    act: str = "purge"
    """The name of the operation that removes them, for the log. The owner's, always."""
    names: Mapping[str, str | None] = field(default_factory=dict)
    """New names of snapshots; None removes a snapshot and leaves its state."""
    confirm: Callable[[Session], None] = lambda _session: None
    """Compare the brain with what was confirmed; raises BrainChanged if it differs."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The files that were searched and rewritten, and what was found."""

    files: int
    """Files of this brain that were opened and searched completely, bases and logs."""
    rewritten: int
    removed: int
    """Cut-off ends and files without a readable header, which no key opens."""
    foreign: int
    """Files in the archive that this brain's key does not open; they were left alone."""
    searched_bytes: int
    found_before: int
    found_after: int
    locked_ms: int = 0
    """How long writers had to wait (ms)."""


class Rewriter:
    """Rewrites the files of one brain; the caller holds the maintenance lock."""

    def __init__(self, place: Place, key: bytes, means: Means) -> None:
        self.place = place
        self.key = key
        self.means = means
        self.io = means.io
        self.intent_name = place.name + ".intent"

    def settle(self) -> None:
        """Finish what a killed process had decided, taking the brain's lock for it."""
        if self.io.identity(self.place.folder, self.intent_name) is None:
            return
        lock = FileLock(self.io, self.place.folder, self.place.name + ".lock", self.means.clock)
        try:
            lock.acquire(self.means.lock_wait_s)
            self.finish(lock)
        finally:
            lock.close()

    def finish(self, lock: FileLock) -> None:
        """Put the new files in place if an intent says that they are complete.

        Raises:
            BrainDamaged: the intent does not open with this key, or belongs to another state.
        """
        io, folder, name = self.io, self.place.folder, self.place.name
        if io.identity(folder, self.intent_name) is None or io.identity(folder, name) is None:
            return
        todo = intent.read(io, folder, self.intent_name, name, self.key)
        if todo is None:
            return
        if todo.archived or todo.removed:
            archive = open_archive(io, self.place)
            assert archive is not None
            try:
                intent.ensure_staged(io, archive, self.intent_name, todo)
                for file_name in todo.archived:
                    if io.identity(archive, file_name + _NEXT) is not None:
                        io.rename(archive, file_name + _NEXT, file_name)
                for file_name in todo.removed:
                    io.unlink(archive, file_name)
                # The catalogue repeats what the files held; the next compaction makes it anew.
                io.unlink(archive, CATALOGUE)
                io.fsync_folder(archive)
            finally:
                io.close(archive)
        # The hint describes a history that the new file does not have.
        lock.forget_hint()
        if io.identity(folder, name + _NEXT) is not None:
            io.rename(folder, name + _NEXT, name)
        io.fsync_folder(folder)
        io.unlink(folder, self.intent_name)
        io.fsync_folder(folder)

    def run(
        self,
        erasure: Erasure | None,
        next_key: bytes | None,
        alone: Callable[[], AbstractContextManager[None]],
        follower: Follower,
        lock: FileLock,
    ) -> tuple[Receipt, Position]:
        """Rewrite every file; return what was done and where the new live file ends.

        `alone` holds the brain's lock for a block, and `follower` reads the live file.

        Raises:
            BrainChanged: what was confirmed is no longer what is there; nothing was changed.
            BrainDamaged: a file cannot be read to its end, so its content is not known.
            StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
            WriteOutcomeUnknown: the next opening shows whether it was done.
        """
        clock = self.means.clock
        with alone():
            follower.catch_up()
            boundary = follower.epoch.tail
        follower.epoch.image.forget_chunks()
        with self.staged(erasure, next_key, boundary) as work, alone():
            started_s = clock.monotonic_s()
            follower.catch_up()
            receipt, end = work.commit(lock, follower.epoch)
            if next_key is not None:
                follower.use_key(next_key)
            header = follower.epoch.header
            lock.write_hint(header.brain_id, header.epoch + 1, end)
            locked_ms = round(1000 * (clock.monotonic_s() - started_s))
        at = Position(header.epoch + 1, end.seq, end.history)
        return replace(receipt, locked_ms=locked_ms), at

    @contextmanager
    def staged(
        self, erasure: Erasure | None, next_key: bytes | None, boundary: Tail
    ) -> Iterator["Rewriting"]:
        """Write the successors of all files beside them; writers may go on meanwhile.

        Successors that the block did not put in place are removed afterwards.
        """
        with disk_errors():
            self._clear_left_overs()
        work: Rewriting | None = None
        try:
            with disk_errors():
                work = Rewriting(self, erasure, next_key)
                work.stage(boundary)
            yield work
        except BaseException:
            # A kill leaves them too: the next rewriting, or doctor, removes them.
            with suppress(OSError):
                if self.io.identity(self.place.folder, self.intent_name) is None:
                    self._clear_left_overs()
            raise
        finally:
            if work is not None:
                work.close()

    def _clear_left_overs(self) -> None:
        """Remove the files of unfinished work; they may hold what is to be removed."""
        io, place = self.io, self.place
        for suffix in (".new", _NEXT, ".intent.part"):
            io.unlink(place.folder, place.name + suffix)
        archive = open_archive(io, place)
        if archive is None:
            return
        try:
            for name in io.names(archive):
                if name.endswith(_LEFT_OVER):
                    io.unlink(archive, name)
        finally:
            io.close(archive)


class Rewriting:
    """One run over all files of a brain."""

    def __init__(self, rewriter: Rewriter, erasure: Erasure | None, next_key: bytes | None) -> None:
        self._rewriter = rewriter
        self._erasure = erasure
        self._place = rewriter.place
        self._means = rewriter.means
        self._io = rewriter.io
        self._key = rewriter.key
        self._next_key = next_key
        self._lineage = Lineage(self._io, self._place, self._key)
        removal = None
        if erasure is not None:
            needles = Needles(erasure.needles)
            removal = Removal(
                erasure.rows, needles, Redaction(erasure.rows, needles, erasure.names)
            )
        self._redaction = None if removal is None else removal.redaction
        wanted = {(file.header.base_seq, file.header.history) for file in self._lineage.files}
        self._stager = Stager((self._key, next_key or self._key), self._means, removal, wanted)
        self._seen = set(self._archive_names())

    def stage(self, boundary: Tail) -> None:
        """Write the successors, of the live file up to the boundary record."""
        _ensure_whole(self._lineage)
        files = sorted(self._lineage.files, key=lambda one: (one.header.base_seq, one.header.epoch))
        self._stager.stage_all(files, boundary)
        if self._stager.live is None:
            raise BrainDamaged(what="its file cannot be read")

    def commit(self, lock: FileLock, epoch: Epoch) -> tuple[Receipt, Tail]:
        """Add what was written meanwhile and put the new files in place; return the new end.

        The caller holds the brain's lock, and `epoch` is the live file, read to its end.
        """
        live = self._stager.live
        assert live is not None
        if self._erasure is not None and self._redaction is not None:
            later = live.later_records(self._io, epoch)
            if any(self._redaction.concerns(record.type, record.payload) for record in later):
                _confirm(self._erasure, epoch, self._means.clock.now_ms())
        time_ms = epoch.next_time_ms(self._means.clock)
        for name in self._archive_names():
            if name not in self._seen and EPOCH_FILE.fullmatch(name):
                # A migration put a copy of the live file there.
                self._stage_archived(name)
        tail = self._stager.finish_live(epoch, self._last(time_ms))
        removed = tuple(
            name for name in self._archive_names() if name.startswith(intent.UNREADABLE)
        )
        if self._lineage.archive is not None:
            # The names of the new files must outlast the intent that relies on them.
            self._io.fsync_folder(self._lineage.archive)
        try:
            self._decide(removed)
            self._rewriter.finish(lock)
        except OSError as error:
            if self._io.identity(self._place.folder, self._rewriter.intent_name) is None:
                raise
            # It is decided; the next process that takes the lock finishes it.
            raise WriteOutcomeUnknown from error
        return self._receipt(len(removed)), tail

    def close(self) -> None:
        """Close the archive folder."""
        self._lineage.close()

    def _stage_archived(self, name: str) -> None:
        archive = self._lineage.archive
        if archive is None:
            archive = self._lineage.archive = open_archive(self._io, self._place)
        assert archive is not None
        file = read_epoch_file(self._io, archive, name, self._key, archived=True)
        self._lineage.files.append(file)
        self._stager.stage(file)

    def _archive_names(self) -> Sequence[str]:
        archive = open_archive(self._io, self._place)
        if archive is None:
            return ()
        try:
            return self._io.names(archive)
        finally:
            self._io.close(archive)

    def _last(self, time_ms: int) -> list[tuple[int, bytes]]:
        """Return the record that a removal ends with: who decided it, and why."""
        erasure = self._erasure
        if erasure is None or not (erasure.witnesses or erasure.note):
            return []
        record_id = self._means.chance(RECORD_ID_BYTES).hex()
        transaction = Transaction(
            record_id, time_ms, erasure.witnesses, erasure.note, Origin.OWNER.value, erasure.act
        )
        return [(TRANSACTION, transaction.encode())]

    def _decide(self, removed: tuple[str, ...]) -> None:
        """Write the intent: from here on the new files are the brain."""
        io, folder, name = self._io, self._place.folder, self._place.name
        live = self._stager.live
        assert live is not None
        todo = intent.Intent(
            "rotate" if self._erasure is None else "erase",
            before=intent.fingerprint(io, folder, name) or "",
            after=intent.fingerprint(io, folder, name + _NEXT) or "",
            archived=self._stager.archived,
            removed=removed,
        )
        # The holder of either key can finish it: the person may have kept the words of one only.
        keys = [self._key] if self._next_key is None else [self._key, self._next_key]
        intent.write(
            io, folder, self._rewriter.intent_name, todo, live.file.header, keys, self._means.chance
        )

    def _receipt(self, removed: int) -> Receipt:
        counts, unreadable = self._stager.counts, self._lineage.unreadable
        return Receipt(
            files=len(self._lineage.files),
            rewritten=counts.rewritten,
            removed=removed,
            foreign=sum(isinstance(one.error, KeyWrong) for one in unreadable),
            searched_bytes=counts.searched_bytes,
            found_before=counts.found_before,
            found_after=counts.found_after,
        )


def _confirm(erasure: Erasure, epoch: Epoch, now_ms: int) -> None:
    session = OpenSession(epoch.db, now_ms, LOCAL_OWNER)
    with epoch.image.readonly():
        try:
            erasure.confirm(session)
        finally:
            session.end()


def _ensure_whole(lineage: Lineage) -> None:
    """Refuse to promise anything about files that cannot be read to their end."""
    for unreadable in lineage.unreadable:
        if isinstance(unreadable.error, BrainDamaged):
            raise BrainDamaged(what=f"{unreadable.name} cannot be read, so nothing was rewritten")
        if not isinstance(unreadable.error, KeyWrong):
            raise unreadable.error
    for source in lineage.files:
        if source.summary.rest_bytes and (source.archived or is_log_damaged(source)):
            raise BrainDamaged(what=f"the log of {source.name} cannot be read to its end")
