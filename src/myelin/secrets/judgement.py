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
# `Ed25519PrivateKey` is a type that holds keys.
_TYPE_NAME = r"[a-z0-9](?:Key|Token|Secret|Password|Credential)s?(?:Types?)?$"
_NUMBER_DATE_SIZE = r"v?\d[\d.]*[a-z]*|\d+[a-z]{1,4}|[\d\-:TZ.+/]+"
# Digests, public keys and password hashes are made to be shown.
_PUBLIC = (b"http", b"ssh-", b"sha1", b"sha2", b"sha3", b"sha5", b"age1", b"pk_l", b"pk_t", b"AAAA")
_PASSWORD_HASH = (b"$2a", b"$2b", b"$2y", b"$ar")


def is_password(value: bytes, *, quoted: bool, joined: bool) -> bool:
    """Return whether this is a password; `joined` says that `=` or `:` ties it to its name."""
    size = len(value)
    if not 6 <= size <= _PASSWORD_BYTES_MAX or b" " in value.strip() or b"%20" in value:
        return False
    digits = count_digits(value)
    symbols = count_symbols(value)
    # What is cheap to ask is asked first, here and below: most values are none.
    strong = (
        (digits and joined and size >= 8)
        or (digits and symbols)
        or (symbols and size >= 10 and joined and quoted)
        or is_uuid(value)
    )
    if not strong or not count_letters(value) or pattern(_NUMBER_DATE_SIZE).fullmatch(value):
        return False
    if is_name_or_word(value) and not (size >= 14 and is_random(value)):
        return False
    return not is_absent(value)


def is_token(value: bytes, *, strong: bool, quoted: bool, joined: bool) -> bool:
    """Return whether this is an access token or key; `strong` rates the name that introduces it."""
    if not 16 <= len(value) <= _TOKEN_BYTES_MAX or b" " in value.strip() or b"::" in value:
        return False
    if is_uuid(value):
        return strong and joined
    value = value.removeprefix(b"base64:")
    random = is_random(value) or (strong and joined and quoted and _is_scrambled(value))
    if not random or value.startswith((*_PUBLIC, *_PASSWORD_HASH)):
        return False
    return not pattern(_TYPE_NAME).search(value) and not is_absent(value)


def _is_scrambled(value: bytes) -> bool:
    return (
        len(value) >= 24
        and count_symbols(value) - value.count(b"=") >= 4
        and not is_name_or_word(value)
        and entropy_bits(value) >= 4.0
    )
