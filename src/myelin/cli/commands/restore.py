"""`myelin restore`: bring an earlier state back, at a path or in place."""

from collections.abc import Sequence
from typing import Any

from myelin.cli import decisions, failures
from myelin.cli.console import Lines, Part, Table
from myelin.cli.invocation import Invocation
from myelin.cli.render import restore_points
from myelin.contract.errors import PathRefused, RestorePointUnknown


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
    from myelin.owner.restore import sentence

    invocation = invocation.for_brain(brain)
    path = None if dry_run else invocation.file(to)
    in_place = in_place and not dry_run
    if path is not None and in_place:
        raise PathRefused(
            reason="--to and --in-place differ",
            suggestion="Give one of them: --to NAME.myl, --in-place.",
        )
    found = invocation.brain(may_be_missing=True)
    owner = decisions.OwnerAtTerminal(invocation, unattended=unattended)
    arguments = {"at": at, "to": str(path) if path is not None else None}
    operation = "restore_in_place" if in_place else "restore"
    try:
        document = decisions.carried_out(found, operation, arguments, owner)
    except RestorePointUnknown:
        # A snapshot's name comes before a date or a duration.
        moment = _moment(invocation, at)
        if moment is None:
            raise
        document = decisions.carried_out(found, operation, arguments | {"at": moment}, owner)
    if document is None:
        return failures.EXIT_DECLINED
    said = sentence(document)
    parts: list[Part] = [Lines([said])]
    if in_place:
        parts = [Lines([said, "Restored in place; what was there before is in the archive."])]
    elif path is not None:
        parts = [Lines([said, f"Restored to {path}. Its key is this brain's."])]
    else:
        parts.append(_beside(document))
    invocation.console.result(document, *parts)
    incomplete = restore_points.tell_left_out(invocation, document)
    return 0 if "restored" in document else incomplete


def _moment(invocation: Invocation, at: str) -> str | None:
    """Return the time that a date or a duration means, or None if it is neither."""
    from myelin.cli import moments

    try:
        moment = moments.understood(at, invocation.machine.clock.now_ms(), end=True)
    except ValueError:
        return None
    if moment == at:
        return None
    invocation.console.remark(f"--at: {moment}")
    return moment


def _beside(document: dict[str, Any]) -> Table:
    rows: list[Sequence[str]] = [restore_points.row(state) for state in document["earlier"]]
    seq, time, what = restore_points.row(document["state"])
    rows.append((f"{seq} *", time, what))
    rows += [restore_points.row(state) for state in document["later"]]
    return Table(restore_points.COLUMNS, rows)
