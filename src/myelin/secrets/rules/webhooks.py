"""Rule chat: webhooks and signed links, addresses that are themselves credentials."""

import functools
from collections.abc import Iterator
from importlib import resources
from typing import Any

from myelin.secrets.exemptions import is_stand_in
from myelin.secrets.measures import sequencing
from myelin.secrets.patterns import escaped, pattern
from myelin.secrets.subject import RuleHit, Subject

RULE = "chat"


@functools.cache
def webhooks() -> dict[bytes, tuple[Any, ...]]:
    """Return literal -> patterns of what follows it, as webhooks.txt lists them."""
    table: dict[bytes, tuple[Any, ...]] = {}
    text = resources.files(__package__).joinpath("webhooks.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            literal, rest = line.split(" ", 1)
            key = literal.encode()
            table[key] = (*table.get(key, ()), pattern(rest))
    return table


@functools.cache
def _literals() -> Any:
    # One pass over the text for all literals; longer ones first.
    longest_first = sorted(webhooks(), key=len, reverse=True)
    return pattern("|".join(escaped(literal.decode()) for literal in longest_first))


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield the secret part of addresses that let anyone post, trigger or download."""
    data = subject.data
    for found in _literals().finditer(data):
        for rest in webhooks()[found.group()]:
            match = rest.match(data, found.end())
            if match and _is_real(match.group(1)):
                yield RuleHit(RULE, *match.span(1))


def _is_real(path: bytes) -> bool:
    return not is_stand_in(path) and sequencing(path) < 0.5 and len(set(path[-20:])) > 5
