"""How states that can be restored read: a row for a person, a document for a program."""

from typing import TYPE_CHECKING, Any

from myelin.cli import failures
from myelin.contract.errors import KeyWrong
from myelin.kernel.clock import format_time

if TYPE_CHECKING:
    from myelin.cli.invocation import Invocation
    from myelin.store.events import Event
    from myelin.store.past import Past

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


def left_out(past: "Past") -> dict[str, Any]:
    """Return `left_out`, the files that could not be read and why, or nothing if all could."""
    # A file that another key sealed is no part of this brain's history.
    files = [one for one in past.left_out if not isinstance(one.error, KeyWrong)]
    if not files:
        return {}
    return {"left_out": [{"file": one.name, "reason": one.error.message} for one in files]}


def tell_left_out(invocation: "Invocation", document: dict[str, Any]) -> int:
    """Print which files were left out, and return the exit code of the answer."""
    for one in document.get("left_out", ()):
        invocation.console.remark(f"Left out: {one['file']}. {one['reason']}")
    return failures.EXIT_FINDINGS if document else 0
