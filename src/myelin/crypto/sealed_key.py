"""Sealing one brain key for a holder who cannot open it, such as a host with a token.

The sealing key derives from two secrets: one of the server, and one kept in a database row.
Without either of them the sealed text is random bytes, so deleting the row ends every copy of it.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from myelin.crypto.keys import KEY_BYTES, hkdf
from myelin.crypto.seal import NONCE_BYTES, TAG_BYTES, SealBroken

SEALED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES

_INFO = b"myelin/1 grant key"


def seal_key(secret: bytes, row_secret: bytes, nonce: bytes, key: bytearray, bound: bytes) -> bytes:
    """Return nonce, sealed key and tag: AES-256-GCM under HKDF(secret, salt=row_secret).

    `bound` is the associated data: whatever must be equal when the key is opened again.
    """
    if len(key) != KEY_BYTES or len(nonce) != NONCE_BYTES:
        raise ValueError("the key has 32 bytes and the nonce 12")
    return nonce + _cipher(secret, row_secret).encrypt(nonce, key, bound)


def open_key(secret: bytes, row_secret: bytes, sealed: bytes, bound: bytes) -> bytearray:
    """Return the key in a buffer that the caller must overwrite after use.

    Raises:
        SealBroken: other secrets, other associated data, or changed bytes.
    """
    if len(sealed) != SEALED_KEY_BYTES:
        raise SealBroken
    key = bytearray(KEY_BYTES)
    try:
        # Into the buffer, so that no immutable copy of the key is made.
        _cipher(secret, row_secret).decrypt_into(
            sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], bound, key
        )
    except InvalidTag:
        raise SealBroken from None
    return key


def wipe(buffer: bytearray) -> None:
    """Overwrite a buffer with zero bytes."""
    buffer[:] = bytes(len(buffer))


def _cipher(secret: bytes, row_secret: bytes) -> AESGCM:
    if len(secret) < KEY_BYTES or len(row_secret) != KEY_BYTES:
        raise ValueError("the server's secret has at least 32 bytes and the row's exactly 32")
    return AESGCM(hkdf(secret, _INFO, KEY_BYTES, salt=row_secret))
