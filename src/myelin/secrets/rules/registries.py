"""Rule package-registry: tokens of npm, PyPI, RubyGems, Docker and the like, and their files."""

from collections.abc import Iterator

from myelin.secrets.decoding import decoded_base64
from myelin.secrets.exemptions import is_absent
from myelin.secrets.measures import is_random, is_uuid
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject

_RULE = "package-registry"

_NPMRC = r"(?:_authToken|_auth|_password)[ \t]{0,4}=[ \t]{0,4}[\"']?([A-Za-z0-9+/=_.\-]{8,400})"
_DOCKER = r'\\?"auth\\?"[ \t]{0,4}:[ \t]{0,4}\\?"([A-Za-z0-9+/]{12,400}={0,2})'


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield the credentials in `.npmrc` and in a Docker configuration."""
    data = subject.data
    if b"_auth" in data or b"_password" in data:
        for match in pattern(_NPMRC).finditer(data):
            value = match.group(1)
            if not is_absent(value) and (
                is_uuid(value) or b":" in decoded_base64(value) or is_random(value)
            ):
                yield RuleHit(_RULE, *match.span(1))
    if b'"auth' in data:
        for match in pattern(_DOCKER).finditer(data):
            if b":" in decoded_base64(match.group(1)):
                yield RuleHit(_RULE, *match.span(1))
