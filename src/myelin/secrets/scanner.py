"""One scan: live keys, the token table, the structured finders, and the entropy checks.

The text is read as it stands, then in its other views; base64 is decoded and read as well.
"""

import itertools
from collections.abc import Iterator, Sequence

from myelin.secrets.decoding import decoded_base64
from myelin.secrets.entropy import find_assigned, find_near
from myelin.secrets.groups import find_groups
from myelin.secrets.names import find_names
from myelin.secrets.patterns import matches
from myelin.secrets.rules import FINDERS
from myelin.secrets.rules.myelin_token import find_live_keys
from myelin.secrets.rules.token import find_tokens
from myelin.secrets.subject import RuleHit, Subject
from myelin.secrets.tables import find_in_tables
from myelin.secrets.views import views

# One finding refuses a write; more only help to mend the text.
_FINDINGS_MAX = 25
# Four characters of base64 that hold three ASCII bytes: six such groups are no accident.
_BASE64_OF_TEXT = (
    r"(?:^|[^A-Za-z0-9+/_\-])((?:[I-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589]"
    r"[A-Za-z0-9+/_\-]){8,}[A-Za-z0-9+/_\-]{0,3})"
)


def hits(text: str, live_keys: Sequence[bytes] = ()) -> list[RuleHit]:
    """Return what looks like a credential, first place first, with offsets in the given text."""
    found = _hits(text, live_keys)
    for view in views(text):
        if len(found) < _FINDINGS_MAX:
            moved = (
                RuleHit(hit.rule, view.given_offset(hit.start), view.given_offset(hit.end - 1) + 1)
                for hit in _hits(view.text, live_keys)
            )
            found += [hit for hit in moved if not any(hit.overlaps(other) for other in found)]
    return sorted(found[:_FINDINGS_MAX], key=lambda hit: hit.start)


def _hits(text: str, live_keys: Sequence[bytes]) -> list[RuleHit]:
    found: list[RuleHit] = []
    subject = Subject(text)
    names = list(find_names(subject))
    for hit in itertools.chain(
        find_live_keys(subject, live_keys),
        _structured(subject),
        find_assigned(subject, names),
        find_in_tables(subject, names),
        find_groups(subject, names),
        find_near(subject, names),
        _wrapped(subject),
    ):
        if any(hit.overlaps(other) for other in found):
            continue
        found.append(hit)
        if len(found) == _FINDINGS_MAX:
            break
    return [
        RuleHit(hit.rule, subject.given_offset(hit.start), subject.given_offset(hit.end))
        for hit in found
    ]


def _structured(subject: Subject) -> Iterator[RuleHit]:
    yield from find_tokens(subject)
    for find in FINDERS:
        yield from find(subject)


def _wrapped(subject: Subject) -> Iterator[RuleHit]:
    """Yield base64 that hides a credential, as tools print it and agents paste it."""
    for match in matches(_BASE64_OF_TEXT, subject.data):
        inner = decoded_base64(match.group(1))
        if inner:
            hidden = Subject(inner.decode("latin-1"))
            hit = next(
                itertools.chain(_structured(hidden), find_assigned(hidden, find_names(hidden))),
                None,
            )
            if hit:
                yield RuleHit(hit.rule, match.start(1), match.end(1))
