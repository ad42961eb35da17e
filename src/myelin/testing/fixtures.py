"""The brains that examples of the spec start from, and placeholders for their ids."""

from collections.abc import Callable, Mapping
from typing import Any

from myelin.cores import adaptation, processes, quality
from myelin.engine.engine import Engine
from myelin.kernel.caller import LOCAL_OWNER
from myelin.testing.chance import SeededChance
from myelin.testing.engines import call
from myelin.upkeep import seed

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


def starter_pack(engine: Engine) -> Names:
    """Save the starter pack as `init` does, as the owner also on an engine of a host."""
    chance = SeededChance("starter pack")
    listed = adaptation.ProposalList(chance=chance, rules=adaptation.Rules())
    hubs = (
        processes.ProcessHub(chance=chance, approvals=listed, rules=processes.Rules()),
        quality.QualityHub(chance=chance, approvals=listed, rules=quality.Rules()),
    )
    with engine.store.write(caller=LOCAL_OWNER) as session:
        seed.starter_pack(session, *hubs)
    return {}


FIXTURES: Mapping[str, Callable[[Engine], Names]] = {
    "empty_brain": empty_brain,
    "three_decisions": three_decisions,
    "starter_pack": starter_pack,
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
