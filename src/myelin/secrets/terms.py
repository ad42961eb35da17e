"""Words with digits that are no passwords: versions, algorithms, tickets, files, identifiers."""

import functools
from importlib import resources

from myelin.secrets.measures import has_both_cases, mixing
from myelin.secrets.patterns import pattern

_GRAMMAR = (
    # ADR-0017, RSA-4096, SHA256, AES-256-GCM, NIST-800-63B
    r"[A-Z]{2,8}[\-_ ]?[0-9]{1,6}(?:[._\-/:][A-Za-z0-9]{1,8}){0,3}[A-Z]?|"
    # ubuntu-24.04, Vault1.15, v2.3.1, Iter-137.A6
    r"[A-Za-z_\-]{0,24}[\-_@]?v?[0-9]+(?:\.[0-9A-Za-z]{1,6}){1,4}(?:[\-+][A-Za-z0-9.]{0,12})?|"
    # 3600s, 64MB, 1Password, 12-64
    r"[~<>]?=?[0-9]+(?:[.,\-x/][0-9]+)*(?:[a-z%]{0,14}|[A-Z][a-z]{2,13}|[A-Z]{1,4}[a-z]{0,2})|"
    # m=65536, ttl=300s
    r"[A-Za-z_]{1,14}[=<>]{1,2}[0-9]+[A-Za-z]{0,4}|"
    # windows-2022, phase-2, KeePass2
    r"[a-z]+[\-_](?:[0-9]{1,3}|(?:19|20)[0-9]{2})|[A-Za-z]+[0-9]|"
    # rotate-keys-2h, app-db-v3, password_v2: words and counters in lower case
    r"[a-z]+(?:[_\-./:@][a-z]+|[_\-./:@](?:v?[0-9]{1,3}[a-z]?|(?:19|20)[0-9]{2}|[a-z]{1,3}[0-9]{1,2}))+|"
    # ACME_API_KEY_V2
    r"[A-Z]+(?:_[A-Z]+|_(?:V?[0-9]{1,4}))+|"
    # config.v2.yaml, auth2.go:114
    r"[\w./\-]{1,80}\.(?:ya?ml|json|toml|tsx?|jsx?|py|go|rs|md|txt|sql|sh|env|ini|conf|pem|key|xml|"
    r"html?|csv|log|rb|php|java|kt|c|h|cpp|cs|lock|crt|cert)(?::[0-9]{1,5})?|"
    # 2026-10-01T09:00:00Z, 10.0.0.4:8080
    r"[0-9\-:TZ.+/]+"
)
_TERM_TAIL = r"(?:[a-z]{0,2}[\-_.:/]?[0-9]{0,6}[a-z]{0,12})(?:[\-_.:/][a-z0-9]{0,16}){0,4}"


@functools.cache
def terms() -> frozenset[bytes]:
    """Return the words of terms.txt."""
    text = resources.files(__package__).joinpath("terms.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word.encode() for line in lines for word in line.split())


def is_term(value: bytes) -> bool:
    """Return whether the value is a name, a version, a measure or a number of something."""
    if pattern(_GRAMMAR).fullmatch(value):
        return True
    return _begins_with_term(value)


def _begins_with_term(value: bytes) -> bool:
    lowered = value.lower()
    head = pattern("([0-9]?[a-z]+(?:[0-9]{0,5}[a-z]{0,3}){0,3})(?:[^a-z0-9]|$)").match(lowered)
    if head is None:
        return False
    word = head.group(1)
    known = word in terms() or word.rstrip(b"0123456789") in terms()
    if not known or not pattern(_TERM_TAIL).fullmatch(lowered[len(word) :]):
        return False
    # `Winter2024` is no term, and neither is a scrambled value that happens to begin with one.
    return not (len(value) >= 10 and has_both_cases(value) and mixing(value) > 0.35)
