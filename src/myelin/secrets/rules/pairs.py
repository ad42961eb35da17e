"""Rule auth-config: a user and a password side by side, in prose, in calls and in options."""

import functools
from collections.abc import Iterator
from typing import Any

from myelin.secrets.judgement import Strength, is_word_and_number, strength_of_password
from myelin.secrets.measures import is_uuid
from myelin.secrets.patterns import matches, pattern
from myelin.secrets.subject import RuleHit, Subject
from myelin.secrets.words import latin, unspaced

RULE = "auth-config"
_USER = r"[A-Za-z0-9_][A-Za-z0-9_.@\-\\]{1,60}"
_VALUE_BYTES_MIN = 6
_VALUE = r"([^\s'\"`<>,;|()\[\]{}]{6,80})"
# Users that every system has: a slash between one and a password needs no announcement.
_ADMINS = (
    r"(?:admin|administrator|root|sa|sysadmin|postgres|superuser|operator|deploy|svc|service|"
    r"backup|guest|support|ubuntu|ec2-user|pi|oracle|sys|system|manager|tomcat|jenkins|bot|ci)"
)
_LED = r"[^\n]{0,12}?[ \t:=\"'`*(\-]{1,6}"
# `user: a/name=value`: a setting, no password.
_SETTING = r"[A-Za-z_]{2,20}="
# `ORDER#456`: the key of a row in a table that holds rows of many kinds.
_RECORD_KEY = r"[A-Z_]+(?:#[A-Za-z0-9_\-]*)+"
_IN_CALL = (
    r"(?:login|log_in|logon|sign_?in|auth|basic_?auth|authenticate|credentials?|connect|"
    r"httpbasicauth|set_basic_auth|setbasicauth|userinfo|userpassword)[ \t]{0,2}[=(:][ \t]{0,2}\(?"
    r"[ \t]{0,2}['\"][^'\"\n]{1,80}['\"][ \t]{0,2},[ \t]{0,2}(?:['\"]([^'\"\n]{6,80})['\"])"
)
_AS_USER = (
    rf"\b(?:log(?:ged|ging)?[ -]?in|connect|sign in|ssh)[ \t]{{1,3}}(?:as|with)[ \t]{{1,3}}{_USER}"
    rf"[ \t]{{1,3}}(?:with|using|and|/)[ \t]{{1,3}}{_VALUE}"
)
_OF_ADMIN = rf"(?:^|[^\w./\-]){_ADMINS}[ \t]{{1,3}}/[ \t]{{1,3}}{_VALUE}"


@functools.cache
def _announced() -> str:
    separator = r"[ \t]{0,2}:[ \t]{0,2}|[ \t]{1,2}/[ \t]{1,2}|/"
    words = rf"(?:^|[^a-z])(?:{latin('account')})|{unspaced('account')}"
    return rf"(?:{words}){_LED}{_USER}(?:{separator}){_VALUE}"


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield the passwords of pairs: `admin / P`, `creds are svc:P`, `login("svc", "P")`."""
    lowered = subject.lowered
    for needed, text in (
        ((b":", b"/"), _announced()),
        ((b" / ",), _OF_ADMIN),
        ((b" as ", b" with "), _AS_USER),
        ((b"('", b'("', b"( '", b'( "', b'=["'), _IN_CALL),
    ):
        # A text without any of these holds no such pair.
        if any(mark in lowered for mark in needed):
            for match in matches(text, lowered):
                yield from _judged(subject, match)


def _judged(subject: Subject, match: Any) -> Iterator[RuleHit]:
    start, end = match.span(1)
    value = subject.data[start:end].rstrip(b".:")
    # Output that a tool wrote as JSON has its line breaks as escapes.
    escape = pattern(r"\\[nrt]").search(value, _VALUE_BYTES_MIN)
    value = value[: escape.start()] if escape else value
    if b"/" in value or pattern(_SETTING).match(value) or pattern(_RECORD_KEY).fullmatch(value):
        return
    # `projects/<UUID>` is a path, and `557058:<UUID>` the id of an account.
    if is_uuid(value) and pattern("/$|[0-9]:$").search(subject.data[start - 2 : start]):
        return
    strength = strength_of_password(value)
    sure = strength in (Strength.STRONG, Strength.PHRASE)
    if sure or (strength is Strength.WEAK and is_word_and_number(value)):
        yield RuleHit(RULE, start, start + len(value))
