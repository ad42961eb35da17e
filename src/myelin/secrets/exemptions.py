"""What looks like a credential and is not one: placeholders, references to a store, plain words."""

from myelin.secrets.measures import count_digits, is_random, mixing, sequencing
from myelin.secrets.patterns import pattern

_EXAMINED_BYTES_MAX = 200

# What people write where a credential would go, wherever it stands in the value.
_STAND_IN = (
    r"example|sample|dummy|place.?holder|change.?me|change.?it|your[_\-. ]|<[^>]*>|x{6,}|\*{3,}|"
    r"\.{3}|redact|masked|replace.?(?:me|with|this)|insert[_\-. ]|lorem|dont.?commit|"
    r"(?:key|token|secret|pass(?:word)?)[_-]?here|goes[_-]?here|\]\{\d|not[_-]?(?:a[_-]?)?(?:real|secret)|"
    r"abcdefgh|12345678|•|…"
)
# These are stand-ins as words of their own only: `my` is also the end of `Xw9my`.
_STAND_IN_WORD = (
    r"(?:^|[^a-z0-9])(?:your?|my|foo|bar|baz|fake|mock|todo|fixme|tbd|none|null|n/a|hidden|"
    r"sensitive|undefined|enter|put|insert|replace|test|xxxx?)(?:[^a-z0-9]|$)|"
    r"test(?:key|token|secret|pass)|foobar|hidden"
)
# A shell variable is all capitals or a plain word; `$ecret9Kq2` is a password.
_VARIABLE = (
    r"\$(?:[({\[]|[A-Z][A-Za-z]*(?:\.[A-Z][A-Za-z.]*)?[^A-Za-z0-9_]*$|"
    r"(?:[A-Z_][A-Z0-9_]*|[a-z_]+[a-zA-Z_]*[0-9]?|[a-z]+(?:_[a-z]+){2,8}[0-9]{2,4}|[0-9*@#?$!])"
    r"(?:[^A-Za-z0-9_]*$|[:}/\[(]|\.[a-z]|->))"
)
_REFERENCE = (
    r"\{\{|\{[a-z_%]|%[a-z_]\w*%|%\(|@@|@[a-z_]+[@.(]|process\.env|os\.environ|env[.(\[:]|getenv|"
    r"os\.getenv|import\.meta|std::env|system\.|secrets?[./\[]|vault[:./_]|!vault|op://|arn:|ssm:|"
    r"kms:|projects/|/run/|file:|enc\[|agb|(?:var|local|data|module|self|this|request|req|args|"
    r"opts?|options|props|state|ctx|input|form|user)\.|(?:config|settings|params)[.\[(]|"
    r"~?/[\w.-]+/|\./|\.\./|[a-z]:\\|\\{1,2}[\w.\-]+\\{1,2}[\w.\-]+\\|await |async |async_|new |"
    r"(?-i:[A-Z][A-Z0-9\-]{1,14}\\[\w.\-]+)|"
    r"function|lambda|\(|\["
)
_ARGUMENTS = r"\([^()]{0,40}\)"
_CALL = rf"\.?[A-Za-z_$][\w$]*(?:(?:{_ARGUMENTS})?(?:\.|::|->)[A-Za-z_]\w*)*{_ARGUMENTS}"
_NAME_AND_VERSION = r"[A-Za-z]+(?:[.\-/][A-Za-z]+)*[:_@\-]v?\d+(?:\.\d+){1,3}"
_LINK = r"(?:https?|ssh|git)://"
_LINK_WITH_USER = r"[a-z]+://[^/\s]*:[^/\s]*@"
_NAME_OR_WORD = (
    r"(?:[A-Z][a-z]+){1,4}(?:<.*)?|[a-z]+(?:[A-Z][a-z]+){0,5}|[a-z]+(?:[_\-.][a-z]+)*|"
    r"[A-Z]+(?:_[A-Z]+)*|[A-Za-z]+|[a-z_]+\d?"
)
_COMMON = frozenset(
    b"""password passwd secret token test testing admin administrator root guest user username
    postgres mysql mongo redis rabbitmq minio minioadmin default example letmein qwerty welcome
    password1 password123 passw0rd p@ssw0rd admin123 root123 test123 test1234 secret123 123456
    1234567 changeme changeit pass pass123 pwd string str text bytes none null nil true false
    undefined required optional bearer basic any void int integer boolean number object hidden
    private public empty blank varchar char nvarchar secretstring credential credentials vagrant
    docker elastic demo sa oracle ubuntu raspberry toor hunter2 abc123 password! hello world dev
    prod staging local localhost test123! password123! passw0rd! wrongpassword wrongpassword123
    newpassword123 oldpassword123 testpassword testpassword123 securepassword123 mypassword123
    strongpassword123 userpassword123 secretpassword admin@123 pass@123 test@123 password@123
    p@ssword123 pa55w0rd pa55w0rd! p@55w0rd p@55w0rd! secret@123 s3cret s3cr3t sup3rs3cret
    supersecret supersecret123""".split()
)
_REMAINDER_BYTES_MIN = 8
# Digits and symbols that stand for letters in words such as `S3cR3T`.
_LETTERS_FOR = bytes.maketrans(b"013457@$", b"oieastas")
_DISGUISED = (
    r"(?:my|the|custom|change|me|default|example|secrets?|passw(?:or|oi)d|pass|word|admin|super|"
    r"test|demo|monitoring|user|root|key|token|strong|secure|welcome|letmein|[_\-. !])+"
)


def is_stand_in(value: bytes) -> bool:
    """Return whether the value holds a mark that only placeholders have."""
    return pattern(_STAND_IN, ignore_case=True).search(value[:_EXAMINED_BYTES_MAX]) is not None


def is_placeholder(value: bytes) -> bool:
    """Return whether the value stands in for a credential or is a default that everybody knows."""
    value = value[:_EXAMINED_BYTES_MAX]
    lowered = value.lower()
    if lowered in _COMMON or len(set(lowered)) <= 3 or is_stand_in(value):
        return True
    word = pattern(_STAND_IN_WORD).search(lowered)
    if word and not _is_scrambled_but_for(value, *word.span()):
        return True
    if len(value) >= 8 and sequencing(lowered) > 0.6:
        return True
    return _is_disguised_word(lowered)


def _is_disguised_word(lowered: bytes) -> bool:
    letters = lowered.translate(_LETTERS_FOR)
    if count_digits(letters) or pattern("[0-9]{2}").search(lowered):
        return False
    return pattern(_DISGUISED).fullmatch(letters) is not None


def _is_scrambled_but_for(value: bytes, start: int, end: int) -> bool:
    if len(value) >= 24 and is_random(value):
        return True
    rest = value[:start] + value[end:]
    return len(rest) >= _REMAINDER_BYTES_MIN and count_digits(rest) >= 2 and mixing(rest) >= 0.3


def is_reference(value: bytes) -> bool:
    """Return whether the value says where a credential is kept: a variable, a path, a call."""
    if value.startswith(b"$"):
        # A Makefile writes a variable of the shell as `$$NAME`.
        value = value[1:] if value.startswith(b"$$") else value
        return pattern(_VARIABLE).match(value) is not None
    if pattern(_REFERENCE, ignore_case=True).match(value) or pattern(_CALL).fullmatch(value):
        return True
    return (
        pattern(_LINK, ignore_case=True).match(value) is not None
        and pattern(_LINK_WITH_USER, ignore_case=True).match(value) is None
    )


def is_name_and_version(value: bytes) -> bool:
    """Return whether the value is a dotted name with its version, as a package list writes it."""
    return pattern(_NAME_AND_VERSION).fullmatch(value) is not None


def is_absent(value: bytes) -> bool:
    """Return whether there is no credential here: a placeholder, a reference, a version."""
    return is_placeholder(value) or is_reference(value) or is_name_and_version(value)


def is_name_or_word(value: bytes) -> bool:
    """Return whether the value reads as an identifier, a type or words without digits."""
    return pattern(_NAME_OR_WORD).fullmatch(value) is not None
