"""How states that can be restored read: a row for a person, a document for a program."""

from typing import TYPE_CHECKING, Any

from myelin.kernel.clock import format_time

if TYPE_CHECKING:
    from myelin.store.events import Event

COLUMNS = ("RECORD", "TIME", "WHAT")


def document(point: "Event") -> dict[str, Any]:
    """Return `seq`, `time`, `kind`, and `name` of a snapshot or `note` of another record."""
    shown = {"seq": point.seq, "time": format_time(point.time_ms), "kind": point.kind}
    if point.label is not None:
        shown["name" if point.kind == "snapshot" else "note"] = point.label
    return shown


def row(point: "Event") -> tuple[str, str, str]:
    """Return the cells of `COLUMNS`."""
    what = f"{point.kind} {point.label or ''}".strip()
    return str(point.seq), format_time(point.time_ms), what
