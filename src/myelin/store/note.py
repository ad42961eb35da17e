"""Sealed notes: small files beside a brain that record unfinished work.

A note belongs to one brain, one epoch and one purpose. All three are part of the sealing context,
so a note that was copied from another brain, another purpose or an earlier epoch is refused.
A note can be sealed with several keys; each of them opens it alone.
"""

import hmac
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from myelin.contract.errors import BrainDamaged
from myelin.crypto.seal import (
    CHUNK_BYTES,
    COMMITMENT_BYTES,
    SALT_BYTES,
    SEALED_CHUNK_BYTES,
    ChunkSeal,
    SealBroken,
)
from myelin.kernel.ids import Chance
from myelin.store.format import BRAIN_ID_BYTES, Header
from myelin.store.io import Io

Purpose = Literal["intent", "next root"]

_MAGIC = b"MYLI\x00\x02\r\n"
_MAGIC_UNBOUND = b"MYLI\x00\x01\r\n"
"""The first format (until 0.3.0): bound to nothing, so its reader checks the content instead."""

_HEAD = struct.Struct(f">8s{BRAIN_ID_BYTES}sQB")
_LENGTH = struct.Struct(">I")
_SEAL_BYTES = SALT_BYTES + COMMITMENT_BYTES
_BYTES_MAX = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Note:
    """An opened note. A note of the first format names no brain and no epoch."""

    plain: bytes
    brain_id: bytes | None
    epoch: int | None


def write(
    io: Io,
    folder: int,
    name: str,
    plain: bytes,
    *,
    purpose: Purpose,
    header: Header,
    keys: Sequence[bytes],
    chance: Chance,
) -> None:
    """Write a note about the file with that header; it is durable when its name appears."""
    head = _HEAD.pack(_MAGIC, header.brain_id, header.epoch, len(keys))
    boxes = [_seal(plain, key, head + purpose.encode(), chance) for key in keys]
    data = head + b"".join(_LENGTH.pack(len(box)) + box for box in boxes)
    part = name + ".part"
    io.unlink(folder, part)
    fd = io.open(folder, part, write=True, create=True, exclusive=True)
    try:
        io.pwrite(fd, data, 0)
        io.fsync(fd)
    finally:
        io.close(fd)
    io.rename(folder, part, name)
    io.fsync_folder(folder)


def read(io: Io, folder: int, name: str, key: bytes, *, purpose: Purpose) -> Note | None:
    """Return a note, or None if there is no file of that name.

    Raises:
        BrainDamaged: it is not whole, or was sealed with another key or for another purpose.
    """
    try:
        fd = io.open(folder, name)
    except FileNotFoundError:
        return None
    try:
        raw = io.pread(fd, _BYTES_MAX, 0)
    finally:
        io.close(fd)
    if raw.startswith(_MAGIC_UNBOUND):
        plain = _open(raw[len(_MAGIC_UNBOUND) :], key, _MAGIC_UNBOUND)
        if plain is not None:
            return Note(plain, None, None)
    elif raw.startswith(_MAGIC) and len(raw) >= _HEAD.size:
        head = raw[: _HEAD.size]
        _, brain_id, epoch, count = _HEAD.unpack(head)
        offset = _HEAD.size
        for _ in range(count):
            if len(raw) < offset + _LENGTH.size:
                break
            (size,) = _LENGTH.unpack_from(raw, offset)
            offset += _LENGTH.size
            plain = _open(raw[offset : offset + size], key, head + purpose.encode())
            if plain is not None:
                return Note(plain, brain_id, epoch)
            offset += size
    raise BrainDamaged(what=f"the note of unfinished work {name} does not open")


def _seal(plain: bytes, key: bytes, context: bytes, chance: Chance) -> bytes:
    salt = chance(SALT_BYTES)
    seal = ChunkSeal(key, salt, context)
    chunks = [
        seal.seal(index, plain[index * CHUNK_BYTES : (index + 1) * CHUNK_BYTES])
        for index in range(len(plain) // CHUNK_BYTES + 1)
    ]
    return salt + seal.commitment + b"".join(chunks)


def _open(box: bytes, key: bytes, context: bytes) -> bytes | None:
    """Return the text of a box, or None if it was sealed with another key or context."""
    if len(box) <= _SEAL_BYTES:
        return None
    seal = ChunkSeal(key, box[:SALT_BYTES], context)
    if not hmac.compare_digest(seal.commitment, box[SALT_BYTES:_SEAL_BYTES]):
        return None
    sealed = box[_SEAL_BYTES:]
    # The last chunk is always shorter than the others, so a box that was cut does not open.
    chunks = [
        sealed[at : at + SEALED_CHUNK_BYTES] for at in range(0, len(sealed), SEALED_CHUNK_BYTES)
    ]
    if len(chunks[-1]) == SEALED_CHUNK_BYTES:
        return None
    try:
        return b"".join(seal.open(index, chunk) for index, chunk in enumerate(chunks))
    except SealBroken:
        return None
