"""Names that introduce a credential: where they stand, and which of them name something else."""

import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from myelin.secrets.patterns import pattern
from myelin.secrets.subject import Subject
from myelin.secrets.words import ENGLISH, english, foreign, words

# Literal words at the end of at most 60 bytes: the standard library is the quicker engine here.
# Names that end in these words are not about a credential: `bypass`, `monkey`, `max_tokens`.
_OTHER_WORD = re.compile(
    rb"(?:by|com|sur|over|tres|im|under|ex|mono|(?:^|[^a-z])(?:csrf|max|min|num|n|total|prompt|"
    rb"completion|eos|bos|pad|unk|sep|mask|next|public|publishable|per|no|without)[_\-. ]?)$"
)
_OTHER_KEY = re.compile(
    rb"(?:don|tur|mon|hot|whis|joc|hoc|lac|disk|turn|mas|pub[_\-]?|"
    rb"(?:primary|foreign|unique|partition|sort|cache|idempotency|routing|correlation|device|"
    rb"s3|fact|folder|process|project|record|entry|node|issue|object|host|site|map|row|column|sequence|index|lookup|group|translation|message|"
    rb"registry|ssh)[_\-. ]?)$"
)
# A file of every Unix system, in the paths that tests of path traversal try.
_PASSWD_FILE = re.compile(rb"etc(?:/|\\{1,2}|%2f|%5c|%252f)$")
_SHORT = re.compile(rb"pw|auth$|key|pass(?:$|s$|code|wort)|cred|bearer|pat$|mdp")
_JOINED_TO = (
    *(b"db", b"api", b"user", b"pg", b"my", b"sql", b"root", b"admin", b"smtp", b"ftp", b"redis"),
    *(b"app", b"secret", b"private", b"access", b"master", b"enc", b"client"),
)
_QUALIFIED = (
    *(b"api ", b"access ", b"secret ", b"private ", b"account ", b"signing ", b"encryption "),
    *(b"master ", b"admin ", b"license ", b"service ", b"deploy ", b"api-", b"access-"),
)
_QUALIFIER = re.compile(
    rb"api|access|auth|secret|private|client|sign|encrypt|master|token|webhook|hmac|cookie|"
    rb"session|account|storage|shared|license|admin|deploy|app|crypt"
)
# FOO_KEY: an environment variable of some vendor.
_VARIABLE = re.compile(rb"[A-Z0-9]{2}_$")
_LOOSE_WORDS = frozenset((b"pass", b"clave", b"parole"))
# What people say of a test, a stage or a run through a text: `smoke-test-pass`, `first_pass`.
_PASS_OF_A_RUN = re.compile(
    rb"(?:tests?|smoke|still|pre|post|first|second|third|last|final|next|all|must|will|does|do|"
    rb"should|can|would|not|gate|checks?|lint|build|ci|single|multi|one|two|render|shadow|"
    rb"forward|backward|optimi[sz]ation|compiler|dedup|clean|green|full|quick|low|high|band|"
    rb"partial|retry|expected|gc|review|verify|expect|is|to|did|suite|runs?|scan)[_\-. ]?$"
)
_PASSWORD, _ACCESS, _BARE, _CODES = _KINDS = ("password", "access", "bare", "codes")
_JOINTS = b"_-. "
_BEHIND = b"0123456789_"
_BARE_WORDS = frozenset((b"key", b"keys", b"auth", b"cred", b"creds"))


class Name(NamedTuple):
    """A key word and what it is: the name of a password or of a key, strong or in need of proof.

    `full_start` is where the identifier around the word begins; `codes` marks the name of a list
    of one-time codes.
    """

    full_start: int
    start: int
    end: int
    word: bytes
    password: bool
    strong: bool
    foreign: bool
    codes: bool = False


@functools.cache
def _search() -> Any:
    # An English word must end here: its inflections and compounds name other things.
    return pattern(f"{foreign(*_KINDS)}|(?:{english(*_KINDS)})(?:\\b|[0-9_])")


@functools.cache
def _kinds() -> dict[bytes, tuple[str, bool]]:
    """Return word -> (kind, whether it is foreign); words are without blanks and dashes."""
    table: dict[bytes, tuple[str, bool]] = {}
    for kind in reversed(_KINDS):
        for language, listed in words()[kind].items():
            for word in listed:
                key = word.encode().translate(None, _JOINTS)
                if table.get(key, ("", True))[1]:
                    table[key] = (kind, language != ENGLISH)
    return table


def find_names(subject: Subject) -> Iterator[Name]:
    """Yield every name of a credential in the text, unless it names something else."""
    kinds = _kinds()
    lowered = subject.lowered
    for match in _search().finditer(lowered):
        start, end = match.span()
        word = lowered[start:end]
        # No word ends in a digit: the one behind an English word belongs to the match.
        if word[-1:] in _BEHIND:
            end -= 1
            word = word[:-1]
        found = kinds[word.translate(None, _JOINTS)]
        name = _name(subject, start, end, word, *found)
        if name:
            yield name


def _name(
    subject: Subject, start: int, end: int, word: bytes, kind: str, is_foreign: bool
) -> Name | None:
    password = kind == _PASSWORD
    if kind == _CODES:
        return Name(start, start, end, word, password, False, is_foreign, codes=True)
    if is_foreign:
        strong = kind != _BARE or b"api" in subject.lowered[max(0, start - 8) : end + 8]
        return Name(start, start, end, word, password, strong, True)
    full_start = start - len(subject.name_before(start))
    before = subject.lowered[full_start:start]
    if word == b"passwd" and _PASSWD_FILE.search(subject.lowered, max(0, start - 9), start):
        return None
    if before and _names_something_else(subject.data, before, word, start):
        return None
    strong = kind != _BARE or _is_qualified(subject, before, full_start, start)
    return Name(full_start, start, end, word, password, strong, False)


def _names_something_else(data: bytes, before: bytes, word: bytes, start: int) -> bool:
    if before[-1:].isalnum():
        camel = data[start : start + 1].isupper() and data[start - 1 : start].islower()
        short = _SHORT.match(word) is not None
        if short and not camel and not before.endswith(_JOINED_TO):
            return True
    if _OTHER_WORD.search(before):
        return True
    return word in _BARE_WORDS and _OTHER_KEY.search(before) is not None


def _is_qualified(subject: Subject, before: bytes, full_start: int, start: int) -> bool:
    if subject.lowered[max(0, start - 11) : start].endswith(_QUALIFIED):
        return True
    if before and _QUALIFIER.search(before):
        return True
    return _VARIABLE.search(subject.data[full_start:start]) is not None


def is_loose(subject: Subject, name: Name) -> bool:
    """Return whether the name is also an ordinary word, such as `pass` in a report of tests."""
    if name.word not in _LOOSE_WORDS:
        return False
    before = subject.lowered[name.full_start : name.start]
    # A name of three parts and more is the name of a test: `index-format-first-pass`.
    chain = before.count(b"-") >= 3 and not before.startswith(b"-")
    return not before or chain or _PASS_OF_A_RUN.search(before) is not None


def ends_in_name(text: str) -> bool:
    """Return whether a text of one line ends in the name of a credential."""
    if "\n" in text:
        return False
    subject = Subject(text.rstrip(" .:?"))
    return any(not name.codes and name.end == len(subject.data) for name in find_names(subject))
