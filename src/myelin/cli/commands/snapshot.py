"""`myelin snapshot`: name the present state, and list the named ones."""

from dataclasses import asdict
from typing import Any

from myelin.cli.console import Lines, Table
from myelin.cli.invocation import Invocation
from myelin.cli.render import restore_points
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.upkeep import snapshots


def create(invocation: Invocation, *, label: str | None) -> int:
    """Give the present state a name and return 0.

    Raises:
        SnapshotRefused: the name is taken, or could mean something else.
    """
    brain = invocation.brain()
    with brain.past() as past:
        points = past.points()
    with brain.opened(LOCAL_OWNER) as engine:
        name, position = snapshots.create(
            engine.store, points, label, invocation.machine.clock.now_ms()
        )
        answered = asdict(engine.brain)
    document = {"brain": answered, "snapshot": {"name": name, "seq": position.seq}}
    invocation.console.result(document, Lines([f"{name}: record {position.seq}"]))
    return 0


def list_(invocation: Invocation) -> int:
    """Print the restore points, the newest first, and return 0."""
    with invocation.brain(may_be_missing=True).past() as past:
        points = past.points()
    named = [point for point in points if point.kind == "snapshot"]
    document: dict[str, Any] = {
        "snapshots": [restore_points.document(point) for point in reversed(named)],
        "states": len(points),
    }
    if points:
        document |= {
            "oldest": restore_points.document(points[0]),
            "newest": restore_points.document(points[-1]),
        }
    rows = [restore_points.row(point) for point in reversed(named)]
    invocation.console.result(document, Table(restore_points.COLUMNS, rows))
    if points:
        first, last = format_time(points[0].time_ms), format_time(points[-1].time_ms)
        invocation.console.remark(f"{len(points)} states can be restored, {first} to {last}.")
    return 0
