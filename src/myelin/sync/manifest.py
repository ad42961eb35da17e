"""The manifest: 256 bytes that say what a push makes of a brain's replica, and a signature of 64.

All numbers are big-endian and unsigned. docs/replica.md, "Manifest", has the table of the fields.
"""

import hashlib
import struct
from dataclasses import dataclass
from enum import IntEnum

from myelin.crypto import phrase
from myelin.crypto.signing import SIGNATURE_BYTES, sign, verifies

MAGIC = b"MYLM"
VERSION = 1
BODY_BYTES = 256
SIGNED_BYTES = BODY_BYTES + SIGNATURE_BYTES
NO_HASH = bytes(32)
EXPECT_WORDS = 6
_LABEL = b"myelin/1 manifest\x00"
_EXPECT_LABEL = b"myelin/1 expect\x00"
_BODY = struct.Struct(">4sBBH16sQQ16sQIIQ32sQ32sQ32s32s32s")


class Kind(IntEnum):
    """What a manifest announces."""

    APPEND = 1
    """More records at the end of the live file."""
    EPOCH = 2
    """A new file in the place of the live one."""
    ADOPT = 3
    """A new file, by a device whose chain the remote lacks: after a restore of either side."""
    REKEY = 4
    """A new file, sealed with another key."""
    SHRED = 5
    """The end of the remote copy."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The fields of a manifest. Times are milliseconds since 1970 UTC."""

    kind: Kind
    brain_id: bytes
    number: int
    time_ms: int
    device: bytes
    epoch: int
    generation: int
    schema: int
    head_bytes: int
    head_sha256: bytes
    seq: int
    history: bytes
    file_bytes: int
    log_sha256: bytes
    previous: bytes = NO_HASH
    extra: bytes = NO_HASH
    """Kind 3: hash of the remote's newest manifest; 4: the owner's next public key; 5: SHA-256 of
    the brain's name."""

    def pack(self) -> bytes:
        """Return the 256 bytes."""
        return _BODY.pack(
            MAGIC,
            VERSION,
            self.kind,
            0,
            self.brain_id,
            self.number,
            self.time_ms,
            self.device,
            self.epoch,
            self.generation,
            self.schema,
            self.head_bytes,
            self.head_sha256,
            self.seq,
            self.history,
            self.file_bytes,
            self.log_sha256,
            self.previous,
            self.extra,
        )


def sign_manifest(manifest: Manifest, owner_seed: bytes) -> bytes:
    """Return the 320 bytes of a manifest signed by the owner."""
    body = manifest.pack()
    return body + sign(owner_seed, _LABEL + body)


def parse_manifest(signed: bytes) -> Manifest:
    """Return the fields of a signed manifest; the signature is not checked.

    Raises:
        ValueError: it has not 320 bytes, or is not a manifest of version 1.
    """
    if len(signed) != SIGNED_BYTES:
        raise ValueError("a manifest has 320 bytes")
    magic, version, kind, reserved, *fields = _BODY.unpack_from(signed)
    if (magic, version, reserved) != (MAGIC, VERSION, 0) or kind not in set(Kind):
        raise ValueError("is not a manifest of version 1")
    manifest = Manifest(Kind(kind), *fields)
    if manifest.kind in (Kind.APPEND, Kind.EPOCH) and manifest.extra != NO_HASH:
        raise ValueError("a manifest of this kind names nothing more")
    return manifest


def is_signed_by(signed: bytes, owner: bytes) -> bool:
    """Return whether the owner of that public key signed the manifest."""
    body = signed[:BODY_BYTES]
    return verifies(owner, signed[BODY_BYTES:], _LABEL + body)


def manifest_hash(signed: bytes) -> bytes:
    """Return the SHA-256 of the 320 bytes, by which the next manifest names this one."""
    return hashlib.sha256(signed).digest()


def expect_words(newest: bytes) -> str:
    """Return six words that stand for the hash of the newest manifest, to compare two devices.

    They are the first 66 bits of SHA-256("myelin/1 expect" 00 | hash) as words of BIP 39.
    """
    digest = hashlib.sha256(_EXPECT_LABEL + newest).digest()
    bits = int.from_bytes(digest[:9], "big") >> (72 - 11 * EXPECT_WORDS)
    list_ = phrase.word_list()
    places = [bits >> (11 * at) & 2047 for at in reversed(range(EXPECT_WORDS))]
    return " ".join(list_[place] for place in places)
