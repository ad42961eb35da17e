"""Names that introduce a credential: how they are written, tied to a value, and told apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from myelin.secrets.exemptions import is_absent
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import Subject

_LOGIN_WORDS = (
    r"pass(?:word|wd|phrase|code)?s?|passwort|pwd|pw|contrase(?:na|ña)|senha|mot de passe|"
    "密码|口令|密碼|パスワード|비밀번호|пароль|Пароль"
)
_ACCESS_WORDS = (
    r"(?:api|access|auth|secret|private|account|encryption|signing|service|master|app|license|"
    r"storage|shared|client|session|hmac|admin|deploy|shared_?access|cookie|crypt|security|"
    r"webhook)[_\-. ]?keys?|secret(?:[_\-. ]?(?:access[_\-. ]?)?key)?s?|tokens?|creds?|"
    r"credentials?|bearer|auth|keys?|密钥|密鑰|令牌|トークン|シークレット|토큰"
)
# An identifier may end in what the credential is for, after its key word.
_SUFFIX = (
    r"(?:[_\-.]?(?:prod(?:uction)?|dev|stag(?:e|ing)|test|live|qa|old|new|value|val|str|text|"
    r"plain|raw|b64|base64|hex|main|root|admin|user|primary|secondary|default|backup|bedrock|"
    r"v?\d{1,3}|env))?"
)
_COPULA = r"(?:（[^）\n]{0,60}）)?[ \t]?(?:(?:is|was|to)\b|是|为|為|は|」?は|는|은)"
_TIED = (
    r"=>|:[ \t]{0,4}[A-Za-z_][\w<>\[\]?|&' ]{0,40}=|:=|\?=|\|\|=|={1,3}|:{1,2}|：|->|<-|"
    r"(?:\r?\n[ \t]{0,40})?value[ \t]?[=:]"
)
_OPENING = r"(?:\r?\n[ \t]{1,20}\\?[\"'`]|(?:\\?[\"'`]){1,2}|「|“|[@brf]\")?"
# Six printable bytes, none a quote: nothing shorter is taken for a credential.
_HEAD = r"[!#-&(-_a-~]{6}"
_HEAD_BYTES = 6
_FLAG = r"(?:^|[ \t'\"\[,])--?[A-Za-z0-9_.\-]{0,40}?"
_COMMAND = (
    r"\b(?:set -[a-z]{1,3}|setx|env|arg|export|login[ \t]{1,4}\S{1,60}|setenv|config set)"
    r"[ \t]{1,4}[A-Za-z0-9_.\-]{0,40}?"
)
# Groups: a password's word, a token's word, what closes the name, the separator; then the words
# of an argument, which a blank ties to its value.
_ASSIGNMENT = (
    rf"(?:(?:({_LOGIN_WORDS})|({_ACCESS_WORDS})){_SUFFIX}"
    rf"([\"'`\])」）\\*]{{0,12}})[ \t]{{0,20}}({_TIED}|{_COPULA}|[,|>\t]| \()"
    r"[ \t]{0,20}(?:(?:\*{1,2}|!!str)[ \t]{1,4})?"
    rf"|(?:{_FLAG}|{_COMMAND})(?:({_LOGIN_WORDS})|({_ACCESS_WORDS})){_SUFFIX}[ \t]{{1,20}})"
    rf"{_OPENING}{_HEAD}"
)
_LOGIN_GROUPS = (1, 5)
_ARGUMENT_GROUPS = (5, 6)
_CLOSED_GROUP = 3
_SEPARATOR_GROUP = 4
# Separators that stand between a name and a value, but also between any two things.
_LOOSE = (b",", b"|", b">", b" (", b"\t")
_QUOTES = (b'"', b"'", b"`")
_QUOTE_MARKS = (*_QUOTES, "「".encode(), "“".encode())

# Key words that end longer words: `bypass`, `monkey`; and names of what is no credential.
_OTHER_WORD = (
    r"(?:by|com|sur|over|tres|im|under|ex|mono|(?:^|[^a-z])(?:csrf|max|min|num|n|total|prompt|"
    r"completion|eos|bos|pad|unk|sep|mask|next|public|publishable)[_\-. ]?)$"
)
_OTHER_KEY = (
    r"(?:don|tur|mon|hot|whis|joc|hoc|lac|disk|turn|mas|pub[_\-]?|"
    r"(?:primary|foreign|unique|partition|sort|cache|idempotency|routing|correlation|device|"
    r"s3|object|host|site|map|row|column|sequence|index|lookup|group|translation|message|"
    r"registry|ssh)[_\-. ]?)$"
)
_SHORT = r"pw|auth$|key|pass(?:$|s$|code|wort)|cred|bearer"
_JOINED_TO = (
    *(b"db", b"api", b"user", b"pg", b"my", b"sql", b"root", b"admin", b"smtp", b"ftp", b"redis"),
    *(b"app", b"secret", b"private", b"access", b"master", b"enc", b"client"),
)
_QUALIFIED = (
    *(b"api ", b"access ", b"secret ", b"private ", b"account ", b"signing ", b"encryption "),
    *(b"master ", b"admin ", b"license ", b"service ", b"deploy ", b"api-", b"access-"),
)
_QUALIFIER = (
    r"api|access|auth|secret|private|client|sign|encrypt|master|token|webhook|hmac|cookie|"
    r"session|account|storage|shared|license|admin|deploy|app|crypt"
)
_BARE = frozenset((b"key", b"keys", b"auth", b"cred", b"creds"))


@dataclass(frozen=True, slots=True)
class Introduction:
    """A name and the place where the value that it introduces begins."""

    name_start: int
    word_start: int
    word: bytes
    value_start: int
    quote: bytes
    password: bool
    tied: bool
    copula: bool
    argument: bool
    strong: bool


def find_introductions(subject: Subject) -> Iterator[Introduction]:
    """Yield every name that introduces a credential, unless it names something else."""
    search = pattern(_ASSIGNMENT, ignore_case=True).search
    position = 0
    while match := search(subject.data, position):
        group = next(number for number in (1, 2, 5, 6) if match.start(number) >= 0)
        introduction = _introduction(subject, match, group)
        if introduction:
            yield introduction
        position = match.end(group)


def _introduction(subject: Subject, match: Any, group: int) -> Introduction | None:
    data = subject.data
    start, end = match.span(group)
    word = subject.lowered[start:end]
    name_start = start - len(subject.name_before(start))
    before = subject.lowered[name_start:start]
    if _names_something_else(data, before, word, start):
        return None
    argument = group in _ARGUMENT_GROUPS
    separator = b" " if argument else match.group(_SEPARATOR_GROUP)
    value_start = match.end() - _HEAD_BYTES
    quote = _quote_before(data, value_start)
    # A comma ties a quoted value to a quoted name only: ("password", "...").
    closed = match.group(_CLOSED_GROUP) or b""
    quoted_name = any(mark in closed for mark in _QUOTES)
    if separator == b"," and not (quote and quoted_name):
        return None
    element = separator == b">" and data.endswith(b"<", 0, name_start)
    copula = not argument and pattern(_COPULA, ignore_case=True).fullmatch(separator) is not None
    return Introduction(
        name_start=name_start,
        word_start=start,
        word=word,
        value_start=value_start,
        quote=quote,
        password=group in _LOGIN_GROUPS,
        tied=argument or element or not (copula or separator in _LOOSE),
        copula=copula,
        argument=argument,
        strong=_is_strong(subject, before, word, name_start, start),
    )


def _quote_before(data: bytes, start: int) -> bytes:
    for mark in _QUOTE_MARKS:
        if data.endswith(mark, start - len(mark), start):
            escaped = data[start - len(mark) - 1 : start - len(mark)] == b"\\"
            return b"\\" + mark if escaped else mark
    return b""


def _names_something_else(data: bytes, before: bytes, word: bytes, start: int) -> bool:
    if before[-1:].isalnum():
        camel = data[start : start + 1].isupper() and data[start - 1 : start].islower()
        short = pattern(_SHORT).match(word) is not None
        if short and not camel and not before.endswith(_JOINED_TO):
            return True
    if before and pattern(_OTHER_WORD).search(before):
        return True
    return word in _BARE and bool(before) and pattern(_OTHER_KEY).search(before) is not None


def _is_strong(subject: Subject, before: bytes, word: bytes, name_start: int, start: int) -> bool:
    if word not in _BARE or subject.lowered[max(0, start - 11) : start].endswith(_QUALIFIED):
        return True
    if pattern(_QUALIFIER).search(before):
        return True
    # FOO_KEY: an environment variable of some vendor.
    return pattern("[A-Z0-9]{2,}_$").search(subject.data[name_start:start]) is not None


def find_strong_words(subject: Subject, start: int, end: int) -> Iterator[int]:
    """Yield where the key words of a stretch of prose end, but for those of something else."""
    data = subject.data
    for match in pattern(_WORD, ignore_case=True).finditer(data, start, end):
        word_start, word_end = match.span(2)
        word = subject.lowered[word_start:word_end]
        name_start = word_start - len(subject.name_before(word_start))
        before = subject.lowered[name_start:word_start]
        if _names_something_else(data, before, word, word_start):
            continue
        if not _is_strong(subject, before, word, name_start, word_start):
            continue
        tied = pattern(_TIED_VALUE).match(data, match.end(1), end)
        if tied is None or tied.group(1).isalpha() or not is_absent(tied.group(1)):
            yield match.end(1)


_WORD = rf"(({_LOGIN_WORDS}|{_ACCESS_WORDS}){_SUFFIX})(?:[^a-z0-9_.\-]|[.\-](?:[^a-z0-9]|$)|$)"
_TIED_VALUE = r"[\"'`\])\\*]{0,4}[ \t]{0,4}(?:=>|[:=]{1,2})[ \t]{0,4}[\"'`]?(\S{1,60})"
