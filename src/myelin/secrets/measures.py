"""How random a string of bytes looks: entropy, changes of class, sequences, and the verdict."""

import math
import operator

from myelin.secrets.patterns import pattern

_DIGITS = b"0123456789"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SEPARATORS = b"-_./:="
_SYMBOLS = bytes(set(range(33, 127)) - set(_DIGITS + _LETTERS + b"_-./:"))
_LOWER_ONLY = bytes(byte if byte in _LETTERS[26:] else 32 for byte in range(256))
_MEASURED_BYTES_MAX = 200
_CLASSES = bytes(
    1 if byte in _DIGITS
    else 2 if byte in _LETTERS[:26]
    else 3 if byte in _LETTERS[26:]
    else 0 if byte in _SEPARATORS
    else 4
    for byte in range(256)
)  # fmt: skip


def entropy_bits(value: bytes) -> float:
    """Return the Shannon entropy in bits a byte."""
    size = len(value)
    return -sum(n / size * math.log2(n / size) for n in map(value.count, set(value)))


def mixing(value: bytes) -> float:
    """Return the share of neighbours that change class; `-_./:=` end a run and do not count."""
    runs = value.translate(_CLASSES).split(b"\0")
    neighbours = sum(map(len, runs)) - 1
    changes = sum(sum(map(operator.ne, run, run[1:])) for run in runs)
    return changes / neighbours if neighbours > 0 else 0.0


def sequencing(value: bytes) -> float:
    """Return the share of neighbours that are equal or one apart, as in `abcdef` and `aaaa`."""
    if len(value) < 2:
        return 1.0
    steps = list(map(operator.sub, value[1:], value))
    return (steps.count(0) + steps.count(1) + steps.count(-1)) / (len(value) - 1)


def count_digits(value: bytes) -> int:
    """Return how many bytes are ASCII digits."""
    return len(value) - len(value.translate(None, _DIGITS))


def count_letters(value: bytes) -> int:
    """Return how many bytes are ASCII letters."""
    return len(value) - len(value.translate(None, _LETTERS))


def count_symbols(value: bytes) -> int:
    """Return how many bytes are printable and neither alphanumeric nor one of `_-./:`."""
    return len(value) - len(value.translate(None, _SYMBOLS))


def has_both_cases(value: bytes) -> bool:
    """Return whether upper and lower case letters both occur."""
    return value.lower() != value and value.upper() != value


def is_hex(value: bytes) -> bool:
    """Return whether there is nothing but hexadecimal digits, after an optional `0x`."""
    return pattern("(?:0x)?[0-9a-fA-F]+").fullmatch(value) is not None


def is_uuid(value: bytes) -> bool:
    """Return whether this is a UUID in its usual writing."""
    shape = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    return len(value) == 36 and pattern(shape).fullmatch(value) is not None


def is_random(value: bytes, *, strict: bool = False) -> bool:
    """Return whether the value looks drawn by chance; strict where no key word vouches for it."""
    value = value[:_MEASURED_BYTES_MAX]
    if len(value) < 16:
        return False
    return _is_random_hex(value) if is_hex(value) else _is_random_text(value, strict)


def _is_random_hex(value: bytes) -> bool:
    digits = value.removeprefix(b"0x").lower()
    return (
        len(digits) >= 24
        and 0 < count_digits(digits) < len(digits)
        and len(set(digits)) >= 9
        and sequencing(digits) < 0.35
    )


def _is_random_text(value: bytes, strict: bool) -> bool:
    text = value.rstrip(b"=")
    digits = count_digits(text)
    both_cases = has_both_cases(text)
    if strict and (digits < 2 or not both_cases):
        return False
    if len(set(text)) < 9:
        return False
    # Words, also the ones inside camelCase, are runs of lower case letters.
    in_words = sum(len(run) for run in text.translate(_LOWER_ONLY).split() if len(run) >= 3)
    if in_words > len(text) * (0.5 if both_cases else 0.72):
        return False
    mixed = mixing(text)
    if mixed < (0.28 if strict else 0.2) or sequencing(text) > 0.3:
        return False
    if not digits:
        return len(text) >= 20 and mixed >= 0.3 and entropy_bits(text) >= 3.8
    if strict:
        return len(pattern("[0-9]+").findall(text)) >= 3 and entropy_bits(text) >= 3.9
    return entropy_bits(text) >= (3.0 if len(text) < 20 else 3.3 if len(text) < 28 else 3.7)
