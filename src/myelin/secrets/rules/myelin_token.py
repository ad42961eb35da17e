"""Rule myelin-token: the live keys of the open brain, wherever a text repeats one."""

import base64
from collections.abc import Iterator, Sequence

from myelin.secrets.subject import RuleHit, Subject

RULE = "myelin-token"


def find_live_keys(subject: Subject, keys: Sequence[bytes]) -> Iterator[RuleHit]:
    """Yield where a key of the open brain stands in hex or base64, whole or half."""
    for key in keys:
        for written, searched in _writings(key, subject):
            at = searched.find(written)
            if at >= 0:
                yield RuleHit(RULE, at, at + len(written))
                break


def _writings(key: bytes, subject: Subject) -> Iterator[tuple[bytes, bytes]]:
    half = len(key) // 2
    for part in (key[:half], key[half:]):
        yield part.hex().encode(), subject.lowered
    # Base64 maps three bytes to four characters: a part that starts and ends on such a border is
    # written the same way inside the whole key.
    border = half - half % 3
    for part in (key[:border], key[border : len(key) - (len(key) - border) % 3]):
        yield base64.b64encode(part), subject.data
        yield base64.urlsafe_b64encode(part), subject.data
