"""Rule auth-config: credentials in headers, command lines, password files and Kubernetes."""

from collections.abc import Iterator
from typing import Any

from myelin.secrets.exemptions import is_absent, is_name_or_word, is_placeholder
from myelin.secrets.judgement import is_password
from myelin.secrets.measures import count_digits, is_random
from myelin.secrets.patterns import pattern
from myelin.secrets.rules.decoding import decoded_base64
from myelin.secrets.subject import Hit, Subject

RULE = "auth-config"
_HEADER = (
    r"authorization[\"'\\]{0,3}[ \t]{0,4}[:=,][ \t]{0,4}[\"'\\fb]{0,3}"
    r"(basic|bearer|token|apikey|bot)[ \t]{1,4}([A-Za-z0-9_\-.~+/=]{8,})"
)
_HTTP_USER = (
    r"(?:^|[\s\"',\[])(?:-u|--user|--proxy-user)[ =]{0,2}['\"]?"
    r"([^\s:'\"$<{`/]{1,64}):([^\s'\"$<{`)]{4,128})"
)
# The ways in which a command's password may be quoted.
_VALUE = r"(?:'([^'\n]{4,81})'|\"([^\"\n]{4,81})\"|([^\s'\"$<{-][^\s'\"]{3,80}))"
_NETRC = (
    r"machine[ \t]{1,8}\S{1,100}\s{1,20}login[ \t]{1,8}\S{1,100}\s{1,20}"
    r"password[ \t]{1,8}(\S{4,200})"
)
_COMMANDS = (
    (b"mysql", r"\bmysql[a-z]{0,8}\b[^\n|;]{0,160}?[ \t]-p" + _VALUE),
    (b"mariadb", r"\bmariadb(?:-[a-z]{1,8})?\b[^\n|;]{0,160}?[ \t]-p" + _VALUE),
    (b"sshpass", r"\bsshpass[ \t]{1,4}-p[ \t]{0,4}" + _VALUE),
    (b"redis-cli", r"\bredis-cli\b[^\n|;]{0,120}?[ \t](?:-a|--pass)[ \t]{1,4}" + _VALUE),
    (b"machine ", _NETRC),
)
_PGPASS = (
    r"(?:^|[\s\"'`])[\w.\-*]{1,100}:(?:\d{4,5}|\*):[\w.\-*]{1,64}:[\w.\-*]{1,64}:"
    r"([^\s:'\"]{6,100})"
)
_PGPASS_PORT = r":(?:5432|5433|6432|\*):"
_KUBERNETES_DATA = (
    r"\n[ ]{1,12}[\w.\-]{1,80}:[ ]{1,4}[\"']?([A-Za-z0-9+/]{8,400}={0,2})[\"']?"
    r"[ \t]{0,8}\r?(?:\n|$)"
)


def find(subject: Subject) -> Iterator[Hit]:
    """Yield credentials that the form of a header, a command or a file gives away."""
    data = subject.data
    if b"authorization" in subject.lowered:
        yield from _find_headers(subject)
    if b"-u" in data:
        for match in pattern(_HTTP_USER).finditer(data):
            password = match.group(2)
            if count_digits(password) and not password.isdigit() and not is_absent(password):
                yield Hit(RULE, *match.span(2))
    for word, command in _COMMANDS:
        if word in data:
            for match in pattern(command).finditer(data):
                yield from _present(match)
    if pattern(_PGPASS_PORT).search(data):
        for match in pattern(_PGPASS).finditer(data):
            yield from _present(match)
    if b"kind: Secret" in data:
        yield from _find_kubernetes(subject)


def _find_headers(subject: Subject) -> Iterator[Hit]:
    for match in pattern(_HEADER, ignore_case=True).finditer(subject.data):
        scheme, value = match.group(1).lower(), match.group(2)
        if scheme == b"basic":
            _, colon, password = decoded_base64(value).partition(b":")
            if colon and password and not is_absent(password):
                yield Hit(RULE, *match.span(2))
        # A JWT after Bearer is named by its own rule.
        elif not value.startswith(b"eyJ") and is_random(value) and not is_placeholder(value):
            yield Hit(RULE, *match.span(2))


def _find_kubernetes(subject: Subject) -> Iterator[Hit]:
    data = subject.data
    position = 0
    while match := pattern(_KUBERNETES_DATA).search(data, position):
        plain = decoded_base64(match.group(1)).rstrip(b"\n")
        printable = plain.isascii() and plain.decode().isprintable()
        if printable and is_password(plain, quoted=True, joined=True):
            yield Hit(RULE, *match.span(1))
        # The line break that ends one entry begins the next.
        position = match.end(1)


def _present(match: Any) -> Iterator[Hit]:
    # One of the ways to quote has matched.
    value = match.group(match.lastindex)
    if not is_absent(value) and not is_name_or_word(value):
        yield Hit(RULE, *match.span(match.lastindex))
