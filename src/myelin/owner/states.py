"""States that can be restored, as operations return them."""

from typing import Any

from myelin.contract.errors import KeyWrong
from myelin.kernel.clock import format_time
from myelin.store.events import Event
from myelin.store.past import Past


def document(point: Event) -> dict[str, Any]:
    """Return `seq`, `time`, `kind`, and `name` of a snapshot or `note` of another record."""
    shown = {"seq": point.seq, "time": format_time(point.time_ms), "kind": point.kind}
    if point.label is not None:
        shown["name" if point.kind == "snapshot" else "note"] = point.label
    return shown


def left_out(past: Past) -> dict[str, Any]:
    """Return `left_out`, the files that could not be read and why, or nothing if all could."""
    # A file that another key sealed is no part of this brain's history.
    files = [one for one in past.left_out if not isinstance(one.error, KeyWrong)]
    if not files:
        return {}
    return {"left_out": [{"file": one.name, "reason": one.error.message} for one in files]}
