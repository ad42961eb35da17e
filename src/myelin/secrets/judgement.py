"""Whether a value that a name or a connection string introduces is a credential."""

import enum

from myelin.secrets.exemptions import is_absent, is_name_or_word
from myelin.secrets.jwt import is_jwt_header, is_signed_jwt
from myelin.secrets.measures import (
    count_digits,
    count_letters,
    count_symbols,
    entropy_bits,
    has_both_cases,
    is_random,
    is_uuid,
    mixing,
)
from myelin.secrets.patterns import pattern
from myelin.secrets.terms import is_term

_PASSWORD_BYTES_MAX = 200
_TOKEN_BYTES_MAX = 500
# `Ed25519PrivateKey` is a type that holds keys.
_TYPE_NAME = r"[a-z0-9](?:Key|Token|Secret|Password|Credential)s?(?:Types?)?$"
_NUMBER_DATE_SIZE = r"v?\d[\d.]*[a-z]*|\d+[a-z]{1,4}|[\d\-:TZ.+/]+"
# `oauth2PrivateKeyJwt` is an identifier.
_CAMEL_WITH_NUMBER = r"[a-z]{3,}\d(?:[A-Z][a-z]{2,}){2,5}"
_COLOUR = r"#(?:[0-9a-fA-F]{3,4}){1,2}"
_PLAIN = f"{_NUMBER_DATE_SIZE}|{_CAMEL_WITH_NUMBER}|{_COLOUR}"
# Digests, public keys and password hashes are made to be shown.
_PUBLIC = (b"http", b"ssh-", b"sha1", b"sha2", b"sha3", b"sha5", b"age1", b"pk_l", b"pk_t")
_PUBLIC_KEY = (b"AAAAB3Nza", b"AAAAC3Nza", b"AAAAE2Vj", b"MIIB", b"MIIC")
_PASSWORD_HASH = (b"$2a", b"$2b", b"$2y", b"$ar", b"$1$", b"$5$", b"$6$", b"$pb", b"$y$", b"{SSHA")
_PHRASE = r"(?:[a-z]{3,10}[\-_.~+]){3,9}[a-z]{3,10}[0-9]{0,4}!?"
_PHRASE_SPACED = r"(?:[a-z]{3,10} ){2,8}[a-z]{3,10} [0-9]{1,4}"
# Words of sentences: random words hold none of them.
_SENTENCE_WORDS = frozenset(
    b"""the and for with from that this not are was were has have had its your you our their his her
    use used using see set get put add any none can may must should will would when where what
    which who how why per via into onto under before after only also but than then off too here
    there via all every each policy policies""".split()
)
# Words of names for things that hold credentials. Random words hold one of them at most, and none
# of the first set.
_NAMING_WORDS = frozenset(
    b"""password passwords passphrase secret secrets token tokens credentials credential vault
    placeholder changeme change production prod staging config configuration default defaults
    database kubernetes""".split()
)
_COMMON_NAMING_WORDS = frozenset(
    b"""key keys api auth login user users name names dev development test testing account value
    values file files env store example sample dummy fake todo admin root system server client app
    web data info reset hash hashed salt field input form page view model cluster github actions
    deploy deployment release build docker image namespace policy rotation manager protected
    required optional enabled disabled grant type basic bearer refresh access code challenge length
    characters service stage public private new old""".split()
)
# Passwords of one word and a number: `maple85162`; a year ends many names.
_WORD_AND_NUMBER = r"[A-Za-z]{4,16}(?:[0-9]{4,6}|[0-9]{2,6}[!?*#@$%&+])"
_WORD_AND_YEAR = r"[a-z]+(?:19|20)[0-9]{2}"
_LEET = (
    r"[A-Za-z]{1,8}[0-9@$!]{1,2}[A-Za-z]{1,8}(?:[0-9@$!]{1,2}[A-Za-z]{0,8})?"
    r"[\-_!@#&.*+]?[0-9]{2,6}[!?]?"
)


class Strength(enum.IntEnum):
    """How sure the look of a value is: what it takes to be believed."""

    NONE = 0
    # A word with digits, or symbols alone: a close tie must vouch for it.
    WEAK = 1
    # Words joined by dashes.
    PHRASE = 2
    # Digits, symbols and cases as only passwords mix them.
    STRONG = 3


def strength_of_password(value: bytes) -> Strength:
    """Return how much a value looks like a password."""
    size = len(value)
    if not 6 <= size <= _PASSWORD_BYTES_MAX or b" " in value.strip() or b"%20" in value:
        return Strength.NONE
    digits = count_digits(value)
    letters = count_letters(value)
    # What is cheap to ask is asked first, here and below: most values are none.
    if not letters or not (digits or count_symbols(value) or size >= 12):
        return Strength.NONE
    if value.startswith(_PASSWORD_HASH):
        return Strength.NONE
    strength = _look(value, digits)
    if strength is Strength.NONE or pattern(_PLAIN).fullmatch(value):
        return Strength.NONE
    if strength is Strength.PHRASE:
        return strength
    if is_name_or_word(value) and not (size >= 12 and mixing(value) >= 0.3):
        return Strength.NONE
    return Strength.NONE if is_term(value) or is_absent(value) else strength


def _look(value: bytes, digits: int) -> Strength:
    symbols = count_symbols(value)
    size = len(value)
    if is_phrase(value):
        return Strength.PHRASE
    if is_uuid(value) or (digits and symbols):
        return Strength.STRONG
    if digits and size >= 8:
        return Strength.STRONG if _is_interleaved(value) else Strength.WEAK
    if symbols and size >= 10:
        return Strength.WEAK
    return Strength.WEAK if not digits and _is_scrambled_letters(value) else Strength.NONE


def is_phrase(value: bytes) -> bool:
    """Return whether the value is words joined by dashes, as password managers draw them."""
    if not pattern(_PHRASE).fullmatch(value):
        return False
    return _are_random_words(value)


def is_spaced_phrase(value: bytes) -> bool:
    """Return whether the value is a phrase of random words with blanks between them."""
    if not pattern(_PHRASE_SPACED).fullmatch(value):
        return False
    return _are_random_words(value)


def _are_random_words(value: bytes) -> bool:
    listed = pattern("[a-z]+").findall(value)
    if _SENTENCE_WORDS.intersection(listed) or _NAMING_WORDS.intersection(listed):
        return False
    return len(_COMMON_NAMING_WORDS.intersection(listed)) <= 1


def is_word_and_number(value: bytes) -> bool:
    """Return whether a single word and digits make the value, or letters swapped for digits."""
    if pattern(_WORD_AND_YEAR).fullmatch(value):
        return False
    return bool(pattern(_WORD_AND_NUMBER).fullmatch(value) or pattern(_LEET).fullmatch(value))


def _is_interleaved(value: bytes) -> bool:
    groups = len(pattern("[0-9]+").findall(value))
    if pattern(_LEET).fullmatch(value) and groups >= 2:
        return True
    return has_both_cases(value) and mixing(value) >= 0.25 and groups >= 2


def _is_scrambled_letters(value: bytes) -> bool:
    return (
        12 <= len(value) <= 64
        and value.isalpha()
        and has_both_cases(value)
        and mixing(value) >= 0.4
        and entropy_bits(value) >= 3.2
        and pattern("[a-z]{4}|[A-Z]{4}").search(value) is None
    )


def is_password(value: bytes, *, quoted: bool, joined: bool) -> bool:
    """Return whether this is a password; `joined` says that `=` or `:` ties it to its name."""
    strength = strength_of_password(value)
    if strength is not Strength.WEAK:
        return strength is not Strength.NONE
    return joined and (count_digits(value) > 0 or quoted or value.isalpha())


def is_token(value: bytes, *, strong: bool, quoted: bool, joined: bool) -> bool:
    """Return whether this is an access token or key; `strong` rates the name that introduces it."""
    if not 16 <= len(value) <= _TOKEN_BYTES_MAX or b" " in value.strip() or b"::" in value:
        return False
    if is_uuid(value):
        return strong and joined
    if value.startswith(b"eyJ") and is_jwt_header(value.split(b".", 1)[0]):
        return is_signed_jwt(value)
    value = value.removeprefix(b"base64:")
    random = is_random(value) or (strong and joined and quoted and _is_symbolic(value))
    if (
        not random
        or value.lower().startswith(_PUBLIC)
        or value.startswith((*_PUBLIC_KEY, *_PASSWORD_HASH))
    ):
        return False
    return not pattern(_TYPE_NAME).search(value) and not is_absent(value)


def _is_symbolic(value: bytes) -> bool:
    return (
        len(value) >= 24
        and count_symbols(value) - value.count(b"=") >= 4
        and not is_name_or_word(value)
        and entropy_bits(value) >= 4.0
    )
