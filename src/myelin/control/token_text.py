"""The text of a token, and the hash by which a server recognises it.

`myl_pat_`, 12 characters of its id, 43 base-62 digits of 256 random bits, and the CRC-32 of all
before as 6 base-62 digits. The CRC is no protection: it tells a mistyped token from a wrong one
without a look-up.
"""

import hmac
import re
from dataclasses import dataclass, field

from argon2.low_level import Type, hash_secret_raw

from myelin.kernel.base62 import crc_base62, encode_base62
from myelin.kernel.ids import ROW_ID_CHARS, Chance, encode_id, new_row_id

PREFIX = "myl_pat_"
SALT_BYTES = 16
_SECRET_BYTES = 32
_SECRET_CHARS = 43
_FORM = re.compile(
    rf"{PREFIX}([0-9a-hjkmnp-tv-z]{{{ROW_ID_CHARS}}})[0-9A-Za-z]{{{_SECRET_CHARS}}}[0-9A-Za-z]{{6}}",
    re.ASCII,
)
# The secret has 256 random bits, so that the hash needs to be neither slow nor large.
_TIME_COST = 1
_MEMORY_KIB = 64
_HASH_BYTES = 32
_DUMMY_SALT = bytes(SALT_BYTES)
_DUMMY_HASH = bytes(_HASH_BYTES)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made; the text is shown once and not stored."""

    id: str
    text: str = field(repr=False)
    salt: bytes
    hash: bytes


def new_token(chance: Chance) -> NewToken:
    """Return a new token with a random id and secret."""
    token_id = encode_id("tok", new_row_id(chance))
    secret = encode_base62(int.from_bytes(chance(_SECRET_BYTES), "big"), _SECRET_CHARS)
    start = PREFIX.encode() + token_id.removeprefix("tok_").encode() + secret
    text = (start + crc_base62(start)).decode()
    salt = chance(SALT_BYTES)
    return NewToken(token_id, text, salt, token_hash(text, salt))


def token_id_of(text: str) -> str | None:
    """Return the id inside the text of a token, or None if its form or check-sum is wrong."""
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    data = text.encode()
    return f"tok_{match[1]}" if crc_base62(data[:-6]) == data[-6:] else None


def token_hash(text: str, salt: bytes) -> bytes:
    """Return the Argon2id hash of a token's text (RFC 9106; t=1, m=64 KiB, one lane)."""
    return hash_secret_raw(text.encode(), salt, _TIME_COST, _MEMORY_KIB, 1, _HASH_BYTES, Type.ID)


def matches(text: str, salt: bytes | None, expected: bytes | None) -> bool:
    """Return whether a token's text has that hash, in the same time with and without one."""
    known = salt is not None and expected is not None
    actual = token_hash(text, salt if salt is not None else _DUMMY_SALT)
    equal = hmac.compare_digest(actual, expected if expected is not None else _DUMMY_HASH)
    return known and equal
