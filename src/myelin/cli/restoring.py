"""`myelin snapshot` and `myelin restore`: naming moments, and bringing any state back."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.cli import ask, failures
from myelin.cli.console import Lines, Part, Table
from myelin.cli.desk import Desk
from myelin.contract.errors import PathRefused
from myelin.kernel.clock import format_time
from myelin.upkeep import restore as choosing
from myelin.upkeep import snapshots

if TYPE_CHECKING:
    from myelin.store.events import Event

_COLUMNS = ("RECORD", "TIME", "WHAT")


def create(desk: Desk, name: str | None) -> int:
    """Give the present state a name and return 0.

    Raises:
        SnapshotRefused: the name is taken, or could mean something else.
    """
    location = desk.location()
    root = desk.root(location)
    with desk.past(location, root) as past:
        points = past.points()
    with desk.engine(location, root) as engine:
        name, position = snapshots.create(engine.store, points, name, desk.clock.now_ms())
        brain = asdict(engine.brain)
    document = {"brain": brain, "snapshot": {"name": name, "seq": position.seq}}
    desk.console.result(document, Lines([f"{name}: record {position.seq}"]))
    return 0


def list_(desk: Desk) -> int:
    """Print the restore points, the newest first, and return 0."""
    location = desk.location(may_be_missing=True)
    with desk.past(location, desk.root(location)) as past:
        points = past.points()
    named = [point for point in points if point.kind == "snapshot"]
    document: dict[str, Any] = {
        "snapshots": [_document(point) for point in reversed(named)],
        "states": len(points),
    }
    if points:
        document |= {"oldest": _document(points[0]), "newest": _document(points[-1])}
    desk.console.result(document, Table(_COLUMNS, [_row(point) for point in reversed(named)]))
    if points:
        first, last = format_time(points[0].time_ms), format_time(points[-1].time_ms)
        desk.console.remark(f"{len(points)} states can be restored, {first} to {last}.")
    return 0


def restore(desk: Desk, at: str, path: Path | None, *, in_place: bool) -> int:
    """Bring a state back at a path or in place, or only say which is meant; return the exit code.

    Raises:
        RestorePointUnknown: nothing that can be restored is meant.
        PathRefused: it cannot be written there.
        TerminalRequired: an agent drives this shell.
        BrainDamaged: what is left of the files does not lead there.
    """
    if path is not None and (in_place or path.suffix != ".myl"):
        reason = "a brain's file ends in .myl" if not in_place else "--to and --in-place differ"
        raise PathRefused(reason=reason, suggestion="Give one of them: --to NAME.myl, --in-place.")
    location = desk.location(may_be_missing=True)
    root = desk.root(location)
    with desk.past(location, root) as past:
        choice = choosing.choose(past.points(), at)
        document: dict[str, Any] = {
            "name": location.name,
            "state": _document(choice.point),
            "why": choice.why,
            "earlier": [_document(point) for point in choice.earlier],
            "later": [_document(point) for point in choice.later],
        }
        said = f"Record {choice.point.seq} of {format_time(choice.point.time_ms)}: {choice.why}."
        if path is None and not in_place:
            desk.console.result(document, Lines([said]), _beside(choice))
            return 0
        if path is not None:
            done = past.restore_to(choice.point.seq, path)
            document["path"] = str(path)
            parts: list[Part] = [Lines([said, f"Restored to {path}. Its key is this brain's."])]
        else:
            question = f"{said}\nShall it take the place of the present state, which is archived?"
            decision = ask.confirm(question, desk.environment, unattended=True)
            if decision == "declined":
                desk.console.remark("Declined; nothing was changed.")
                return failures.EXIT_DECLINED
            note = f"restored record {choice.point.seq}; decided_by: {decision}"
            done = past.restore_in_place(choice.point.seq, note)
            parts = [Lines([said, "Restored in place; what was there before is in the archive."])]
    document["restored"] = {"seq": done.seq, "epoch": done.epoch}
    desk.console.result(document, *parts)
    return 0


def _beside(choice: choosing.Choice) -> Table:
    rows: list[Sequence[str]] = [_row(point) for point in choice.earlier]
    seq, time, what = _row(choice.point)
    rows.append((f"{seq} *", time, what))
    rows += [_row(point) for point in choice.later]
    return Table(_COLUMNS, rows)


def _document(point: "Event") -> dict[str, Any]:
    document = {"seq": point.seq, "time": format_time(point.time_ms), "kind": point.kind}
    if point.label is not None:
        document["name" if point.kind == "snapshot" else "note"] = point.label
    return document


def _row(point: "Event") -> tuple[str, str, str]:
    what = f"{point.kind} {point.label or ''}".strip()
    return str(point.seq), format_time(point.time_ms), what
