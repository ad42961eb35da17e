"""`myelin snapshot`: name the present state; list, rename and remove the named ones."""

from dataclasses import asdict
from typing import Any

from myelin.cli import decisions, failures
from myelin.cli.console import Lines, Table
from myelin.cli.invocation import Invocation
from myelin.cli.render import restore_points
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.owner import states
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
        left_out = states.left_out(past)
    document: dict[str, Any] = {
        "snapshots": [states.document(point) for point in reversed(found.snapshots)],
        "states": found.states,
    }
    if found.oldest and found.newest:
        document |= {
            "oldest": states.document(found.oldest),
            "newest": states.document(found.newest),
        }
    document |= left_out
    rows = [restore_points.row(state) for state in document["snapshots"]]
    table = Table(restore_points.COLUMNS, rows)
    invocation.console.result(document, table if rows else Lines(["No snapshot was made."]))
    if found.oldest and found.newest:
        first, last = format_time(found.oldest.time_ms), format_time(found.newest.time_ms)
        invocation.console.remark(f"{found.states} states can be restored, {first} to {last}.")
    return restore_points.tell_left_out(invocation, left_out)


def rename(invocation: Invocation, *, label: str, new_label: str, unattended: bool) -> int:
    """Replace a snapshot's name in every file; return the exit code.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        SnapshotRefused: the new name is taken, or could mean something else.
        TerminalRequired: an agent drives this shell.
    """
    arguments = {"label": label, "new_label": new_label}
    return _rewrite(invocation, "rename_snapshot", arguments, unattended=unattended)


def remove(invocation: Invocation, *, label: str, unattended: bool) -> int:
    """Remove a snapshot's name from every file; return the exit code.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        TerminalRequired: an agent drives this shell.
    """
    return _rewrite(invocation, "remove_snapshot", {"label": label}, unattended=unattended)


def _rewrite(
    invocation: Invocation, operation: str, arguments: dict[str, str], *, unattended: bool
) -> int:
    owner = decisions.OwnerAtTerminal(invocation, unattended=unattended)
    document = decisions.carried_out(invocation.brain(), operation, arguments, owner)
    if document is None:
        return failures.EXIT_DECLINED
    invocation.console.result(document, Lines([f"Done; searched {document['files']} files."]))
    return 0
