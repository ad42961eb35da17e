"""Appending to the log: the only place where a write becomes durable, or fails to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from myelin.contract.errors import StorageFailed, WriteOutcomeUnknown
from myelin.store.epoch import Epoch
from myelin.store.failures import disk_errors, storage_error
from myelin.store.io import Io
from myelin.store.lock import FileLock
from myelin.store.log import Batch, Tail


class LogWriter:
    """Appends batches while the caller holds the brain's lock."""

    def __init__(
        self, io: Io, folder: int, lock: FileLock, finish: Callable[[FileLock], None]
    ) -> None:
        self.poisoned = False
        """Set by a failed sync for good: what the disk holds is no longer known to this process."""
        self.holds_lock = False
        """Whether this handle holds the brain's lock now."""
        self._io = io
        self._folder = folder
        self._finish = finish
        self.lock = lock

    def ensure_sound(self) -> None:
        """Refuse to go on after a failed sync.

        Raises:
            StorageFailed: a sync failed before; the brain must be opened again.
        """
        if self.poisoned:
            raise StorageFailed(what="an earlier write could not be confirmed")

    @contextmanager
    def holding_lock(self, wait_s: float) -> Iterator[None]:
        """Hold the brain's lock for the block, waiting that long; a no-op inside such a block.

        Raises:
            BrainBusy: another process held it all that time.
            StorageFailed: a sync failed before.
        """
        self.ensure_sound()
        if self.holds_lock:
            yield
            return
        with disk_errors():
            self.lock.acquire(wait_s)
        self.holds_lock = True
        try:
            with disk_errors():
                # Somebody may have been killed between deciding to rewrite the brain and doing so.
                self._finish(self.lock)
            yield
        finally:
            self.holds_lock = False
            self.lock.release()

    def append(self, epoch: Epoch, batch: Batch) -> Tail:
        """Append a batch and return where the log then ends; durable unless it is touches only.

        Raises:
            StorageFull, StorageReadOnly, StorageFailed: nothing was saved.
            WriteOutcomeUnknown: the disk failed so that nobody knows; nothing more is appended.
        """
        if batch.must_last and not epoch.name_is_durable:
            # Whoever renamed the file into place may have died before syncing the folder.
            self.sync_folder(epoch)
        try:
            self._io.pwrite(epoch.fd, batch.data(), epoch.tail.offset)
        except BaseException as error:
            self._undo(epoch)
            if not isinstance(error, OSError):
                raise
            raise (WriteOutcomeUnknown() if self.poisoned else storage_error(error)) from error
        if not batch.must_last:
            return batch.tail
        try:
            self._io.fsync(epoch.fd)
        except BaseException as error:
            # Never tried again: the kernel may have dropped the pages that it could not write,
            # and then a second sync would report success for what is lost.
            self.poisoned = True
            self._undo(epoch)
            if not isinstance(error, OSError):
                raise
            raise WriteOutcomeUnknown() from error
        tail = replace(batch.tail, durable_seq=batch.tail.seq)
        self.lock.write_hint(epoch.header.brain_id, epoch.header.epoch, tail)
        return tail

    def sync_folder(self, epoch: Epoch) -> None:
        """Make the name of an epoch's file durable.

        Raises:
            StorageFailed: the disk failed; nothing more is appended.
        """
        try:
            with disk_errors():
                self._io.fsync_folder(self._folder)
        except BaseException:
            self.poisoned = True
            raise
        epoch.name_is_durable = True

    def _undo(self, epoch: Epoch) -> None:
        try:
            self._io.truncate(epoch.fd, epoch.tail.offset)
            self._io.fsync(epoch.fd)
        except OSError:
            self.poisoned = True
