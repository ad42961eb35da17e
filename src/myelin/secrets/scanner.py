"""One scan: the token table, the structured finders, the entropy checks, and what was wrapped."""

import itertools
from collections.abc import Iterator, Sequence

from myelin.secrets.entropy import find_assigned, find_near
from myelin.secrets.patterns import pattern
from myelin.secrets.rules import FINDERS, TOKENS
from myelin.secrets.rules.decoding import decoded_base64
from myelin.secrets.rules.myelin_token import find_live_keys
from myelin.secrets.rules.token import find_tokens
from myelin.secrets.subject import Hit, Subject

# One finding refuses a write; more only help whoever mends the text.
_FINDINGS_MAX = 25
# Four characters of base64 that hold three ASCII bytes: six such groups are no accident.
_WRAPPED = (
    r"(?:^|[^A-Za-z0-9+/_\-])((?:[I-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589]"
    r"[A-Za-z0-9+/_\-]){8,}[A-Za-z0-9+/_\-]{0,3})"
)


def hits(text: str, live_keys: Sequence[bytes] = ()) -> list[Hit]:
    """Return what looks like a credential, first place first, with offsets in the given text."""
    subject = Subject(text)
    found: list[Hit] = []
    for hit in itertools.chain(
        find_live_keys(subject, live_keys),
        _structured(subject),
        find_assigned(subject),
        find_near(subject),
        _wrapped(subject),
    ):
        if any(hit.overlaps(other) for other in found):
            continue
        found.append(hit)
        if len(found) == _FINDINGS_MAX:
            break
    return sorted(
        (
            Hit(hit.rule, subject.original_offset(hit.start), subject.original_offset(hit.end))
            for hit in found
        ),
        key=lambda hit: hit.start,
    )


def _structured(subject: Subject) -> Iterator[Hit]:
    yield from find_tokens(subject, TOKENS)
    for find in FINDERS:
        yield from find(subject)


def _wrapped(subject: Subject) -> Iterator[Hit]:
    """Yield base64 that hides a structured credential, as tools print it and agents paste it."""
    for match in pattern(_WRAPPED).finditer(subject.data):
        inner = decoded_base64(match.group(1))
        hidden = next(_structured(Subject(inner.decode("latin-1"))), None) if inner else None
        if hidden:
            yield Hit(hidden.rule, match.start(1), match.end(1))
