"""Rule auth-config: credentials in headers, command lines, password files and Kubernetes."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from myelin.secrets.decoding import decoded_base64
from myelin.secrets.exemptions import is_absent, is_name_or_word, is_placeholder
from myelin.secrets.judgement import is_password
from myelin.secrets.measures import count_digits, is_random, is_uuid
from myelin.secrets.patterns import matches, pattern
from myelin.secrets.subject import RuleHit, Subject

RULE = "auth-config"
_HEADER = (
    r"authorization[\"'\\]{0,3}[ \t]{0,4}[:=,][ \t]{0,4}"
    r"(?:\\?[\"']value\\?[\"'][ \t]{0,4}[:=][ \t]{0,4})?"
    r"[\"'\\fb]{0,3}(?:([a-z][a-z\-]{1,20})[ \t]{1,4})?([A-Za-z0-9_\-.~+/=!:]{8,})"
)
_HTTP_USER = (
    r"(?:^|[\s\"',\[])(?:-u|--user|--proxy-user)[ =]{0,2}['\"]?"
    r"([^\s:'\"$<{`/]{1,64}):([^\s'\"$<{`)]{4,128})"
)
_COOKIES = (
    r"(?:cookie[\"']?[ \t]{0,2}:[ \t]{0,4}[\"']?|[ \t](?:-b|--cookie)[ =][ \t]{0,4}['\"]?)"
    r"([A-Za-z0-9_\-.]{1,60}=[^\n\"']{8,})"
)
_COOKIE = r"(?:^|;)[ \t]{0,4}([A-Za-z0-9_\-.]{1,60})=([^;\s]{16,})"
# Cookies of statistics and settings, and those that pages show to their own scripts.
_HARMLESS_COOKIE = r"^(?:_g[a-z]|__utm|_fb|_hj|csrf|xsrf|_csrf|__cf|lang|locale|theme|consent|ajs_)"
_PGPASS = (
    r"(?:^|[\s\"'`])[\w.\-*]{1,100}:(?:\d{4,5}|\*):[\w.\-*]{1,64}:[\w.\-*]{1,64}:"
    r"([^\s:'\"]{6,100})"
)
_PGPASS_PORT = r":(?:5432|5433|6432|\*):"
_PIPED = (
    r"echo[ \t]{1,4}(?:-n[ \t]{1,4})?[\"']?([A-Za-z0-9+/]{8,400}={0,2})[\"']?[ \t]{0,4}"
    r"\|[ \t]{0,4}(?:openssl[ \t]{1,4})?base64[ \t]{1,4}-(?:d|D|-decode)"
)
_KUBERNETES_DATA = (
    r"\n[ ]{1,12}[\w.\-]{1,80}:[ ]{1,4}[\"']?([A-Za-z0-9+/]{8,400}={0,2})[\"']?"
    r"[ \t]{0,8}\r?(?:\n|$)"
)


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield credentials that the form of a header, a command or a file gives away."""
    data = subject.data
    if b"authorization" in subject.lowered:
        yield from _find_headers(subject)
    if b"-u" in data:
        for match in pattern(_HTTP_USER).finditer(data):
            password = match.group(2)
            if password.startswith(b"//"):
                continue
            if count_digits(password) and not password.isdigit() and not is_absent(password):
                yield RuleHit(RULE, *match.span(2))
    if b"cookie" in subject.lowered or b" -b" in data:
        yield from _find_cookies(subject)
    if pattern(_PGPASS_PORT).search(data):
        for match in pattern(_PGPASS).finditer(data):
            yield from _present(match)
    if b"base64" in data:
        for match in matches(_PIPED, data):
            # A line of settings is read by the checks for names and tokens.
            if b"=" not in decoded_base64(match.group(1)) and _holds_password(match.group(1)):
                yield RuleHit(RULE, *match.span(1))
    if b"kind: Secret" in data:
        yield from _find_kubernetes(subject)


def _find_headers(subject: Subject) -> Iterator[RuleHit]:
    for match in pattern(_HEADER, ignore_case=True).finditer(subject.data):
        scheme, value = (match.group(1) or b"").lower(), match.group(2)
        if scheme == b"basic":
            _, colon, password = decoded_base64(value).partition(b":")
            if colon and password and not is_absent(password):
                yield RuleHit(RULE, *match.span(2))
        # A JWT is named by its own rule.
        elif value.startswith(b"eyJ") or is_placeholder(value):
            continue
        elif is_random(value) or is_uuid(value):
            yield RuleHit(RULE, *match.span(2))


def _find_cookies(subject: Subject) -> Iterator[RuleHit]:
    for line in matches(_COOKIES, subject.data, ignore_case=True):
        for cookie in matches(_COOKIE, line.group(1)):
            name, value = cookie.group(1).lower(), unquote_to_bytes(cookie.group(2))
            if pattern(_HARMLESS_COOKIE).search(name) or is_absent(value):
                continue
            if is_random(value) or is_uuid(value):
                start = line.start(1) + cookie.start(2)
                yield RuleHit(RULE, start, start + len(cookie.group(2)))


def _find_kubernetes(subject: Subject) -> Iterator[RuleHit]:
    data = subject.data
    position = 0
    while match := pattern(_KUBERNETES_DATA).search(data, position):
        if _holds_password(match.group(1)):
            yield RuleHit(RULE, *match.span(1))
        # The line break that ends one entry begins the next.
        position = match.end(1)


def _holds_password(encoded: bytes) -> bool:
    plain = decoded_base64(encoded).rstrip(b"\n")
    printable = plain.isascii() and plain.decode().isprintable()
    return printable and is_password(plain, quoted=True, joined=True)


def _present(match: Any) -> Iterator[RuleHit]:
    # One of the ways to quote has matched.
    value = match.group(match.lastindex)
    if not is_absent(value) and not is_name_or_word(value):
        yield RuleHit(RULE, *match.span(match.lastindex))
