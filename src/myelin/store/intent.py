"""The sealed record of what is about to be done to all of a brain's files, and must be finished.

While it is there, whoever takes the brain's lock first finishes it. It exists from the moment that
every new file is complete and durable, so what it decides is done wholly or not at all.
"""

import hmac
import json
from dataclasses import dataclass

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
from myelin.store.io import Io

_MAGIC = b"MYLI\x00\x01\r\n"
_HEAD_BYTES = len(_MAGIC) + SALT_BYTES + COMMITMENT_BYTES
_BYTES_MAX = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Intent:
    """Which new files take the place of which, and which files go."""

    kind: str
    archived: tuple[str, ...]
    """The archived files that were written anew; the live one always is."""
    removed: tuple[str, ...]
    """Files of the archive that nobody could open any more."""

    def encode(self) -> bytes:
        """Return the record in the clear."""
        fields = {"kind": self.kind, "archived": self.archived, "removed": self.removed}
        return json.dumps(fields, separators=(",", ":")).encode()


def write(io: Io, folder: int, name: str, plain: bytes, key: bytes, chance: Chance) -> None:
    """Seal a record beside the brain, durable and whole when its name appears."""
    salt = chance(SALT_BYTES)
    seal = ChunkSeal(key, salt, _MAGIC)
    chunks = [
        seal.seal(index, plain[index * CHUNK_BYTES : (index + 1) * CHUNK_BYTES])
        for index in range(len(plain) // CHUNK_BYTES + 1)
    ]
    part = name + ".part"
    io.unlink(folder, part)
    fd = io.open(folder, part, write=True, create=True, exclusive=True)
    try:
        io.pwrite(fd, _MAGIC + salt + seal.commitment + b"".join(chunks), 0)
        io.fsync(fd)
    finally:
        io.close(fd)
    io.rename(folder, part, name)
    io.fsync_folder(folder)


def read(io: Io, folder: int, name: str, key: bytes) -> bytes | None:
    """Return a record in the clear, or None if there is none.

    Raises:
        BrainDamaged: it was sealed with another key, or is not whole.
    """
    if io.identity(folder, name) is None:
        return None
    fd = io.open(folder, name)
    try:
        raw = io.pread(fd, _BYTES_MAX, 0)
    finally:
        io.close(fd)
    head, sealed = raw[:_HEAD_BYTES], raw[_HEAD_BYTES:]
    if len(head) < _HEAD_BYTES or not head.startswith(_MAGIC):
        raise BrainDamaged(what="a record of what was to be done to it is not whole")
    salt = head[len(_MAGIC) : len(_MAGIC) + SALT_BYTES]
    seal = ChunkSeal(key, salt, _MAGIC)
    try:
        if not hmac.compare_digest(seal.commitment, head[-COMMITMENT_BYTES:]):
            raise SealBroken
        return b"".join(
            seal.open(at // SEALED_CHUNK_BYTES, sealed[at : at + SEALED_CHUNK_BYTES])
            for at in range(0, len(sealed), SEALED_CHUNK_BYTES)
        )
    except SealBroken:
        raise BrainDamaged(what="a record of what was to be done to it does not open") from None


def read_intent(io: Io, folder: int, name: str, key: bytes) -> Intent | None:
    """Return what is to be finished, or None if nothing is.

    Raises:
        BrainDamaged: the record does not open with this key.
    """
    plain = read(io, folder, name, key)
    if plain is None:
        return None
    fields = json.loads(plain)
    return Intent(fields["kind"], tuple(fields["archived"]), tuple(fields["removed"]))
