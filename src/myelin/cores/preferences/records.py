"""From stored and resolved preferences to the objects of results."""

from typing import Any

from myelin.contract.types import Preference, ResolvedPreference
from myelin.cores.preferences.queries import PreferenceRow
from myelin.cores.preferences.rules import Resolved
from myelin.kernel.audience import Origin
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id


def preference_id(row_id: int) -> str:
    """Return the public id of a preference."""
    return encode_id("prf", row_id)


def preference(row: PreferenceRow) -> Preference:
    """Return a preference as stored."""
    result: Preference = {
        "id": preference_id(row.id),
        "key": row.key,
        "value": row.value,
        "statement": row.statement,
        "origin": row.origin,
        "claimed": is_claimed(row),
        "recorded_at": format_time(row.recorded_at),
    }
    if row.superseded_at is not None:
        result["superseded_at"] = format_time(row.superseded_at)
    return result


def is_claimed(row: PreferenceRow) -> bool:
    """Return whether another than the owner says that the owner said so."""
    return row.origin != Origin.OWNER


def resolved(found: Resolved) -> ResolvedPreference:
    """Return what holds for a key."""
    holds = found.holds
    result: dict[str, Any] = {"key": found.key, "value": holds.value, "source": holds.source}
    if holds.statement is not None:
        result["statement"] = holds.statement
    if holds.claimed:
        result["claimed"] = True
    result["hides"] = [{"source": each.source, "value": each.value} for each in found.hides]
    return result  # type: ignore[return-value]
