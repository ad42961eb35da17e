"""Restore an earlier state: beside the brain, or in place after a question."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.brains.brain import Brain
from myelin.contract.errors import PathRefused
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.decision import Owner, Question
from myelin.owner import states
from myelin.store.past import Past, Restored
from myelin.upkeep import restore as choosing

if TYPE_CHECKING:
    from myelin.contract.operations.restore import RestoreArgs
    from myelin.contract.operations.restore_in_place import RestoreInPlaceArgs


def restore(brain: Brain, args: "RestoreArgs", _owner: Owner) -> dict[str, Any]:
    """Write a state to a new file at `to`; without `to`, only name the state.

    Raises:
        RestorePointUnknown, BrainDamaged: nothing that can be restored is meant.
        PathRefused: it cannot be written there.
    """
    if args.to is not None and not args.to.endswith(".myl"):
        raise PathRefused(
            reason="a brain's file ends in .myl", suggestion="Give the path of a new file NAME.myl."
        )
    with brain.past() as past:
        choice = choosing.choose(past.points(), args.at)
        document = _document(brain, past, choice)
        if args.to is not None:
            done = past.restore_to(choice.point.seq, Path(args.to))
            document |= {"path": args.to, "restored": _position(done)}
    return document


def restore_in_place(
    brain: Brain, args: "RestoreInPlaceArgs", owner: Owner
) -> dict[str, Any] | None:
    """Make a state the present one, once the owner agreed; the file before goes to the archive.

    Raises:
        RestorePointUnknown, BrainDamaged: nothing that can be restored is meant.
        BrainChanged: something was written since the question; nothing was changed.
        TerminalRequired: the owner cannot be asked.
    """
    with brain.past() as past:
        choice = choosing.choose(past.points(), args.at)
        document, seq = _document(brain, past, choice), choice.point.seq
        question = Question(
            act="Restore this state in place. The present state goes to the archive.",
            content=[("The state:", sentence(document))],
            facts=[("brain", brain.location.name), ("record", str(seq))],
        )
        decision = owner.decide(question, "restore in place", f"record {seq}")
        if decision is None:
            return None
        done = past.restore_in_place(seq, decision.note)
    with brain.opened(LOCAL_OWNER) as engine:
        dispatch.record(engine, decision)
    return document | {"restored": _position(done)}


def sentence(document: dict[str, Any]) -> str:
    """Return which state is meant and why, from the result of a restore."""
    state = document["state"]
    return f"Record {state['seq']} of {state['time']}: {document['why']}."


def _document(brain: Brain, past: Past, choice: choosing.Choice) -> dict[str, Any]:
    return {
        "name": brain.location.name,
        "state": states.document(choice.point),
        "why": choice.why,
        "earlier": [states.document(point) for point in choice.earlier],
        "later": [states.document(point) for point in choice.later],
        **states.left_out(past),
    }


def _position(done: Restored) -> dict[str, int]:
    return {"seq": done.seq, "epoch": done.epoch}
