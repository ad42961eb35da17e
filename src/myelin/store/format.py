"""The bytes of a brain's file, format 1: header, record frames and their payloads.

`docs/design.md` describes them so that another program could read a brain.
"""

import base64
import hashlib
import hmac
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from myelin.contract.errors import BrainDamaged, FormatTooNew, KeyWrong
from myelin.crypto.keys import hkdf_expand
from myelin.crypto.seal import (
    COMMITMENT_BYTES,
    NONCE_BYTES,
    SALT_BYTES,
    TAG_BYTES,
    ChunkSeal,
    RecordSeal,
    sealed_bytes,
)

MAGIC = b"\x89MYELN\r\n"
FORMAT_MAJOR = 1
FORMAT_MINOR = 0
HEADER_BYTES = 256
BASE_OFFSET = HEADER_BYTES + SALT_BYTES + COMMITMENT_BYTES
BRAIN_ID_BYTES = 16

RECORD_MAGIC = b"MYLR"
FRAME_BYTES = 48
FRAME_OVERHEAD_BYTES = FRAME_BYTES + TAG_BYTES
RECORD_BYTES_MAX = 64 * 1024 * 1024

TRANSACTION = 1
TOUCH = 2
MIGRATION = 3
SNAPSHOT = 4

RECORD_ID_BYTES = 16
"""Random bytes that every transaction carries, so that no two histories are alike by chance."""

LOG_ONLY = 1
"""Feature of an archived file that holds the records of its epoch, and no base to open."""

REPLICA = 2
"""Feature of a replica: what a device pushed, sealed with the remote key."""

KEPT = 1
"""Feature, which a reader may ignore, of a base that thinning leaves whole: a snapshot's."""

BEGINS = 2
"""Feature, which a reader may ignore, of a file that no archive leads to: a restored copy's."""

CRITICAL = 1
"""Flag of a record that a program may not skip when it does not know the type."""

BACK_UNKNOWN = 0xFFFF

_HEADER = struct.Struct(">8sHHIII16sQQQBBBBIQ32s16s")
_FRAME = struct.Struct(">4sIQBBH12s16s")
_HISTORY_HEAD = struct.Struct(">QB")
_TIME = struct.Struct(">Q")
_AEAD_AES_256_GCM = 1
_CHUNK_SIZE_LOG2 = 14


@dataclass(frozen=True, slots=True)
class Header:
    """What the first 256 bytes say: in the clear, and all that is sealed is bound to them."""

    brain_id: bytes
    epoch: int
    base_seq: int
    log_time_ms: int
    base_bytes: int
    history: bytes
    key_id: bytes
    key_generation: int = 0
    compatible_features: int = 0
    features: int = 0

    @property
    def log_offset(self) -> int:
        """Return where the log begins in the file."""
        return BASE_OFFSET + sealed_bytes(self.base_bytes)

    @property
    def begins_here(self) -> bool:
        """Return whether no earlier file is to be expected."""
        alone = self.features & REPLICA or self.compatible_features & BEGINS
        return self.base_seq == 0 or bool(alone)

    def pack(self) -> bytes:
        """Return the 256 bytes."""
        fields = _HEADER.pack(
            MAGIC,
            FORMAT_MAJOR,
            FORMAT_MINOR,
            HEADER_BYTES,
            self.features,
            self.compatible_features,
            self.brain_id,
            self.epoch,
            self.base_seq,
            self.log_time_ms,
            _AEAD_AES_256_GCM,
            0,
            0,
            _CHUNK_SIZE_LOG2,
            self.key_generation,
            self.base_bytes,
            self.history,
            self.key_id,
        )
        return fields.ljust(HEADER_BYTES, b"\x00")


@dataclass(frozen=True, slots=True)
class Seals:
    """The two seals of one file: its base and its log."""

    base: ChunkSeal
    log: RecordSeal


def make_seals(key: bytes, salt: bytes, header: bytes) -> Seals:
    """Return the seals of the file with that salt and those 256 header bytes."""
    return Seals(ChunkSeal(key, salt, header), RecordSeal(key, salt, header))


def key_id(key: bytes, brain_id: bytes) -> bytes:
    """Return the 16 bytes that tell a wrong key from a damaged file."""
    return hkdf_expand(key, b"myelin/1 key-id\x00" + brain_id, 16)


def parse_header(raw: bytes, *, replica: bool = False) -> Header:
    """Return what the beginning of a file says; needs no key, so it proves nothing yet.

    A replica is read only where one is expected, and no other file is.

    Raises:
        BrainDamaged: it is no brain's file, or too short to be one.
        FormatTooNew: a later format, or a feature that this program does not know.
    """
    if raw[: len(MAGIC)] != MAGIC:
        raise BrainDamaged(what="it does not begin as a brain's file does")
    if len(raw) < HEADER_BYTES:
        raise BrainDamaged(what="it ends inside the header")
    (_, major, minor, header_bytes, features, compatible, brain_id, epoch, base_seq,
     log_time_ms, aead, kdf, compression, chunk_log2, generation, base_bytes, history, key,
     ) = _HEADER.unpack_from(raw)  # fmt: skip
    if major != FORMAT_MAJOR or features & ~(REPLICA if replica else LOG_ONLY):
        raise FormatTooNew(found=f"format {major}.{minor}", known=f"format {FORMAT_MAJOR}")
    if replica and not features & REPLICA:
        raise BrainDamaged(what="it is not a replica")
    shape = (header_bytes, aead, kdf, compression, chunk_log2)
    if shape != (HEADER_BYTES, _AEAD_AES_256_GCM, 0, 0, _CHUNK_SIZE_LOG2):
        raise BrainDamaged(what="its header is not one that format 1 has")
    return Header(
        brain_id, epoch, base_seq, log_time_ms, base_bytes, history, key, generation, compatible,
        features,
    )  # fmt: skip


def open_header(raw: bytes, key: bytes, *, replica: bool = False) -> tuple[Header, Seals]:
    """Return the header, proven to be the one that this key sealed, and the file's seals.

    Raises:
        KeyWrong: the file was sealed with another key.
        BrainDamaged, FormatTooNew: as for `parse_header`.
    """
    header = parse_header(raw, replica=replica)
    if len(raw) < BASE_OFFSET:
        raise BrainDamaged(what="it ends inside the header")
    if not hmac.compare_digest(key_id(key, header.brain_id), header.key_id):
        raise KeyWrong()
    salt = raw[HEADER_BYTES : HEADER_BYTES + SALT_BYTES]
    seals = make_seals(key, salt, raw[:HEADER_BYTES])
    if not hmac.compare_digest(seals.base.commitment, raw[HEADER_BYTES + SALT_BYTES : BASE_OFFSET]):
        raise BrainDamaged(what="its header was changed")
    return header, seals


@dataclass(frozen=True, slots=True)
class Frame:
    """The head of one record: in the clear, authenticated with the record."""

    total_bytes: int
    seq: int
    type: int
    flags: int
    back: int
    nonce: bytes
    prefix: bytes

    def pack(self) -> bytes:
        """Return the 48 bytes."""
        return _FRAME.pack(
            RECORD_MAGIC,
            self.total_bytes,
            self.seq,
            self.type,
            self.flags,
            self.back,
            self.nonce,
            self.prefix,
        )


def parse_frame(data: bytes, offset: int = 0) -> Frame | None:
    """Return the head of the record at an offset, or None where no whole record can begin."""
    if offset + FRAME_OVERHEAD_BYTES > len(data):
        return None
    frame = frame_head(data, offset)
    if frame is None or offset + frame.total_bytes > len(data):
        return None
    return frame


def frame_head(data: bytes, offset: int) -> Frame | None:
    """Return the head that stands at an offset, or None where none can begin.

    The record itself may reach beyond the data.
    """
    if offset + FRAME_BYTES > len(data):
        return None
    magic, total, seq, kind, flags, back, nonce, prefix = _FRAME.unpack_from(data, offset)
    if magic != RECORD_MAGIC or not FRAME_OVERHEAD_BYTES <= total <= RECORD_BYTES_MAX:
        return None
    return Frame(total, seq, kind, flags, back, nonce, prefix)


def seal_frame(
    seal: RecordSeal,
    *,
    seq: int,
    type: int,
    payload: bytes,
    nonce: bytes,
    history: bytes,
    back: int,
) -> bytes:
    """Return one whole record; `history` is the running hash before it.

    Raises:
        ValueError: the payload is larger than a record may be.
    """
    total = FRAME_OVERHEAD_BYTES + len(payload)
    if total > RECORD_BYTES_MAX:
        raise ValueError("a record holds at most 64 MiB")
    if len(nonce) != NONCE_BYTES:
        raise ValueError("a nonce has 12 bytes")
    flags = 0 if type in (TOUCH, SNAPSHOT) else CRITICAL
    head = Frame(total, seq, type, flags, back, nonce, history[:16]).pack()
    return head + seal.seal(nonce, payload, head)


def first_history(brain_id: bytes) -> bytes:
    """Return the running hash of a brain before its first record."""
    return hashlib.sha256(b"myelin/1 history\x00" + brain_id).digest()


def next_history(history: bytes, seq: int, type: int, payload: bytes) -> bytes:
    """Return the running hash after one more record."""
    return hashlib.sha256(history + _HISTORY_HEAD.pack(seq, type) + payload).digest()


def encode_varint(value: int) -> bytes:
    """Return an unsigned number in 7-bit groups, the lowest first (LEB128)."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode_varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return the number at an offset and the offset after it.

    Raises:
        ValueError: the data ends inside the number, or it needs more than 64 bits.
    """
    value = shift = 0
    while offset < len(data) and shift < 64:
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            if value >> 64:
                break
            return value, offset
    raise ValueError("that is not a number")


def encode_touch(time_ms: int, counts: Mapping[int, int]) -> bytes:
    """Return the payload of a touch: its time, then each row id (as a difference) and its count."""
    out, before = [_TIME.pack(time_ms)], 0
    for row_id in sorted(counts):
        out.append(encode_varint(row_id - before))
        out.append(encode_varint(counts[row_id]))
        before = row_id
    return b"".join(out)


def decode_touch(payload: bytes) -> tuple[int, dict[int, int]]:
    """Return the time of a touch and how often each row was used.

    Raises:
        ValueError: the payload is no touch.
    """
    if len(payload) < _TIME.size:
        raise ValueError("a touch begins with its time")
    (time_ms,) = _TIME.unpack_from(payload)
    offset, row_id, counts = _TIME.size, 0, dict[int, int]()
    while offset < len(payload):
        step, offset = decode_varint(payload, offset)
        row_id += step
        counts[row_id], offset = decode_varint(payload, offset)
    return time_ms, counts


@dataclass(frozen=True, slots=True)
class Put:
    """A source row as a transaction left it."""

    table: str
    row_id: int
    values: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Delete:
    """A source row that a transaction took away, or made and took away."""

    table: str
    row_id: int


@dataclass(frozen=True, slots=True)
class Transaction:
    """The payload of a transaction record: which rows it left behind, and when."""

    id: str
    time_ms: int
    operations: Sequence[Put | Delete]
    note: str | None = None
    by: str | None = None
    """The origin of the caller; None in records of 0.3.0 and before."""
    act: str | None = None
    """The name of the operation that wrote it, where one did."""

    def encode(self) -> bytes:
        """Return the payload: compact JSON, with bytes as `{"$b": base64}`."""
        fields: dict[str, Any] = {
            "id": self.id,
            "ts": self.time_ms,
            "o": [
                (op.table, "P", op.row_id, op.values)
                if isinstance(op, Put)
                else (op.table, "D", op.row_id)
                for op in self.operations
            ],
        }
        for name in ("note", "by", "act"):
            if (said := getattr(self, name)) is not None:
                fields[name] = said
        return _JSON.encode(fields).encode()


def decode_transaction(payload: bytes) -> Transaction:
    """Return the transaction inside a payload.

    Raises:
        ValueError: the payload is no transaction.
    """
    try:
        fields = json.loads(payload)
        operations = [_operation(*op) for op in fields["o"]]
        said = (fields.get(name) for name in ("note", "by", "act"))
        return Transaction(str(fields["id"]), int(fields["ts"]), operations, *said)
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError("that is not a transaction") from error


@dataclass(frozen=True, slots=True)
class MigrationStep:
    """The payload of a migration record: which of the program's migrations ran, and when."""

    id: str
    time_ms: int
    number: int
    sha256: str

    def encode(self) -> bytes:
        """Return the payload."""
        fields = {"id": self.id, "ts": self.time_ms, "number": self.number, "sha256": self.sha256}
        return _JSON.encode(fields).encode()


def decode_migration(payload: bytes) -> MigrationStep:
    """Return the migration inside a payload.

    Raises:
        ValueError: the payload is no migration.
    """
    try:
        fields = json.loads(payload)
        return MigrationStep(
            str(fields["id"]), int(fields["ts"]), int(fields["number"]), str(fields["sha256"])
        )
    except (TypeError, KeyError, RecursionError) as error:
        raise ValueError("that is not a migration") from error


@dataclass(frozen=True, slots=True)
class SnapshotMark:
    """The payload of a snapshot record: the name of the moment after the record before it."""

    id: str
    time_ms: int
    name: str

    def encode(self) -> bytes:
        """Return the payload."""
        return _JSON.encode({"id": self.id, "ts": self.time_ms, "name": self.name}).encode()


def decode_snapshot(payload: bytes) -> SnapshotMark:
    """Return the name and time inside a payload.

    Raises:
        ValueError: the payload marks no snapshot.
    """
    try:
        fields = json.loads(payload)
        return SnapshotMark(str(fields["id"]), int(fields["ts"]), str(fields["name"]))
    except (TypeError, KeyError, RecursionError) as error:
        raise ValueError("that marks no snapshot") from error


def _operation(
    table: str, kind: str, row_id: int, values: Sequence[Any] | None = None
) -> Put | Delete:
    if kind == "P" and values is not None:
        return Put(table, row_id, [_plain(value) for value in values])
    if kind == "D" and values is None:
        return Delete(table, row_id)
    raise ValueError("that is not an operation")


def _plain(value: Any) -> Any:
    return base64.b64decode(value["$b"], validate=True) if isinstance(value, dict) else value


def _packed(value: object) -> dict[str, str]:
    if isinstance(value, bytes):
        return {"$b": base64.b64encode(value).decode()}
    raise TypeError("only numbers, text, bytes and nothing are kept in a row")


_JSON = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_packed
)
