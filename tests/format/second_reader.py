"""A second reader of replicas and manifests, written from docs/replica.md and docs/design.md.

It uses the standard library and `cryptography`, and nothing of Myelin.
"""

import base64
import hashlib
import hmac
import json
import sqlite3
import struct
from dataclasses import dataclass

from cryptography.cobblestone import Cobblestone256Decryptor
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def derive(secret: bytes, info: bytes) -> bytes:
    """Return 32 bytes of HKDF-SHA256 with an empty salt."""
    return expand(hmac.digest(bytes(32), secret, "sha256"), info)


def expand(key: bytes, info: bytes) -> bytes:
    return hmac.digest(key, info + b"\x01", "sha256")


@dataclass
class ReplicaRead:
    """A replica as the page describes it."""

    brain_id: bytes
    epoch: int
    generation: int
    base_seq: int
    head_bytes: int
    seq: int
    history: bytes
    token: str
    db: sqlite3.Connection
    transactions: list[dict]
    touches: list[tuple[int, dict[int, int]]]


def read_replica(data: bytes, root: bytes) -> ReplicaRead:
    """Return what a replica holds; `root` is the brain's root."""
    header = data[:256]
    assert header[:8] == b"\x89MYELN\r\n"
    major, _, header_bytes, must_know, _ = struct.unpack(">HHIII", header[8:24])
    assert (major, header_bytes, must_know) == (1, 256, 2)
    brain_id = header[24:40]
    epoch, base_seq, _ = struct.unpack(">QQQ", header[40:64])
    (generation,) = struct.unpack(">I", header[68:72])
    (base_bytes,) = struct.unpack(">Q", header[72:80])
    key = derive(root, b"myelin/1 remote " + header[68:72])
    assert header[112:128] == expand(key, b"myelin/1 key-id\x00" + brain_id)[:16]
    head_bytes = 312 + base_bytes + 16 * (base_bytes // 16384 + 1)
    decryptor = Cobblestone256Decryptor(key, header)
    base = decryptor.update(data[256:head_bytes]) + decryptor.finalize()
    begun = b"myelin/1 epoch\x00" + brain_id + struct.pack(">QQ", epoch, base_seq)
    history = hashlib.sha256(begun + hashlib.sha256(base).digest()).digest()
    assert history == header[80:112]
    db = sqlite3.connect(":memory:")
    db.deserialize(base)
    read = ReplicaRead(
        brain_id, epoch, generation, base_seq, head_bytes, base_seq, history, "", db, [], []
    )
    log = AESGCM(expand(key, b"myelin/1 log\x00" + data[256:280] + header))
    offset, last = head_bytes, data[:head_bytes]
    while offset < len(data):
        head = data[offset : offset + 48]
        magic, total, seq, kind, _, _, nonce, prefix = struct.unpack(">4sIQBBH12s16s", head)
        assert (magic, seq, prefix) == (b"MYLR", read.seq + 1, read.history[:16])
        last = data[offset : offset + total]
        payload = log.decrypt(nonce, last[48:], head)
        whole = read.history + struct.pack(">QB", seq, kind) + payload
        read.history, read.seq = hashlib.sha256(whole).digest(), seq
        offset += total
        if kind == 1:
            transaction = json.loads(payload)
            assert set(transaction) == {"id", "ts", "o"}
            read.transactions.append(transaction)
            replay(db, transaction)
        else:
            assert kind == 2
            read.touches.append(touch(payload))
    read.token = f"{epoch}-{read.seq}-{hashlib.sha256(last).hexdigest()[:16]}"
    return read


def replay(db: sqlite3.Connection, transaction: dict) -> None:
    for table, _, row_id, *_ in transaction["o"]:
        db.execute(f"DELETE FROM {table} WHERE id = ?", (row_id,))
    for table, kind, _, *values in transaction["o"]:
        if kind == "P":
            row = [base64.b64decode(v["$b"]) if isinstance(v, dict) else v for v in values[0]]
            db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)


def touch(payload: bytes) -> tuple[int, dict[int, int]]:
    (time_ms,) = struct.unpack(">Q", payload[:8])
    numbers, value, shift = [], 0, 0
    for byte in payload[8:]:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value)
            value = shift = 0
    counts, row_id = {}, 0
    for step, count in zip(numbers[::2], numbers[1::2], strict=True):
        row_id += step
        counts[row_id] = count
    return time_ms, counts


def owner_public_key(root: bytes) -> Ed25519PublicKey:
    return Ed25519PrivateKey.from_private_bytes(derive(root, b"myelin/1 owner")).public_key()


def check_manifest(signed: bytes, data: bytes, read: ReplicaRead, root: bytes) -> dict[str, int]:
    """Check that a manifest describes a replica; return its kind, number, schema and time."""
    body, signature = signed[:256], signed[256:]
    owner_public_key(root).verify(signature, b"myelin/1 manifest\x00" + body)
    assert body[:5] == b"MYLM\x01"
    assert body[6:8] == bytes(2)
    assert body[8:24] == read.brain_id
    number, time_ms = struct.unpack(">QQ", body[24:40])
    assert any(body[40:56])
    epoch, generation, schema, head_bytes = struct.unpack(">QIIQ", body[56:80])
    assert (epoch, generation, head_bytes) == (read.epoch, read.generation, read.head_bytes)
    assert body[80:112] == hashlib.sha256(data[:head_bytes]).digest()
    assert struct.unpack(">Q", body[112:120])[0] == read.seq
    assert body[120:152] == read.history
    assert struct.unpack(">Q", body[152:160])[0] == len(data)
    assert body[160:192] == hashlib.sha256(data[head_bytes:]).digest()
    assert schema == read.db.execute("PRAGMA user_version").fetchone()[0]
    return {"kind": body[5], "number": number, "time_ms": time_ms}
