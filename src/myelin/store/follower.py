"""Keeping up with a brain's file: what is appended is applied, what replaces it is opened."""

from collections.abc import Sequence

from myelin.contract.errors import BrainDamaged, BrainRolledBack
from myelin.kernel.upkeep import Finding
from myelin.store import derived, migrate
from myelin.store.archive import Archive, count_files, open_archive
from myelin.store.epoch import Epoch
from myelin.store.failures import disk_errors
from myelin.store.format import MIGRATION, RECORD_ID_BYTES, MigrationStep
from myelin.store.location import BrainFile, Services, unknown_brain
from myelin.store.lock import Hint, read_hint
from myelin.store.log import Batch, proves_damage
from myelin.store.log_writer import LogWriter
from myelin.store.mark import history_missing, load_mark

_PAUSE_S = 0.02


class Follower:
    """What one handle knows of a brain's file; `epoch` is the file as far as it was read.

    It takes no lock to read. Where the handle holds the lock, it also repairs a torn end.
    """

    def __init__(
        self, place: BrainFile, key: bytes, services: Services, writer: LogWriter | None
    ) -> None:
        self._place = place
        self._key = key
        self._services = services
        self._io = services.io
        self._writer = writer
        self._archive = Archive(services.io, place, services.chance)
        self._retired: list[Epoch] = []
        self.epoch = self._load(None)
        self.findings = self._missing_history()
        """What is missing beside the file that was opened."""

    def catch_up(self) -> None:
        """Bring the image to the end of the log; two system calls when nothing is new.

        Raises:
            BrainDamaged, BrainRolledBack, FormatTooNew, BrainUnknown: the file changed under us.
            StorageFailed: the disk could not read it, or not repair it.
        """
        with disk_errors():
            while True:
                named = self._io.identity(self._place.folder, self._place.name)
                if named is None:
                    raise unknown_brain(self._place.name)
                if named == self.epoch.identity and self._read_on(self.epoch):
                    return
                self.replace()

    def replace(self) -> None:
        """Open the file that the name means now in the place of the present one."""
        old = self.epoch
        self.epoch = self._load(old)
        self._retired.append(old)
        if not self._holds_lock:
            self.close_retired()

    def use_key(self, key: bytes) -> None:
        """Open files with another key from now on."""
        self._key = key

    def keep(self) -> None:
        """Put the present file into the archive, before another takes its name."""
        self._archive.keep_epoch(self.epoch.fd, self.epoch.header.epoch)

    def ensure_archive(self) -> None:
        """Make the archive folder where it is missing.

        Raises:
            OSError: a link or something else has its name.
        """
        archive = open_archive(self._io, self._place, create=True)
        assert archive is not None
        self._io.close(archive)

    def close_retired(self) -> None:
        """Close the files that were replaced; not under the lock, for a large one takes long."""
        while self._retired:
            self._retired.pop().close()

    def close(self) -> None:
        """Close every file."""
        self.close_retired()
        self.epoch.close()

    @property
    def _holds_lock(self) -> bool:
        return self._writer is not None and self._writer.holds_lock

    def _read_on(self, epoch: Epoch, *, opening: bool = False) -> bool:
        """Apply what was appended; return False if the log is no longer the one that was read."""
        size = self._io.size(epoch.fd)
        if size < epoch.tail.offset:
            return False
        if size == epoch.tail.offset:
            return not self._holds_lock or self._stands_on(epoch)
        rest = epoch.read_on(size)
        if not rest:
            return True
        tail = epoch.tail
        if not self._stands_on(epoch):
            return False
        if (self._holds_lock or opening) and proves_damage(rest, epoch.seals.log, tail.seq):
            raise BrainDamaged(what=f"record {tail.seq + 1} does not authenticate")
        if self._holds_lock:
            epoch.ensure_nothing_lost(self._read_hint())
            self._archive.quarantine(rest, epoch.header.epoch, tail)
            self._io.truncate(epoch.fd, tail.offset)
            self._io.fsync(epoch.fd)
        return True

    def _stands_on(self, epoch: Epoch) -> bool:
        """Return whether the last record that was read is still there.

        A writer whose sync failed takes its record back, after others may have read it.
        """
        tag, offset = epoch.tail.tag, epoch.tail.offset
        return not tag or self._io.pread(epoch.fd, len(tag), offset - len(tag)) == tag

    def _load(self, old: Epoch | None) -> Epoch:
        """Open the file that the name means now, with its log applied."""
        try:
            return self._load_once(old)
        except BrainRolledBack:
            # A purge or a restore may have changed file and hint between the looks at them.
            if self._writer is None:
                self._services.clock.sleep_s(_PAUSE_S)
                return self._load_once(old)
            with self._writer.holding_lock(self._services.lock_wait_s):
                return self._load_once(old)
        except _NeedsLock:
            assert self._writer is not None
            with self._writer.holding_lock(self._services.lock_wait_s):
                return self._load_once(old)

    def _load_once(self, old: Epoch | None) -> Epoch:
        place, schema = self._place, self._services.schema
        # Before the file: whatever hint and mark say was in the file by then.
        hint = self._read_hint()
        mark = load_mark(self._services.marks)
        writes = self._writer is not None
        try:
            epoch = Epoch(
                self._io, place.folder, place.name, self._key, schema, write=writes, hint=hint,
                mark=mark,
            )  # fmt: skip
        except FileNotFoundError:
            raise unknown_brain(place.name) from None
        try:
            if old is not None:
                _ensure_succeeds(epoch, old)
            self._read_on(epoch, opening=True)
            epoch.ensure_nothing_lost(hint)
            epoch.ensure_not_before(mark)
            self._migrate(epoch)
            epoch.settle()
        except BaseException:
            epoch.close()
            raise
        return epoch

    def _missing_history(self) -> Sequence[Finding]:
        """Return a finding if the archive that the mark tells of is gone; costs two calls."""
        header = self.epoch.header
        mark = load_mark(self._services.marks, header.brain_id)
        if mark is None or mark.first_seq is None or header.base_seq <= mark.first_seq:
            return ()
        try:
            if count_files(self._io, self._place):
                return ()
        except OSError:
            return ()
        return (history_missing(mark.first_seq, header.base_seq),)

    def _read_hint(self) -> Hint | None:
        if self._writer is not None:
            return self._writer.lock.read_hint()
        return read_hint(self._io, self._place)

    def _migrate(self, epoch: Epoch) -> None:
        """Run and log the migrations that this program knows and the brain has not seen."""
        steps = migrate.outstanding(epoch.db, self._services.schema)
        if not steps:
            return
        epoch.replay.derives = False
        epoch.is_outdated = self._services.schema.replica
        if self._writer is None or epoch.is_outdated:
            # What may only be read is migrated in memory, and the file stays as it is.
            with epoch.transaction():
                derived.drop(epoch.db)
                for step in steps:
                    migrate.run(epoch.db, step)
            return
        if not self._writer.holds_lock:
            raise _NeedsLock
        chance = self._services.chance
        # Whoever finds that a migration did harm has the file as it was before.
        self._archive.keep_copy(epoch.fd, epoch.header.epoch)
        for step in steps:
            now_ms = epoch.next_time_ms(self._services.clock)
            record_id = chance(RECORD_ID_BYTES).hex()
            record = MigrationStep(record_id, now_ms, step.number, step.sha256.hex())
            batch = Batch(epoch.tail, epoch.seals.log, chance)
            batch.add(MIGRATION, record.encode())
            with epoch.transaction():
                derived.drop(epoch.db)
                migrate.run(epoch.db, step)
                tail = self._writer.append(epoch, batch)
            epoch.tail = tail
            epoch.replay.note_transaction(now_ms)


class _NeedsLock(Exception):
    """Only somebody who holds the lock may do what comes next."""


def _ensure_succeeds(new: Epoch, old: Epoch) -> None:
    """Refuse a file that cannot have come after the one that this process knows."""
    if new.header.brain_id != old.header.brain_id:
        raise BrainDamaged(what="another brain's file took its place")
    if new.header.epoch < old.header.epoch:
        raise BrainRolledBack()
