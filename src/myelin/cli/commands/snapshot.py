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
        named = past.overview().snapshots
    with brain.opened(LOCAL_OWNER) as engine:
        name, position = snapshots.create(
            engine.store, named, label, invocation.machine.clock.now_ms()
        )
        answered = asdict(engine.brain)
    document = {"brain": answered, "snapshot": {"name": name, "seq": position.seq}}
    invocation.console.result(document, Lines([f"{name}: record {position.seq}"]))
    return 0


def list_(invocation: Invocation) -> int:
    """Print the restore points, the newest first, and return 0."""
    with invocation.brain(may_be_missing=True).past() as past:
        found = past.overview()
        left_out = restore_points.left_out(past)
    document: dict[str, Any] = {
        "snapshots": [restore_points.document(point) for point in reversed(found.snapshots)],
        "states": found.states,
    }
    if found.oldest and found.newest:
        document |= {
            "oldest": restore_points.document(found.oldest),
            "newest": restore_points.document(found.newest),
        }
    document |= left_out
    rows = [restore_points.row(point) for point in reversed(found.snapshots)]
    invocation.console.result(document, Table(restore_points.COLUMNS, rows))
    if found.oldest and found.newest:
        first, last = format_time(found.oldest.time_ms), format_time(found.newest.time_ms)
        invocation.console.remark(f"{found.states} states can be restored, {first} to {last}.")
    return restore_points.tell_left_out(invocation, left_out)
