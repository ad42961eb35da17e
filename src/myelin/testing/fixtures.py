"""The brains that the spec's examples start from, and the names that stand for their ids."""

from collections.abc import Callable, Mapping
from typing import Any

from myelin.engine.engine import Engine
from myelin.testing.engines import call

Names = dict[str, str]


def empty_brain(_engine: Engine) -> Names:
    """Return no names: nothing is remembered."""
    return {}


def three_decisions(engine: Engine) -> Names:
    """Remember three decisions and return their ids as `$first`, `$second` and `$third`."""
    contents = {
        "$first": "The queue runs on PostgreSQL 16: one database less to operate than with Redis.",
        "$second": "Deploys go through the staging cluster first, because migrations broke twice.",
        "$third": "Hotfixes deploy straight to production when the on-call engineer signs off.",
    }
    return {
        name: call(engine, "remember", content=content, class_="decision")["memory"]["id"]
        for name, content in contents.items()
    }


FIXTURES: Mapping[str, Callable[[Engine], Names]] = {
    "empty_brain": empty_brain,
    "three_decisions": three_decisions,
}


def resolve(value: Any, names: Names) -> Any:
    """Return a value of an example with the ids in the places of the names that stand for them."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: resolve(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [resolve(inner, names) for inner in value]
    return value
