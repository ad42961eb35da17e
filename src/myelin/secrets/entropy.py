"""The two entropy checks: a value that a name introduces, and a random token near a key word."""

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from myelin.secrets.connections import Introduction, Tie, introduction_by
from myelin.secrets.exemptions import is_absent, is_name_and_version, is_placeholder
from myelin.secrets.judgement import (
    Strength,
    is_password,
    is_token,
    is_word_and_number,
    strength_of_password,
)
from myelin.secrets.measures import (
    count_digits,
    count_symbols,
    has_both_cases,
    is_hex,
    is_random,
    is_uuid,
)
from myelin.secrets.names import Name, is_loose
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject
from myelin.secrets.values import Value, longer_value, value_at
from myelin.secrets.words import english

RULE_ASSIGNED = "entropy-assigned"
_NEAR = "entropy-near"
_NEAR_BYTES = 160

_UUID_NAME = r"secret|api|access|auth|client|private|token|key|cred|pat"
# Objects of an interface: their ids are random, long and harmless.
_OBJECT_ID = (
    r"(?:cus|pi|evt|ch|in|sub|prod|price|acct|req|txn|cs|seti|pm|si|file|msg|run|call|resp|"
    r"chatcmpl|toolu|asst|thread|srvtoolu|item|rs|fc|pk|pub)_|chatcmpl-|"
    r"(?:pk_|xpub|tpub|bafy|AAAA|Qm|_Z)"
)
_AWS_NAME = r"aws|secret.?access|s3"
_CONNECTION_STRING = r"jdbc:|(?:server|data source|host)=[^\n]{0,200};"
_WINDOW_BYTES = 240
# One class: linear in any engine, and that of the standard library starts sooner.
_ODD = re.compile(rb"[0-9A-Z\"'`]")
_PHRASE_JOINTS = (b"-", b"_", b".", b"~", b"+")
_PHRASE_JOINTS_MIN = 3
_SURE_TIES = (Tie.TIED, Tie.FIELD, Tie.ARGUMENT)
# Another name and its value.
_SETTING = r"(?:[A-Z_]{4,60}|_?[a-z]{3,20}(?:[A-Z][a-z]+|_[a-z]+){0,5})=[^=]"
_NEIGHBOURS = (Tie.CELL, Tie.PAIR, Tie.LINE, Tie.DASH)
_CLOSE_TIES = frozenset(Tie) - {Tie.COPULA, Tie.BLANK}


def find_assigned(subject: Subject, names: Iterable[Name]) -> Iterator[RuleHit]:
    """Yield the values that a name ties to itself and that look like a password or a key."""
    done = 0
    for name in names:
        if name.start < done or name.codes or not _may_hold_one(subject.data, name.end):
            continue
        introduction = introduction_by(subject, name)
        value = _credential(subject, introduction) if introduction else None
        if introduction and value:
            yield RuleHit(_rule_of(subject, introduction, value), value.start, value.end)
            done = value.end


def _may_hold_one(data: bytes, start: int) -> bool:
    """Return whether what follows a name has a digit, a quote, capitals or a chain of words."""
    if _ODD.search(data, start, start + _WINDOW_BYTES):
        return True
    window = data[start : start + _WINDOW_BYTES]
    return any(window.count(joint) >= _PHRASE_JOINTS_MIN for joint in _PHRASE_JOINTS)


def _credential(subject: Subject, introduction: Introduction) -> Value | None:
    value = value_at(subject.data, introduction.value_start, introduction.quote)
    if value is None:
        return None
    if is_credential(subject, introduction, value):
        return value
    if introduction.name.password:
        listed = introduction.tie in (Tie.CELL, Tie.PAIR, Tie.LINE)
        longer = None if listed else longer_value(subject.data, value)
        if longer and is_credential(subject, introduction, longer):
            return longer
    return None


def is_credential(subject: Subject, introduction: Introduction, value: Value) -> bool:
    """Return whether the value that a name introduces is a credential."""
    name = introduction.name
    if name.password:
        holds = _is_password(subject, introduction, value)
    elif not name.strong:
        before = subject.lowered[max(0, name.full_start - 40) : value.start]
        holds = (
            introduction.tie is not Tie.BLANK
            and 32 <= len(value.text) <= 200
            and b" " not in value.text
            and is_random(value.text, strict=True)
            and not _is_public(before)
            and not is_placeholder(value.text)
            and not is_name_and_version(value.text)
        )
    else:
        holds = _is_key(subject, introduction, value)
    return holds and not _names_public(subject, name)


def _is_password(subject: Subject, introduction: Introduction, value: Value) -> bool:
    strength = strength_of_password(value.text)
    if strength is Strength.NONE:
        return False
    tie = introduction.tie
    if tie not in _SURE_TIES and pattern(_SETTING).match(value.text):
        return False
    if tie is Tie.LINE and not _is_whole_line(subject, value):
        return False
    if is_loose(subject, introduction.name):
        # `PASS: x86-64` and "pass 2" are words of every test run.
        if subject.data[introduction.name.end : introduction.name.end + 1] == b"=":
            return strength is Strength.STRONG or is_word_and_number(value.text)
        sure = strength is Strength.STRONG and count_digits(value.text) >= 2
        if tie in _NEIGHBOURS and subject.data.startswith(b"PASS", introduction.name.start):
            return False
        if tie is Tie.PAIR and subject.data[introduction.name.end : introduction.name.end + 1] in (
            b" ",
            b"]",
        ):
            return False
        return sure and (tie in _CLOSE_TIES or has_both_cases(value.text))
    if strength is Strength.STRONG or (strength is Strength.PHRASE and tie is not Tie.BLANK):
        return True
    if strength is Strength.PHRASE:
        return value.quoted or _stands_alone(subject, value)
    if tie in (Tie.COPULA, Tie.BLANK):
        return value.quoted or is_word_and_number(value.text)
    return is_password(value.text, quoted=value.quoted, joined=True)


def _is_whole_line(subject: Subject, value: Value) -> bool:
    after = subject.data[value.end : subject.line_end(value.end)].strip(b"\"'`*\\ \t\r.")
    return not after and not value.text.startswith((b"-", b"@")) and b"://" not in value.text


def _stands_alone(subject: Subject, value: Value) -> bool:
    return subject.data[value.end : value.end + 1] in (b"", b"\n", b"\r", b".", b",", b")", b" ")


def _is_key(subject: Subject, introduction: Introduction, value: Value) -> bool:
    text, name = value.text, introduction.name
    joined = introduction.tie is not Tie.BLANK or is_hex(text)
    strict = introduction.tie is Tie.BLANK and not (is_hex(text) and len(text) >= 32)
    if strict and not (is_random(text, strict=True) and len(text) >= 20):
        return False
    if is_token(text, strong=True, quoted=value.quoted, joined=joined):
        full_name = subject.lowered[name.full_start : name.start] + name.word
        return (
            not is_uuid(text) or name.foreign or pattern(_UUID_NAME).search(full_name) is not None
        )
    # People call a password a secret now and then.
    return (
        name.word.startswith(b"secret")
        and introduction.tie in (Tie.TIED, Tie.FIELD, Tie.ARGUMENT)
        and len(text) >= 10
        and count_symbols(text) > 0
        and is_password(text, quoted=value.quoted, joined=True)
    )


def _is_public(lowered: bytes) -> bool:
    return pattern(english("public")).search(lowered) is not None


def _names_public(subject: Subject, name: Name) -> bool:
    before = subject.word_before(name.start)
    return before.startswith(b"arn:") or _is_public(before.lower())


def _rule_of(subject: Subject, introduction: Introduction, value: Value) -> str:
    name = introduction.name
    line_start = subject.line_start(value.start)
    before = subject.lowered[max(line_start, value.start - 200) : value.start]
    if name.password and pattern(_CONNECTION_STRING).search(before):
        return "url-credential"
    compact = name.word.replace(b"_", b"").replace(b"-", b"")
    if compact.endswith((b"accesskey", b"accountkey")) and len(value.text) in (44, 88):
        return "azure"
    introduced = subject.lowered[max(0, name.full_start - 20) : value.start]
    if len(value.text) == 40 and not is_hex(value.text) and pattern(_AWS_NAME).search(introduced):
        return "aws"
    if b"twilio" in before[-80:]:
        return "mail-sms"
    option = subject.data.startswith(b"-", name.full_start)
    if name.password and introduction.tie is Tie.ARGUMENT and option:
        return "auth-config"
    return RULE_ASSIGNED


def find_near(subject: Subject, names: Sequence[Name]) -> Iterator[RuleHit]:
    """Yield random tokens of 20 or more characters that follow a key word on the same line."""
    data = subject.data
    reach = 0
    for match in pattern(_LONG_WORD).finditer(data):
        start, end = match.span()
        if data[start - 1 : start] in _GLUED or data[end : end + 1] in _GLUED_AFTER:
            continue
        if _vouches_for_itself(match.group()):
            yield RuleHit(_NEAR, start, end)
            continue
        # One token a key word: what follows it on the line is no longer near.
        window_start = max(subject.line_start(start), start - _NEAR_BYTES, reach)
        vouching = _strong_between(names, window_start, start)
        if vouching and _is_secret_word(match.group()) and _is_introduced(subject, vouching, start):
            yield RuleHit(_NEAR, start, end)
            reach = end


# A prefix of a vendor that no table lists, but that says what it is: `acme_sk_live_...`.
_TELLING = re.compile(rb"[a-z][a-z0-9]{0,11}(?:[_\-][a-z0-9]{1,10}){0,2}[_\-]")
_TELLING_PARTS = frozenset(
    b"sk pat key apikey token tok secret sec auth prod access svc cred priv".split()
)
_SELF_VOUCHING_BYTES_MIN = 28


def _vouches_for_itself(word: bytes) -> bool:
    prefix = _TELLING.match(word)
    if prefix is None:
        return False
    parts = prefix.group().replace(b"-", b"_").split(b"_")
    body = word[prefix.end() :]
    return (
        not _TELLING_PARTS.isdisjoint(parts)
        and len(body) >= _SELF_VOUCHING_BYTES_MIN
        and body.isalnum()
        and not is_placeholder(body)
        and (is_random(body) if is_hex(body) and len(body) >= 32 else is_random(body, strict=True))
    )


_LONG_WORD = r"[A-Za-z0-9_\-]{20,}"
# Part of a path, a link, an expression or a longer value.
_GLUED = (b"/", b"@", b"#", b"$", b"+", b"=", b".", b"%")
_GLUED_AFTER = (b"/", b"+", b"=", b"%")
_EXPLAINED_BYTES = 60
_TIED_VALUE = r"[\"'`\])\\*]{0,4}[ \t]{0,4}(?:=>|[:=]{1,2})[ \t]{0,4}[\"'`]?(\S{1,60})"


def _is_secret_word(word: bytes) -> bool:
    return (
        count_digits(word) >= 3
        and not word.startswith(b"eyJ")
        and pattern(r"(?:0x)?[0-9a-fA-F\-]+").fullmatch(word) is None
        and is_random(word, strict=True)
        and not is_placeholder(word)
        and pattern(_OBJECT_ID).match(word) is None
    )


def _strong_between(names: Sequence[Name], start: int, end: int) -> list[Name]:
    first = bisect_left(names, start, key=lambda name: name.start)
    inside = itertools.takewhile(
        lambda name: name.end <= end, itertools.islice(names, first, first + _NEAR_BYTES)
    )
    return [name for name in inside if name.strong]


def _is_introduced(subject: Subject, vouching: Sequence[Name], start: int) -> bool:
    if _is_public(subject.lowered[max(0, start - _EXPLAINED_BYTES) : start]):
        return False
    for name in vouching:
        # A name that introduces a placeholder of its own says nothing about the next value.
        tied = pattern(_TIED_VALUE).match(subject.data, name.end, start)
        if tied is None or tied.group(1).isalpha() or not is_absent(tied.group(1)):
            return True
    return False
