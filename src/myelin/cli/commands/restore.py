"""`myelin restore`: bring an earlier state back, at a path or in place."""

from collections.abc import Sequence
from typing import Any

from myelin.cli import decisions, failures
from myelin.cli.console import Lines, Part, Table
from myelin.cli.dialog import Question
from myelin.cli.invocation import Invocation
from myelin.cli.render import restore_points
from myelin.contract.errors import PathRefused
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Decision
from myelin.store.events import Event
from myelin.upkeep import restore as choosing


def restore(
    invocation: Invocation,
    *,
    brain: str | None,
    at: str,
    to: str | None,
    in_place: bool,
    dry_run: bool,
    unattended: bool,
) -> int:
    """Bring a state back at a path or in place, or only say which is meant; return the exit code.

    Raises:
        RestorePointUnknown, BrainDamaged: nothing that can be restored is meant.
        PathRefused: it cannot be written there.
        TerminalRequired: no person decided it.
    """
    invocation = invocation.for_brain(brain)
    path = None if dry_run else invocation.file(to)
    in_place = in_place and not dry_run
    if path is not None and (in_place or path.suffix != ".myl"):
        raise _not_a_target(in_place=in_place)
    found = invocation.brain(may_be_missing=True)
    decision = None
    with found.past() as past:
        choice = _choose(invocation, past.points(), at)
        document: dict[str, Any] = {
            "name": found.location.name,
            "state": restore_points.document(choice.point),
            "why": choice.why,
            "earlier": [restore_points.document(point) for point in choice.earlier],
            "later": [restore_points.document(point) for point in choice.later],
        }
        left_out = restore_points.left_out(past)
        document |= left_out
        said = f"Record {choice.point.seq} of {format_time(choice.point.time_ms)}: {choice.why}."
        if path is None and not in_place:
            invocation.console.result(document, Lines([said]), _beside(choice))
            return restore_points.tell_left_out(invocation, left_out)
        if path is not None:
            done = past.restore_to(choice.point.seq, path)
            document["path"] = str(path)
            parts: list[Part] = [Lines([said, f"Restored to {path}. Its key is this brain's."])]
        else:
            decision = _decision(
                invocation, found.location.name, choice.point.seq, said, unattended=unattended
            )
            if decision is None:
                decisions.declined(invocation)
                return failures.EXIT_DECLINED
            done = past.restore_in_place(choice.point.seq, decision.note)
            parts = [Lines([said, "Restored in place; what was there before is in the archive."])]
    if decision is not None:
        with found.opened(LOCAL_OWNER) as engine:
            decisions.record(engine, decision)
    document["restored"] = {"seq": done.seq, "epoch": done.epoch}
    invocation.console.result(document, *parts)
    restore_points.tell_left_out(invocation, left_out)
    return 0


def _choose(invocation: Invocation, points: Sequence[Event], at: str) -> choosing.Choice:
    """Return the state that is meant; a snapshot's name comes before a date or a duration."""
    named = any(point.kind == "snapshot" and point.label == at.strip() for point in points)
    if named or at.strip() == choosing.LATEST or at.strip().isdecimal():
        return choosing.choose(points, at)
    from myelin.cli import moments

    try:
        moment = moments.understood(at, invocation.machine.clock.now_ms(), end=True)
    except ValueError:
        # It may be a name with a slip in it: the error of the choice says which forms there are.
        return choosing.choose(points, at)
    if moment != at:
        invocation.console.remark(f"--at: {moment}")
    return choosing.choose(points, moment)


def _not_a_target(*, in_place: bool) -> PathRefused:
    reason = "a brain's file ends in .myl" if not in_place else "--to and --in-place differ"
    return PathRefused(reason=reason, suggestion="Give one of them: --to NAME.myl, --in-place.")


def _decision(
    invocation: Invocation, brain: str, seq: int, said: str, *, unattended: bool
) -> Decision | None:
    question = Question(
        act="Restore this state in place. The present state goes to the archive.",
        content=[("The state:", said)],
        facts=[("brain", brain), ("record", str(seq))],
    )
    return decisions.confirm(
        invocation, question, "restore in place", f"record {seq}", unattended=unattended
    )


def _beside(choice: choosing.Choice) -> Table:
    rows: list[Sequence[str]] = [restore_points.row(point) for point in choice.earlier]
    seq, time, what = restore_points.row(choice.point)
    rows.append((f"{seq} *", time, what))
    rows += [restore_points.row(point) for point in choice.later]
    return Table(restore_points.COLUMNS, rows)
