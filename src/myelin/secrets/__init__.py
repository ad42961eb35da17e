"""The secret scanner: text in, findings out, and the refusal that every write path calls."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from myelin.contract.errors import SecretRefused

# A longer text is not the name of what another field holds.
_NAME_BYTES_MAX = 120
_NAMES_MAX = 8
# A value that a name introduces follows it: only the beginning of the other field is read.
_VALUE_CHARS_MAX = 400
# A public id (`myelin.kernel.ids`): its random letters may end like a name, as in `…pw`.
_ID = re.compile(r"[a-z]{3}_[0-9a-hjkmnp-tv-z]{12}")


@dataclass(frozen=True, slots=True)
class Detection:
    """That a rule matched, and where; the text itself is never kept."""

    rule: str
    offset_bytes: int


def scan(text: str, live_keys: Sequence[bytes] = ()) -> list[Detection]:
    """Return what looks like a credential in a text, first offset first; at most 25 findings.

    `live_keys` are keys of the open brain: their hex and base64 forms are found as well.
    """
    # The patterns cost some milliseconds to compile, and most processes never write.
    from myelin.secrets.scanner import hits

    return [Detection(hit.rule, hit.start) for hit in hits(text, live_keys)]


def refuse(fields: Iterable[tuple[str, str]], live_keys: Sequence[bytes] = ()) -> None:
    """Check every (field path, text) of a write, each alone and together; change nothing.

    Raises:
        SecretRefused: a text looks like it holds a credential; names field, rule and offset.
    """
    given = list(fields)
    for field, text in given:
        _refuse_first(field, scan(text, live_keys))
    for field, findings in _together(given):
        _refuse_first(field, findings)


def _refuse_first(field: str, findings: Sequence[Detection]) -> None:
    if findings:
        first = findings[0]
        raise SecretRefused(
            field=field,
            details={"field": field, "rule": first.rule, "offset": first.offset_bytes},
        )


def _together(fields: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[Detection]]]:
    """Yield the findings in a field that another field names: a key and its value, for example."""
    from myelin.secrets.names import ends_in_name

    words = [(field, text) for field, text in fields if not _ID.fullmatch(text)]
    names = [text for _, text in words if len(text) <= _NAME_BYTES_MAX and ends_in_name(text)]
    for name in names[:_NAMES_MAX]:
        before = f"{name.rstrip(' .:?')}: "
        size = len(before.encode("utf-8", "surrogatepass"))
        for field, text in words:
            value = text.lstrip()
            if text == name or not value:
                continue
            skipped = len(text[: len(text) - len(value)].encode("utf-8", "surrogatepass"))
            found = scan(before + value[:_VALUE_CHARS_MAX])
            inside = [hit for hit in found if hit.offset_bytes >= size]
            yield field, [Detection(one.rule, one.offset_bytes - size + skipped) for one in inside]
