"""Rules aws, google and azure: keys and tokens of the three large clouds."""

from collections.abc import Iterator

from myelin.secrets.exemptions import is_placeholder
from myelin.secrets.measures import mixing
from myelin.secrets.patterns import base64, pattern, word
from myelin.secrets.rules.token import Token, mixed
from myelin.secrets.subject import Hit, Subject


def _shuffled(token: bytes, _body: bytes) -> bool:
    return mixing(token) > 0.25


def _marked_by_azure(token: bytes, _body: bytes) -> bool:
    return b"JQQJ99" in token[40:] or b"AZDO" in token[60:]


TOKENS = (
    *(Token("aws", prefix, "[A-Z2-7]{16}") for prefix in ("AKIA", "ASIA", "ABIA", "ACCA")),
    Token("aws", "ABSK", base64(60)),
    Token("aws", "bedrock-api-key-", base64(40)),
    Token("aws", "IQoJb3JpZ2lu", base64(60)),
    Token("aws", "FwoGZXIvYXdz", base64(60)),
    Token("google", "AIza", word(35, 35)),
    Token("google", "AQ.", word(40, 80)),
    Token("google", "GOCSPX-", word(20)),
    Token("google", "ya29.", word(40)),
    Token("google", "1//0", word(40), _shuffled),
    Token("azure", "", r"[A-Za-z0-9_~.\-]{3}[0-9]Q~[A-Za-z0-9_~.\-]{20,40}", mixed),
    Token("azure", "", r"[A-Za-z0-9]{48,72}JQQJ99[A-Za-z0-9]{0,40}", _marked_by_azure),
    Token("azure", "", r"[A-Za-z0-9]{72,80}AZDO[A-Za-z0-9]{4}", _marked_by_azure),
)

_CONNECTION = r"(?:AccountKey|SharedAccessKey|SharedSecretValue)[ \t]{0,2}=[ \t]{0,2}"
_CONNECTION_KEY = _CONNECTION + r"([A-Za-z0-9+/]{40,90}={0,2})"
_SIGNATURE = r"[?&;]sig=([A-Za-z0-9%+/_\-]{40,80}(?:%3[dD]|=){0,2})"
_SIGNED_WITH = (b"se=", b"sv=")
_IDENTIFIABLE = (
    r"(?:[^A-Za-z0-9+/]|^)((?:[A-Za-z0-9+/]{76}\+AS[tb][A-Za-z0-9+/]{5}[AQgw]==)|"
    r"(?:[A-Za-z0-9+/]{33}\+A(?:S[tb]|Eh)[A-Za-z0-9+/]{6}=))"
)
_DIGEST_BEFORE = r"base64,|integrity|sha\d"


def find(subject: Subject) -> Iterator[Hit]:
    """Yield the Azure keys that only their surroundings or a mark inside give away."""
    data = subject.data
    if b"key" in subject.lowered or b"sharedsecret" in subject.lowered:
        for match in pattern(_CONNECTION_KEY, ignore_case=True).finditer(data):
            if not is_placeholder(match.group(1)) and b"EXAMPLE" not in match.group(1):
                yield Hit("azure", *match.span(1))
    if b"sig=" in data:
        for match in pattern(_SIGNATURE).finditer(data):
            around = data[max(0, match.start() - 300) : match.start() + 200]
            if any(sign in around for sign in _SIGNED_WITH):
                yield Hit("azure", *match.span(1))
    if b"+A" in data:
        for match in pattern(_IDENTIFIABLE).finditer(data):
            before = data[max(0, match.start() - 60) : match.start()]
            if not pattern(_DIGEST_BEFORE, ignore_case=True).search(before):
                yield Hit("azure", *match.span(1))
