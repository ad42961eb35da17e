"""Public ids: a three-letter prefix and 60 random bits."""

from collections.abc import Callable

Chance = Callable[[int], bytes]
"""Source of random bytes: `os.urandom` in production, a seeded generator in tests."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case.
ROW_ID_BITS = 60
ROW_ID_CHARS = 12
BRAIN_ID_CHARS = 26
_VALUE = {char: value for value, char in enumerate(ALPHABET)}


def new_row_id(chance: Chance) -> int:
    """Return 60 random bits that are not all zero: a row id, and a public id without its prefix."""
    while True:
        row_id = int.from_bytes(chance(8), "big") >> (64 - ROW_ID_BITS)
        if row_id:
            return row_id


def encode_id(prefix: str, row_id: int) -> str:
    """Return the public id of a row: the prefix (`mem`), `_`, and 12 base-32 characters."""
    return f"{prefix}_{_encode(row_id, ROW_ID_CHARS)}"


def decode_id(text: str) -> int:
    """Return the row id inside a full public id.

    Raises:
        ValueError: it is not a prefix, `_` and 12 base-32 characters.
    """
    prefix, _, body = text.partition("_")
    if not prefix or len(body) != ROW_ID_CHARS:
        raise ValueError("is not an id")
    return _decode(body)


def id_range(text: str) -> tuple[int, int]:
    """Return the first and last row id that an id or the beginning of one may mean.

    Raises:
        ValueError: fewer than 4 characters after `_`, more than 12, or one outside the alphabet.
    """
    _, _, body = text.partition("_")
    if not 4 <= len(body) <= ROW_ID_CHARS:
        raise ValueError("is not an id")
    shift = 5 * (ROW_ID_CHARS - len(body))
    first = _decode(body) << shift
    return first, first + (1 << shift) - 1


def encode_brain_id(raw: bytes) -> str:
    """Return `brn_` and 26 base-32 characters for the 16 bytes of a brain id."""
    return f"brn_{_encode(int.from_bytes(raw, 'big'), BRAIN_ID_CHARS)}"


def decode_brain_id(text: str) -> bytes:
    """Return the 16 bytes of a brain's public id.

    Raises:
        ValueError: it is not `brn_` and 26 base-32 characters of 16 bytes.
    """
    prefix, _, body = text.partition("_")
    if prefix != "brn" or len(body) != BRAIN_ID_CHARS:
        raise ValueError("is not the id of a brain")
    try:
        return _decode(body).to_bytes(16, "big")
    except OverflowError:
        raise ValueError("is not the id of a brain") from None


def _encode(value: int, chars: int) -> str:
    return "".join(ALPHABET[value >> (5 * place) & 31] for place in reversed(range(chars)))


def _decode(body: str) -> int:
    value = 0
    for char in body:
        if char not in _VALUE:
            raise ValueError("is not an id")
        value = value << 5 | _VALUE[char]
    return value
