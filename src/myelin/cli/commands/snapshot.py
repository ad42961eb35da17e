"""`myelin snapshot`: name the present state; list, rename and remove the named ones."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from myelin.cli import decisions, failures
from myelin.cli.console import Lines, Table
from myelin.cli.dialog import Question
from myelin.cli.invocation import Invocation
from myelin.cli.render import restore_points
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Decision
from myelin.upkeep import snapshots

if TYPE_CHECKING:
    from myelin.store import Receipt, Store
    from myelin.store.events import Event


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
    question = Question(
        act="Replace a snapshot's name in every file.",
        facts=[("now", label), ("then", new_label)],
    )
    decision = decisions.confirm(
        invocation, question, "snapshot rename", new_label, unattended=unattended
    )
    return _rewrite(
        invocation,
        decision,
        lambda store, points, by: snapshots.rename(store, points, label, new_label, by),
        {"name": label, "new_name": new_label},
    )


def remove(invocation: Invocation, *, label: str, unattended: bool) -> int:
    """Remove a snapshot's name from every file; return the exit code.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        TerminalRequired: an agent drives this shell.
    """
    question = Question(act="Remove a snapshot's name from every file.", facts=[("name", label)])
    decision = decisions.confirm(invocation, question, "snapshot remove", unattended=unattended)
    return _rewrite(
        invocation,
        decision,
        lambda store, points, by: snapshots.remove(store, points, label, by),
        {"name": label},
    )


def _rewrite(
    invocation: Invocation,
    decision: "Decision | None",
    act: "Callable[[Store, Sequence[Event], str], Receipt]",
    document: dict[str, Any],
) -> int:
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    brain = invocation.brain()
    with brain.past() as past:
        points = past.overview().snapshots
    with brain.opened(LOCAL_OWNER) as engine:
        decisions.record(engine, decision)
        receipt = act(engine.store, points, decision.by)
    document = {**document, "files": receipt.files, "decided_by": decision.by}
    invocation.console.result(document, Lines([f"Done; rewrote {receipt.rewritten} files."]))
    return 0
