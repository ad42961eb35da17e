"""The secret scanner: text in, findings out, and the refusal that every write path calls."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from myelin.contract.errors import SecretRefused


@dataclass(frozen=True, slots=True)
class Finding:
    """That a rule matched, and where; the text itself is never kept."""

    rule: str
    offset_bytes: int


def scan(text: str, live_keys: Sequence[bytes] = ()) -> list[Finding]:
    """Return what looks like a credential in a text, first offset first; at most 25 findings.

    `live_keys` are keys of the open brain: their hex and base64 forms are found as well.
    """
    # The patterns cost some milliseconds to compile, and most processes never write.
    from myelin.secrets.scanner import hits

    return [Finding(hit.rule, hit.start) for hit in hits(text, live_keys)]


def refuse(fields: Iterable[tuple[str, str]], live_keys: Sequence[bytes] = ()) -> None:
    """Check every (field path, text) of a write and change nothing.

    Raises:
        SecretRefused: a text looks like it holds a credential; names field, rule and offset.
    """
    for field, text in fields:
        found = scan(text, live_keys)
        if found:
            first = found[0]
            raise SecretRefused(
                field=field,
                details={"field": field, "rule": first.rule, "offset": first.offset_bytes},
            )
