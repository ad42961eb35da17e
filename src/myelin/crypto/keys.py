"""The root of a brain and the keys that derive from it, each for one purpose (HKDF-SHA256)."""

import hashlib
import hmac

from myelin.kernel.ids import Chance

KEY_BYTES = 32
VERIFIER_BYTES = 16

_SHA256_BYTES = 32


def new_root(chance: Chance) -> bytes:
    """Return a new root: 32 random bytes, from which every key of one brain derives."""
    return chance(KEY_BYTES)


def local_key(root: bytes) -> bytes:
    """Return the key that seals the brain's file on this device; it never leaves the device."""
    return hkdf(root, b"myelin/1 local", KEY_BYTES)


def remote_key(root: bytes, generation: int) -> bytes:
    """Return the key that seals what is pushed, in its given generation (rotation adds one)."""
    return hkdf(root, b"myelin/1 remote " + generation.to_bytes(4, "big"), KEY_BYTES)


def owner_seed(root: bytes) -> bytes:
    """Return the seed of the Ed25519 key that signs manifests; it never leaves the device."""
    return hkdf(root, b"myelin/1 owner", KEY_BYTES)


def verifier(remote: bytes) -> bytes:
    """Return the 16 bytes by which a server recognises a remote key without learning it.

    Safe to publish only because a remote key is as good as random: there is nothing to guess.
    """
    return hkdf(remote, b"key-check", VERIFIER_BYTES)


def hkdf(secret: bytes, info: bytes, size_bytes: int, *, salt: bytes = b"") -> bytes:
    """Return bytes derived from a secret for one purpose (RFC 5869 with SHA-256)."""
    extracted = hmac.digest(salt or bytes(_SHA256_BYTES), secret, "sha256")
    return hkdf_expand(extracted, info, size_bytes)


def hkdf_expand(key: bytes, info: bytes, size_bytes: int, *, algorithm: str = "sha256") -> bytes:
    """Return bytes expanded from a key that is already uniformly random (RFC 5869, step 2)."""
    if size_bytes > 255 * hashlib.new(algorithm).digest_size:
        raise ValueError("HKDF cannot give that many bytes")
    block, out = b"", b""
    while len(out) < size_bytes:
        count = len(out) // hashlib.new(algorithm).digest_size + 1
        block = hmac.digest(key, block + info + bytes([count]), algorithm)
        out += block
    return out[:size_bytes]
