"""The checks that a token's body must pass after its format has matched."""

import hashlib
from collections.abc import Callable

from myelin.kernel.base62 import crc_base62
from myelin.secrets.exemptions import is_stand_in
from myelin.secrets.jwt import is_signed_jwt
from myelin.secrets.measures import (
    count_digits,
    entropy_bits,
    has_both_cases,
    is_random,
    mixing,
    sequencing,
)

Check = Callable[[bytes, bytes], bool]
"""Judges a token and its body, the part after the prefix."""

_BASE58 = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_JUDGED_BYTES = 200


def plausible(_token: bytes, body: bytes) -> bool:
    """Return whether the body is not a filler that documents show in place of a key."""
    body = body[:_JUDGED_BYTES]
    return (
        b"EXAMPLE" not in body
        and sequencing(body) <= 0.5
        and len(set(body)) >= 6
        and not is_stand_in(body)
    )


def mixed(token: bytes, body: bytes) -> bool:
    """Return whether the body is plausible and not a word: for prefixes that names share."""
    body = body[:_JUDGED_BYTES]
    changes = 0.18 if count_digits(body) else 0.3
    return plausible(token, body) and mixing(body) > changes and entropy_bits(body) > 3.2


def mixed_strict(token: bytes, body: bytes) -> bool:
    """Return whether the body is mixed and random: for prefixes that many names share."""
    return mixed(token, body) and has_both_cases(body) and is_random(body, strict=True)


def mixed_letters(token: bytes, body: bytes) -> bool:
    """Return whether a body of letters alone is plausible and not a word."""
    return plausible(token, body) and mixing(body) > 0.2 and entropy_bits(body) > 3.6


def with_digits(token: bytes, body: bytes) -> bool:
    """Return whether the body is plausible and holds at least three digits."""
    return plausible(token, body) and count_digits(body) >= 3


def checksummed(token: bytes, body: bytes) -> bool:
    """Return whether the CRC-32 of the body holds; without it the body must be mixed.

    A wrong checksum does not clear a token: a wrapped or mistyped token is most of a secret.
    """
    return _ends_in_crc(body) or mixed(token, body)


def _ends_in_crc(data: bytes) -> bool:
    return len(data) > 6 and crc_base62(data[:-6]) == data[-6:]


def _github(token: bytes, body: bytes) -> bool:
    return (len(body) == 36 and _ends_in_crc(body)) or plausible(token, body)


def _myelin(token: bytes, body: bytes) -> bool:
    return _ends_in_crc(token) or plausible(token, body)


def _shuffled(token: bytes, _body: bytes) -> bool:
    return mixing(token) > 0.25


def _scrambled(token: bytes, _body: bytes) -> bool:
    return mixing(token) > 0.3


def _azure_mark(token: bytes, _body: bytes) -> bool:
    return b"JQQJ99" in token[40:] or b"AZDO" in token[60:]


def _base58(token: bytes, _body: bytes) -> bool:
    number = 0
    for byte in token:
        number = number * 58 + _BASE58.index(byte)
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    digest = hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()
    return len(raw) in (37, 38) and digest[:4] == raw[-4:]


CHECKS: dict[str, Check] = {
    "plausible": plausible,
    "mixed": mixed,
    "mixed_strict": mixed_strict,
    "mixed_letters": mixed_letters,
    "with_digits": with_digits,
    "checksummed": checksummed,
    "github": _github,
    "myelin": _myelin,
    "shuffled": _shuffled,
    "scrambled": _scrambled,
    "azure_mark": _azure_mark,
    "base58": _base58,
    "signed": lambda token, _body: is_signed_jwt(token),
}
"""The names that tokens.txt uses."""
