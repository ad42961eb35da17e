"""Sealing a small text as a whole, bound to what it is for."""

import hmac

from myelin.crypto.seal import (
    CHUNK_BYTES,
    COMMITMENT_BYTES,
    SALT_BYTES,
    SEALED_CHUNK_BYTES,
    ChunkSeal,
    SealBroken,
)
from myelin.kernel.ids import Chance


def seal_text(plain: bytes, key: bytes, magic: bytes, context: bytes, chance: Chance) -> bytes:
    """Return magic, salt, commitment and the sealed chunks; `context` must be given to open it."""
    salt = chance(SALT_BYTES)
    seal = ChunkSeal(key, salt, magic + context)
    chunks = (
        seal.seal(index, plain[index * CHUNK_BYTES : (index + 1) * CHUNK_BYTES])
        for index in range(len(plain) // CHUNK_BYTES + 1)
    )
    return magic + salt + seal.commitment + b"".join(chunks)


def open_text(raw: bytes, key: bytes, magic: bytes, context: bytes) -> bytes:
    """Return the plain text.

    Raises:
        SealBroken: other bytes, another key or another context were sealed.
    """
    head_bytes = len(magic) + SALT_BYTES + COMMITMENT_BYTES
    head, sealed = raw[:head_bytes], raw[head_bytes:]
    if len(head) < head_bytes or not head.startswith(magic):
        raise SealBroken
    seal = ChunkSeal(key, head[len(magic) : len(magic) + SALT_BYTES], magic + context)
    if not hmac.compare_digest(seal.commitment, head[-COMMITMENT_BYTES:]):
        raise SealBroken
    # The last chunk is shorter than the others, or empty: a text that was cut does not open.
    if len(sealed) % SEALED_CHUNK_BYTES == 0:
        raise SealBroken
    return b"".join(
        seal.open(at // SEALED_CHUNK_BYTES, sealed[at : at + SEALED_CHUNK_BYTES])
        for at in range(0, len(sealed), SEALED_CHUNK_BYTES)
    )
