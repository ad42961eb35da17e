"""The two entropy checks: a value that a name introduces, and a random token near a key word."""

from collections.abc import Iterator

from myelin.secrets.exemptions import is_placeholder
from myelin.secrets.judgement import is_password, is_token
from myelin.secrets.keywords import Introduction, find_introductions, find_strong_words
from myelin.secrets.measures import count_digits, count_symbols, is_hex, is_random, is_uuid
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import Hit, Subject
from myelin.secrets.values import Value, value_at

_ASSIGNED = "entropy-assigned"
_NEAR = "entropy-near"
_NEAR_BYTES = 100

# A name with one of these is about a digest, a public value or an identifier.
_PUBLIC_NAME = (
    r"integrity|cipher|sha\d|sha-|hash|checksum|digest|fingerprint|md5|etag|commit|revision|rev\b|"
    r"cid\b|ipfs|address|contract|signature|x509|certificate|nonce|\bkid\b|uid\b|uuid|public|"
    r"pub_?key|ssh-|ecdsa|xpub|mappings|sitekey|trace|request.?id|resolved|bc1|solana|dsn|h1:|"
    r"dkim|\bbh=|\bb=|publishable|base64"
)
_UUID_NAME = r"secret|api|access|auth|client|private"
# Objects of an interface: their ids are random, long and harmless.
_OBJECT_ID = (
    r"(?:cus|pi|evt|ch|in|sub|prod|price|acct|req|txn|cs|seti|pm|si|file|msg|run|call|resp|"
    r"chatcmpl|toolu|asst|thread|srvtoolu|item|rs|fc|pk|pub)_|chatcmpl-|"
    r"(?:pk_|xpub|tpub|bafy|AAAA|Qm|_Z)"
)
_AWS_NAME = r"aws|secret.?access|s3"
_CONNECTION_STRING = r"jdbc:|(?:server|data source|host)=[^\n]{0,200};"


def find_assigned(subject: Subject) -> Iterator[Hit]:
    """Yield the values that a name ties to itself and that look like a password or a key."""
    done = 0
    for introduction in find_introductions(subject):
        if introduction.word_start < done:
            continue
        value = value_at(subject.data, introduction.value_start, introduction.quote)
        if value and _is_credential(subject, introduction, value):
            yield Hit(_rule_of(subject, introduction, value), value.start, value.end)
            done = value.end


def _is_credential(subject: Subject, name: Introduction, value: Value) -> bool:
    text = value.text
    joined = name.tied or (name.copula and not value.quoted)
    before = subject.data[max(0, name.name_start - 40) : value.start]
    if name.password:
        holds = is_password(text, quoted=value.quoted, joined=joined) or (
            name.word.startswith(b"passphrase")
            and len(text) >= 16
            and text.count(b"-") >= 3
            and not is_placeholder(text)
        )
    elif not name.strong:
        holds = (
            32 <= len(text) <= 200
            and b" " not in text
            and is_random(text, strict=True)
            and not pattern(_PUBLIC_NAME, ignore_case=True).search(before)
        )
    else:
        holds = _is_key(subject, name, value, joined)
    return holds and not _is_public(subject, name)


def _is_key(subject: Subject, name: Introduction, value: Value, joined: bool) -> bool:
    text = value.text
    if is_token(text, strong=True, quoted=value.quoted, joined=joined):
        full_name = subject.lowered[name.name_start : name.word_start] + name.word
        return not is_uuid(text) or pattern(_UUID_NAME).search(full_name) is not None
    # What people call a secret is now and then a password.
    return (
        name.word.startswith(b"secret")
        and joined
        and len(text) >= 10
        and count_symbols(text) > 0
        and is_password(text, quoted=value.quoted, joined=True)
    )


def _is_public(subject: Subject, name: Introduction) -> bool:
    before = subject.word_before(name.word_start)
    return before.startswith(b"arn:") or bool(
        pattern(_PUBLIC_NAME, ignore_case=True).search(before)
    )


def _rule_of(subject: Subject, name: Introduction, value: Value) -> str:
    line_start = subject.line_start(value.start)
    before = subject.lowered[max(line_start, value.start - 200) : value.start]
    if name.password and pattern(_CONNECTION_STRING).search(before):
        return "url-credential"
    compact = name.word.replace(b"_", b"").replace(b"-", b"")
    if compact.endswith((b"accesskey", b"accountkey")) and len(value.text) in (44, 88):
        return "azure"
    introduced = subject.lowered[max(0, name.name_start - 20) : value.start]
    if len(value.text) == 40 and not is_hex(value.text) and pattern(_AWS_NAME).search(introduced):
        return "aws"
    if b"twilio" in before[-80:]:
        return "mail-sms"
    if name.password and name.argument and subject.data.startswith(b"-", name.name_start):
        return "auth-config"
    return _ASSIGNED


def find_near(subject: Subject) -> Iterator[Hit]:
    """Yield random tokens of 20 or more characters that follow a key word on the same line."""
    data = subject.data
    reach = 0
    for match in pattern(_LONG_WORD).finditer(data):
        start, end = match.span(1)
        # One token a key word: what follows it on the line is no longer near.
        window_start = max(subject.line_start(start), start - _NEAR_BYTES, reach)
        if data[start - 1 : start] in _GLUED or not _is_secret_word(match.group(1)):
            continue
        if _is_vouched_for(subject, window_start, start):
            yield Hit(_NEAR, start, end)
            reach = end


_LONG_WORD = r"(?:^|[^A-Za-z0-9_\-+/=.%])([A-Za-z0-9_\-]{20,})(?:[^A-Za-z0-9_\-+/=%]|$)"
_GLUED = (b"/", b"@", b"#", b"$")
_EXPLAINED_BYTES = 60


def _is_secret_word(word: bytes) -> bool:
    return (
        count_digits(word) >= 3
        and not word.startswith(b"eyJ")
        and pattern(r"[0-9a-fA-F\-]+").fullmatch(word) is None
        and is_random(word, strict=True)
        and not is_placeholder(word)
        and pattern(_OBJECT_ID).match(word) is None
    )


def _is_vouched_for(subject: Subject, window_start: int, start: int) -> bool:
    before = subject.data[max(0, start - _EXPLAINED_BYTES) : start]
    if pattern(_PUBLIC_NAME, ignore_case=True).search(before):
        return False
    return any(True for _ in find_strong_words(subject, window_start, start))
