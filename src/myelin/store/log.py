"""Read the records of a log from a position to its end, and build the records to append."""

from collections.abc import Iterator
from dataclasses import dataclass

from myelin.crypto.seal import NONCE_BYTES, TAG_BYTES, RecordSeal, SealBroken
from myelin.kernel.ids import Chance
from myelin.store.format import (
    BACK_UNKNOWN,
    FRAME_BYTES,
    RECORD_BYTES_MAX,
    RECORD_MAGIC,
    TOUCH,
    Frame,
    Header,
    next_history,
    parse_frame,
    seal_frame,
)
from myelin.store.io import Io

_WINDOW_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Tail:
    """A reader's position in a file; everything before `offset` was read."""

    offset: int
    seq: int
    history: bytes
    tag: bytes  # The last 16 bytes before `offset`, empty where no record precedes it.
    durable_seq: int  # Records up to this one are known to have reached the disk.


@dataclass(frozen=True, slots=True)
class Record:
    """One authentic record and the reader's position after it."""

    type: int
    flags: int
    payload: bytes
    tail: Tail


def first_tail(header: Header) -> Tail:
    """Return the position at the beginning of a file's log."""
    return Tail(header.log_offset, header.base_seq, header.history, b"", header.base_seq)


def read_records(data: bytes, seal: RecordSeal, tail: Tail) -> Iterator[Record]:
    """Yield the records in the bytes after a tail; the first that is not whole and next ends it."""
    offset = 0
    while (frame := parse_frame(data, offset)) is not None:
        if frame.seq != tail.seq + 1 or frame.prefix != tail.history[:16]:
            return
        try:
            payload = _open(data, offset, frame, seal)
        except SealBroken:
            return
        offset += frame.total_bytes
        tail = Tail(
            tail.offset + frame.total_bytes,
            frame.seq,
            next_history(tail.history, frame.seq, frame.type, payload),
            data[offset - TAG_BYTES : offset],
            max(tail.durable_seq, _known_durable(frame)),
        )
        yield Record(frame.type, frame.flags, payload, tail)


def stream_records(io: Io, fd: int, seal: RecordSeal, tail: Tail, end: int) -> Iterator[Record]:
    """Yield the records of an open file between a tail and an offset, a few megabytes at a time.

    The first that is not whole and next ends it.
    """
    size = _WINDOW_BYTES
    while tail.offset < end:
        data = io.pread(fd, min(size, end - tail.offset), tail.offset)
        found = False
        for record in read_records(data, seal, tail):
            found, tail = True, record.tail
            yield record
        # A record may be larger than the window: then it is read again with room for any.
        if not found and (size > _WINDOW_BYTES or len(data) < size):
            return
        size = _WINDOW_BYTES if found else RECORD_BYTES_MAX


def proves_damage(rest: bytes, seal: RecordSeal, seq: int) -> bool:
    """Return whether a later record shows that the one after `seq` was durable, so that it is lost.

    Bytes that do not parse are mostly a torn end, which nobody was promised. They are damage
    only if an authentic record follows whose writer knew that what is broken had reached the
    disk: touches that were never synced may vanish from under a record that was.
    """
    offset = rest.find(RECORD_MAGIC, 1)
    while offset != -1:
        frame = parse_frame(rest, offset)
        if frame is not None and _known_durable(frame) > seq:
            try:
                _open(rest, offset, frame, seal)
            except SealBroken:
                pass
            else:
                return True
        offset = rest.find(RECORD_MAGIC, offset + 1)
    return False


def holds_frames(rest: bytes) -> bool:
    """Return whether bytes hold at least one frame of full length, authentic or not."""
    offset = rest.find(RECORD_MAGIC)
    while offset != -1:
        if parse_frame(rest, offset) is not None:
            return True
        offset = rest.find(RECORD_MAGIC, offset + 1)
    return False


class Batch:
    """The records of one append: sealed as they are added, written by a single call."""

    def __init__(self, tail: Tail, seal: RecordSeal, chance: Chance) -> None:
        self.tail = tail
        self.must_last = False
        self._seal = seal
        self._chance = chance
        self._records: list[bytes] = []

    def __bool__(self) -> bool:
        return bool(self._records)

    def add(self, type: int, payload: bytes) -> None:
        """Add a record; all but touches make the whole append wait for the disk."""
        before = self.tail
        seq = before.seq + 1
        record = seal_frame(
            self._seal,
            seq=seq,
            type=type,
            payload=payload,
            nonce=self._chance(NONCE_BYTES),
            history=before.history,
            back=min(seq - 1 - before.durable_seq, BACK_UNKNOWN),
        )
        self.must_last |= type != TOUCH
        self._records.append(record)
        self.tail = Tail(
            before.offset + len(record),
            seq,
            next_history(before.history, seq, type, payload),
            record[-TAG_BYTES:],
            before.durable_seq,
        )

    def data(self) -> bytes:
        """Return the bytes to append at the tail that the batch began with."""
        return b"".join(self._records)


def _known_durable(frame: Frame) -> int:
    return frame.seq - 1 - frame.back if frame.back < BACK_UNKNOWN else 0


def _open(data: bytes, offset: int, frame: Frame, seal: RecordSeal) -> bytes:
    head = data[offset : offset + FRAME_BYTES]
    return seal.open(frame.nonce, data[offset + FRAME_BYTES : offset + frame.total_bytes], head)
