"""Whether a value that a key word or a connection string introduces is a credential."""

from myelin.secrets.exemptions import is_absent, is_name_or_word
from myelin.secrets.measures import (
    count_digits,
    count_letters,
    count_symbols,
    entropy_bits,
    is_random,
    is_uuid,
)
from myelin.secrets.patterns import pattern

_PASSWORD_BYTES_MAX = 200
_TOKEN_BYTES_MAX = 500
_DISTINCT_MIN = 9
_NUMBER_DATE_SIZE = r"v?\d[\d.]*[a-z]*|\d+[a-z]{1,4}|[\d\-:TZ.+/]+"
# Digests, public keys and password hashes are made to be shown.
_PUBLIC = (b"http", b"ssh-", b"sha1", b"sha2", b"sha3", b"sha5", b"age1", b"pk_l", b"pk_t", b"AAAA")
_PASSWORD_HASH = (b"$2a", b"$2b", b"$2y", b"$ar")


def is_password(value: bytes, *, quoted: bool, joined: bool) -> bool:
    """Return whether this is a password; `joined` says that `=` or `:` ties it to its name."""
    size = len(value)
    if not 6 <= size <= _PASSWORD_BYTES_MAX or is_absent(value):
        return False
    if b" " in value.strip() or b"%20" in value:
        return False
    if is_name_or_word(value) and not (size >= 14 and is_random(value)):
        return False
    if is_uuid(value):
        return True
    if pattern(_NUMBER_DATE_SIZE).fullmatch(value) or not count_letters(value):
        return False
    digits = count_digits(value)
    symbols = count_symbols(value)
    return bool(
        (digits and joined and size >= 8)
        or (digits and symbols)
        or (symbols and size >= 10 and joined and quoted)
    )


def is_token(value: bytes, *, strong: bool, quoted: bool, joined: bool) -> bool:
    """Return whether this is an access token or key; `strong` rates the name that introduces it."""
    size = len(value)
    if not 16 <= size <= _TOKEN_BYTES_MAX or len(set(value)) < _DISTINCT_MIN or is_absent(value):
        return False
    if b" " in value.strip() or b"::" in value:
        return False
    if is_uuid(value):
        return strong and joined
    value = value.removeprefix(b"base64:")
    if value.startswith((*_PUBLIC, *_PASSWORD_HASH)):
        return False
    if is_random(value):
        return True
    odd = count_symbols(value) - value.count(b"=")
    return (
        strong
        and joined
        and quoted
        and size >= 24
        and odd >= 4
        and not is_name_or_word(value)
        and entropy_bits(value) >= 4.0
    )
