"""Base 62 (digits, upper case, lower case) and the check-sum that ends a token."""

import zlib

ALPHABET = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
CRC_CHARS = 6


def encode_base62(value: int, chars: int) -> bytes:
    """Return the lowest `chars` base-62 digits of a number, the highest of them first."""
    digits = bytearray()
    for _ in range(chars):
        value, digit = divmod(value, 62)
        digits.append(ALPHABET[digit])
    return bytes(reversed(digits))


def crc_base62(data: bytes) -> bytes:
    """Return the CRC-32 as the six base-62 digits that GitHub, npm and Myelin append."""
    return encode_base62(zlib.crc32(data), CRC_CHARS)
