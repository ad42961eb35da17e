"""How many memories and links there are, by class, tier and sensitivity."""

from collections import Counter

from myelin.cores.memory import queries
from myelin.cores.memory.rules import Rules
from myelin.store import Session


def of(session: Session, rules: Rules) -> dict[str, object]:
    """Return how many memories and links there are, and what a memory is by default."""
    by_class: Counter[str] = Counter()
    by_tier: Counter[str] = Counter()
    by_sensitivity: Counter[str] = Counter()
    superseded = 0
    for class_, tier, sensitivity, live, count in queries.counts(session):
        if not live:
            superseded += count
            continue
        by_class[class_] += count
        by_tier[tier] += count
        by_sensitivity[sensitivity] += count
    return {
        "live": by_class.total(),
        "superseded": superseded,
        "by_class": {name: by_class[name] for name in rules.half_life_days},
        "by_tier": {name: by_tier[name] for name in rules.tier_factor},
        "by_sensitivity": {name: by_sensitivity[name] for name in ("normal", "local_only")},
        "links": queries.links_total(session),
        "default_sensitivity": queries.meta(session, "default_sensitivity") or "normal",
    }
