"""Locks: one between processes, with a deadline, and one between threads.

The lock file also holds a hint: how far this machine has acknowledged writes.
"""

import contextlib
import errno
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from myelin.contract.errors import BrainBusy
from myelin.kernel.clock import Clock
from myelin.store.io import Io
from myelin.store.location import BrainFile
from myelin.store.log import Tail

_HINT = struct.Struct(">8sQQ16sI")
_HINT_BODY_BYTES = _HINT.size - 4
_FIRST_PAUSE_S = 0.0005
_LONGEST_PAUSE_S = 0.005


@dataclass(frozen=True, slots=True)
class Hint:
    """The position of the last write that this machine acknowledged."""

    brain: bytes  # The first 8 bytes of its id.
    epoch: int
    seq: int
    history: bytes  # The first 16 bytes of the running hash at that record.


class FileLock:
    """An exclusive lock on a file; the kernel releases it when the holder dies.

    Each holds a descriptor of its own, so two locks in one process exclude each other as well.
    """

    def __init__(self, io: Io, folder: int, name: str, clock: Clock) -> None:
        self._io = io
        self._folder = folder
        self._name = name
        self._clock = clock
        self._fd = io.open(folder, name, write=True, create=True)

    def acquire(self, wait_s: float) -> None:
        """Acquire the lock; wait at most `wait_s` seconds.

        Raises:
            BrainBusy: another handle held it all that time.
        """
        deadline_s = self._clock.monotonic_s() + wait_s
        pause_s = _FIRST_PAUSE_S
        while not self.try_acquire():
            if self._clock.monotonic_s() >= deadline_s:
                raise BrainBusy(holder="it is writing")
            self._clock.sleep_s(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def try_acquire(self) -> bool:
        """Acquire the lock if it is free, and return whether it was."""
        while self._io.try_lock(self._fd):
            if self._io.identity(self._folder, self._name) == self._io.identity_of(self._fd):
                return True
            # Somebody removed the file: a lock on it would exclude nobody.
            self.close()
            self._fd = self._io.open(self._folder, self._name, write=True, create=True)
        return False

    def release(self) -> None:
        """Release the lock."""
        self._io.unlock(self._fd)

    def close(self) -> None:
        """Close the file; a lock that is still held is released."""
        self._io.close(self._fd)

    def write_hint(self, brain_id: bytes, epoch: int, tail: Tail) -> None:
        """Write the position of the last acknowledged write; called after the sync, not synced."""
        body = _HINT.pack(brain_id[:8], epoch, tail.seq, tail.history[:16], 0)[:_HINT_BODY_BYTES]
        # The write is durable already; a hint that is lost only makes a rollback harder to see.
        with contextlib.suppress(OSError):
            self._io.pwrite(self._fd, body + struct.pack(">I", zlib.crc32(body)), 0)

    def read_hint(self) -> Hint | None:
        """Return the position of the last acknowledged write, or None without a valid hint."""
        return _parsed_hint(self._io.pread(self._fd, _HINT.size, 0))

    def forget_hint(self) -> None:
        """Delete the hint, for an older file that was put back on purpose."""
        self._io.truncate(self._fd, 0)
        # After a power cut it must not come back and report this older file as rolled back.
        self._io.fsync(self._fd)


def read_hint(io: Io, place: BrainFile) -> Hint | None:
    """Return the hint of a brain that this handle may not write, or None if there is none."""
    name = place.name + ".lock"
    try:
        fd = io.open(place.folder, name)
    except OSError:
        return None
    try:
        return _parsed_hint(io.pread(fd, _HINT.size, 0))
    finally:
        io.close(fd)


def _parsed_hint(raw: bytes) -> Hint | None:
    if len(raw) < _HINT.size:
        return None
    brain, epoch, seq, history, check_sum = _HINT.unpack(raw)
    if check_sum != zlib.crc32(raw[:_HINT_BODY_BYTES]):
        return None
    return Hint(brain, epoch, seq, history)


def lock_if_writable(io: Io, place: BrainFile, suffix: str, clock: Clock) -> FileLock | None:
    """Return one of a brain's locks, not held yet, or None in a folder that cannot be written."""
    try:
        return FileLock(io, place.folder, place.name + suffix, clock)
    except OSError as error:
        if isinstance(error, PermissionError) or error.errno == errno.EROFS:
            return None
        raise


class HandleLock:
    """The lock between the threads that share one open brain."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None

    @contextmanager
    def held(self, wait_s: float) -> Iterator[None]:
        """Hold the lock for the block.

        Raises:
            BrainBusy: another thread held it all that time.
            RuntimeError: this thread holds it already; blocks do not nest.
        """
        me = threading.get_ident()
        if self._owner == me:
            raise RuntimeError("a block of the store was opened inside another one")
        if not self._lock.acquire(timeout=wait_s):
            raise BrainBusy(holder="a thread of this one")
        self._owner = me
        try:
            yield
        finally:
            self._owner = None
            self._lock.release()
