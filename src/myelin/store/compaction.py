"""Writing a base: a new brain's first, or the next epoch's out of an image and its log."""

from collections.abc import Iterable

from myelin.contract.errors import BrainDamaged
from myelin.crypto.seal import NONCE_BYTES, SALT_BYTES, sealed_bytes
from myelin.kernel.ids import Chance
from myelin.store.epoch import Epoch
from myelin.store.format import (
    BASE_OFFSET,
    KEPT,
    Header,
    Seals,
    key_id,
    make_seals,
    next_history,
    seal_frame,
)
from myelin.store.image import Base
from myelin.store.io import Io
from myelin.store.log import read_records

_CHUNKS_A_WRITE = 256
_DUE_TRANSACTIONS_MIN = 200
_DUE_TRANSACTIONS_A_MEGABYTE = 6
_DUE_TOUCHES = 5000
_DUE_LOG_BYTES_MIN = 256 * 1024
_DUE_LOG_SHARE = 8
_DUE_ADDED_BYTES_MIN = 64 * 1024
_DUE_ADDED_SHARE = 32


def is_due(epoch: Epoch, times: int = 1) -> bool:
    """Return whether the log of an epoch has grown enough to be folded into a new base.

    `times` asks whether it has grown to so many times that length. Nothing counts but the log, and
    what was added to derived tables without it, so a compaction always makes the answer False.
    """
    base_bytes = epoch.header.base_bytes
    megabytes = base_bytes // 1_000_000
    replay = epoch.replay
    transactions_max = max(_DUE_TRANSACTIONS_MIN, _DUE_TRANSACTIONS_A_MEGABYTE * megabytes)
    log_bytes = epoch.tail.offset - epoch.header.log_offset
    added_bytes_max = _DUE_ADDED_BYTES_MIN
    if not epoch.added.is_all:
        # More will follow: a large base is not written again for every little of it.
        added_bytes_max = max(added_bytes_max, base_bytes // _DUE_ADDED_SHARE)
    return (
        replay.transactions >= times * transactions_max
        or replay.touches >= times * _DUE_TOUCHES
        or log_bytes >= times * max(_DUE_LOG_BYTES_MIN, base_bytes // _DUE_LOG_SHARE)
        or epoch.added.size_bytes >= times * added_bytes_max
    )


def write_file(
    io: Io, fd: int, header: Header, key: bytes, chunks: Iterable[bytes], chance: Chance
) -> Seals:
    """Write header and base into an empty file and make them durable; return the file's seals."""
    raw = header.pack()
    salt = chance(SALT_BYTES)
    seals = make_seals(key, salt, raw)
    offset, held = BASE_OFFSET, list[bytes]()
    for index, chunk in enumerate(chunks):
        held.append(seals.base.seal(index, chunk))
        if len(held) == _CHUNKS_A_WRITE:
            offset = _write_all(io, fd, held, offset)
    offset = _write_all(io, fd, held, offset)
    if offset != BASE_OFFSET + sealed_bytes(header.base_bytes):
        raise AssertionError("the base is not as long as its header says")
    io.pwrite(fd, raw + salt + seals.base.commitment, 0)
    io.fsync(fd)
    return seals


def seal_log(
    seals: Seals, header: Header, payloads: Iterable[tuple[int, bytes]], chance: Chance
) -> tuple[bytes, list[bytes]]:
    """Return the whole log of a new file, sealed, and the running hash after each record."""
    seq, histories, sealed = header.base_seq, [header.history], list[bytes]()
    for kind, payload in payloads:
        seq += 1
        frame = seal_frame(
            seals.log,
            seq=seq,
            type=kind,
            payload=payload,
            nonce=chance(NONCE_BYTES),
            history=histories[-1],
            back=0,  # All of a new file is durable before it gets its name.
        )
        sealed.append(frame)
        histories.append(next_history(histories[-1], seq, kind, payload))
    return b"".join(sealed), histories[1:]


class Compaction:
    """The next epoch of a brain in the making, pinned to one moment of the present one.

    Made and finished while the caller holds the brain's lock; in between nobody waits for it.
    """

    def __init__(
        self, io: Io, key: bytes, epoch: Epoch, chance: Chance, *, keep: bool = False
    ) -> None:
        self._io = io
        self._key = key
        self._chance = chance
        self._old = epoch.header
        self._old_seals = epoch.seals
        self._pinned = epoch.tail
        self._snapshot = epoch.image.snapshot()
        self._source = io.duplicate(epoch.fd)
        self._base = Base(io, self._source, epoch.header, epoch.seals.base)
        self._seals: Seals | None = None
        self._header = Header(
            brain_id=epoch.header.brain_id,
            epoch=epoch.header.epoch + 1,
            base_seq=epoch.tail.seq,
            log_time_ms=epoch.replay.log_time_ms,
            base_bytes=self._snapshot.size_bytes,
            history=epoch.tail.history,
            key_id=key_id(key, epoch.header.brain_id),
            key_generation=epoch.header.key_generation,
            compatible_features=KEPT if keep else 0,
        )

    def write_base(self, fd: int) -> None:
        """Write the new file up to the pinned moment; takes long, and needs no lock."""
        chunks = self._snapshot.chunks(self._base)
        self._seals = write_file(self._io, fd, self._header, self._key, chunks, self._chance)

    def carry_over(self, fd: int, epoch: Epoch) -> None:
        """Seal again, in the new file, the records that came after the pinned moment.

        Raises:
            BrainDamaged: what follows the pinned moment no longer leads to the present one.
        """
        assert self._seals is not None
        tail = epoch.tail
        if epoch.header != self._old:
            raise BrainDamaged(what="its file was replaced while it was compacted")
        if tail.offset == self._pinned.offset:
            return
        size = tail.offset - self._pinned.offset
        data = self._io.pread(self._source, size, self._pinned.offset)
        records = list(read_records(data, self._old_seals.log, self._pinned))
        if not records or records[-1].tail.history != tail.history:
            raise BrainDamaged(what="its log changed while it was compacted")
        payloads = ((record.type, record.payload) for record in records)
        sealed, _ = seal_log(self._seals, self._header, payloads, self._chance)
        self._io.pwrite(fd, sealed, self._header.log_offset)
        self._io.fsync(fd)

    def close(self) -> None:
        """Let go of the old file."""
        self._io.close(self._source)


def _write_all(io: Io, fd: int, held: list[bytes], offset: int) -> int:
    data = b"".join(held)
    held.clear()
    if data:
        io.pwrite(fd, data, offset)
    return offset + len(data)
