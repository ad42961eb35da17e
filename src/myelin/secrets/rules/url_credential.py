"""Rule url-credential: a password inside an address or a database's connection string."""

from collections.abc import Iterator

from myelin.secrets.exemptions import is_absent
from myelin.secrets.measures import count_digits
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject

RULE = "url-credential"
_ADDRESS = r"://([^\s/@:\"'<>?#\\|`]{0,64}):([^\s/@\"'<>]{3,128})@([A-Za-z0-9\[][A-Za-z0-9.\-_\[\]]{0,200})"
_LOCAL_OR_SERVICE = (
    r"localhost|127\.0\.0\.1|\[?::1\]?|host|db|database|postgres|mysql|mariadb|redis|mongo|"
    r"rabbitmq|(?:[A-Za-z0-9.\-]{1,180}\.)?example\.(?:com|org|net)"
)
_OPENERS = (b"$", b"{", b"(")


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield the passwords of addresses with a user part."""
    data = subject.data
    if b"://" not in data or b"@" not in data:
        return
    for match in pattern(_ADDRESS).finditer(data):
        if _is_real(*match.groups()):
            yield RuleHit(RULE, *match.span(2))


def _is_real(user: bytes, password: bytes, host: bytes) -> bool:
    lowered = password.lower()
    if is_absent(password) or b"anon" in lowered or lowered == user.lower():
        return False
    if b"%20" in password or b"{" in password or b"(" in password or password.startswith(_OPENERS):
        return False
    short = len(password) < 8
    if short and (password.isalpha() or password.isdigit()):
        return False
    # Throw-away passwords of a developer's own machine are everywhere and open nothing.
    weak = short or not count_digits(password)
    return not (weak and pattern(_LOCAL_OR_SERVICE, ignore_case=True).fullmatch(host))
