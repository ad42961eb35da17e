"""Sealing with AES-256-GCM: a file in chunks that open at random, and records one by one."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from myelin.crypto.keys import KEY_BYTES, hkdf_expand

CHUNK_BYTES = 16384
TAG_BYTES = 16
SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES
SALT_BYTES = 24
COMMITMENT_BYTES = 32
NONCE_BYTES = 12

_CHUNKED_LABEL = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\x00"
_RECORD_LABEL = b"myelin/1 log\x00"


class SealBroken(Exception):
    """What was sealed does not open: another key, another place, or changed bytes."""


class ChunkSeal:
    """Seals one text in chunks of 16 KiB (C2SP chunked-encryption, "Cobblestone-256").

    The last chunk is always shorter than the others, possibly empty, so a text that was cut
    cannot pass for a whole one. A salt must seal one text only: the nonces count from it.
    """

    def __init__(self, key: bytes, salt: bytes, context: bytes) -> None:
        if len(key) != KEY_BYTES or len(salt) != SALT_BYTES:
            raise ValueError("the key has 32 bytes and the salt 24")
        derived = hkdf_expand(key, _CHUNKED_LABEL + salt + context, 76, algorithm="sha512")
        self._cipher = AESGCM(derived[:32])
        self._first_nonce = int.from_bytes(derived[32:44], "big")
        self.commitment = derived[44:]

    def seal(self, index: int, plain: bytes | memoryview) -> bytes:
        """Return the sealed bytes of chunk number `index`."""
        return self._cipher.encrypt(self._nonce(index), plain, None)

    def open(self, index: int, sealed: bytes | memoryview) -> bytes:
        """Return the plain bytes of chunk number `index`.

        Raises:
            SealBroken: these are not the bytes that were sealed at that place with this key.
        """
        try:
            return self._cipher.decrypt(self._nonce(index), sealed, None)
        except (InvalidTag, ValueError):
            raise SealBroken from None

    def _nonce(self, index: int) -> bytes:
        return (self._first_nonce ^ index).to_bytes(NONCE_BYTES, "big")


class RecordSeal:
    """Seals the records of one log, each under a random nonce and bound to its own head.

    Random nonces, not counters: a torn tail, a restored copy and a second device all seal the
    same sequence number again, and under a counter that would give the plain text away.
    """

    def __init__(self, key: bytes, salt: bytes, context: bytes) -> None:
        self._cipher = AESGCM(hkdf_expand(key, _RECORD_LABEL + salt + context, KEY_BYTES))

    def seal(self, nonce: bytes, plain: bytes, head: bytes) -> bytes:
        """Return the sealed payload and its tag."""
        return self._cipher.encrypt(nonce, plain, head)

    def open(self, nonce: bytes, sealed: bytes | memoryview, head: bytes) -> bytes:
        """Return the payload.

        Raises:
            SealBroken: payload, head or key is not the one that was sealed.
        """
        try:
            return self._cipher.decrypt(nonce, sealed, head)
        except InvalidTag:
            raise SealBroken from None


def sealed_bytes(plain_bytes: int) -> int:
    """Return how long a text of that many bytes is once it is sealed in chunks."""
    return plain_bytes + TAG_BYTES * (plain_bytes // CHUNK_BYTES + 1)
