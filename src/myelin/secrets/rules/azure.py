"""Rule azure: keys in connection strings, signatures, and keys with a mark inside."""

from collections.abc import Iterator

from myelin.secrets.exemptions import is_placeholder
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject

_CONNECTION_WORDS = (b"accountkey", b"sharedaccesskey", b"sharedsecret")
_CONNECTION = r"(?:AccountKey|SharedAccessKey|SharedSecretValue)[ \t]{0,2}=[ \t]{0,2}"
_CONNECTION_KEY = _CONNECTION + r"([A-Za-z0-9+/]{40,90}={0,2})"
_SIGNATURE = r"[?&;]sig=([A-Za-z0-9%+/_\-]{40,80}(?:%3[dD]|=){0,2})"
_SIGNED_WITH = (b"se=", b"sv=")
_IDENTIFIABLE = (
    r"(?:[^A-Za-z0-9+/]|^)((?:[A-Za-z0-9+/]{76}\+AS[tb][A-Za-z0-9+/]{5}[AQgw]==)|"
    r"(?:[A-Za-z0-9+/]{33}\+A(?:S[tb]|Eh)[A-Za-z0-9+/]{6}=))"
)
_DIGEST_BEFORE = r"base64,|integrity|sha\d"


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield the Azure keys that only their surroundings or a mark inside give away."""
    data = subject.data
    if any(word in subject.lowered for word in _CONNECTION_WORDS):
        for match in pattern(_CONNECTION_KEY, ignore_case=True).finditer(data):
            if not is_placeholder(match.group(1)) and b"EXAMPLE" not in match.group(1):
                yield RuleHit("azure", *match.span(1))
    if b"sig=" in data:
        for match in pattern(_SIGNATURE).finditer(data):
            around = data[max(0, match.start() - 300) : match.start() + 200]
            if any(sign in around for sign in _SIGNED_WITH):
                yield RuleHit("azure", *match.span(1))
    if b"+A" in data:
        for match in pattern(_IDENTIFIABLE).finditer(data):
            before = data[max(0, match.start() - 60) : match.start()]
            if not pattern(_DIGEST_BEFORE, ignore_case=True).search(before):
                yield RuleHit("azure", *match.span(1))
