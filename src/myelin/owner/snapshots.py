"""Replace or remove a snapshot's name in every file: ask, record the decision, rewrite."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from myelin.brains.brain import Brain
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.decision import Decision, Owner, Question
from myelin.store import Receipt, Store
from myelin.store.events import Event
from myelin.upkeep import snapshots

if TYPE_CHECKING:
    from myelin.contract.operations.remove_snapshot import RemoveSnapshotArgs
    from myelin.contract.operations.rename_snapshot import RenameSnapshotArgs

_Rewrite = Callable[[Store, Sequence[Event], str], Receipt]


def rename_snapshot(
    brain: Brain, args: "RenameSnapshotArgs", owner: Owner
) -> dict[str, Any] | None:
    """Replace a snapshot's name in every file, once the owner agreed.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        SnapshotRefused: the new name is taken, or could mean something else.
        TerminalRequired: the owner cannot be asked.
    """
    question = Question(
        act="Replace a snapshot's name in every file.",
        facts=[("now", args.label), ("then", args.new_label)],
    )
    return _rewrite(
        brain,
        owner.decide(question, "snapshot rename", args.new_label),
        lambda store, points, by: snapshots.rename(store, points, args.label, args.new_label, by),
        {"name": args.label, "new_name": args.new_label},
    )


def remove_snapshot(
    brain: Brain, args: "RemoveSnapshotArgs", owner: Owner
) -> dict[str, Any] | None:
    """Remove a snapshot's name from every file, once the owner agreed.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        TerminalRequired: the owner cannot be asked.
    """
    question = Question(
        act="Remove a snapshot's name from every file.", facts=[("name", args.label)]
    )
    return _rewrite(
        brain,
        owner.decide(question, "snapshot remove", args.label),
        lambda store, points, by: snapshots.remove(store, points, args.label, by),
        {"name": args.label},
    )


def _rewrite(
    brain: Brain, decision: Decision | None, rewrite: _Rewrite, document: dict[str, Any]
) -> dict[str, Any] | None:
    if decision is None:
        return None
    with brain.past() as past:
        points = past.overview().snapshots
    with brain.opened(LOCAL_OWNER) as engine:
        dispatch.record(engine, decision)
        receipt = rewrite(engine.store, points, decision.by)
    return {
        **document,
        "files": receipt.files,
        "decided_by": decision.by,
    }
