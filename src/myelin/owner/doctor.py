"""Check a brain's files, mend them after a snapshot, and accept an older file after a question."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from myelin.brains.brain import Brain
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Owner, Question
from myelin.kernel.errors import MyelinError
from myelin.kernel.upkeep import Finding
from myelin.store import accept_rollback as accept
from myelin.store import beside, inspection
from myelin.upkeep import doctor as checking

if TYPE_CHECKING:
    from myelin.contract.operations.accept_rollback import AcceptRollbackArgs
    from myelin.contract.operations.doctor import DoctorArgs
    from myelin.contract.operations.repair import RepairArgs

_DERIVED = frozenset({"derived_stale", "index_differs"})


def doctor(brain: Brain, _args: "DoctorArgs", _owner: Owner) -> dict[str, Any]:
    """Return what is wrong with a brain's files and with what is in them. Nothing is changed."""
    return _document(brain, _examine(brain), [])


def repair(brain: Brain, _args: "RepairArgs", _owner: Owner) -> dict[str, Any]:
    """Mend what can be mended, after a snapshot; return what was done and what is still wrong.

    A brain that cannot be opened is left alone.
    """
    found, done = _examine(brain), []
    if not is_damaged(found) and any(not one.is_notice for one in found):
        done = _repair(brain, {one.code for one in found})
        found = _examine(brain)
    return _document(brain, found, done)


def accept_rollback(
    brain: Brain, _args: "AcceptRollbackArgs", owner: Owner
) -> dict[str, Any] | None:
    """Go on with an older file that was put back, once the owner agreed to the file that is there.

    Raises:
        BrainChanged: another file is there than the one in the question; nothing was changed.
        TerminalRequired: the owner cannot be asked.
    """
    path = brain.location.path
    seen = beside.look_at(path)
    question = Question(
        act="Go on with the older file that is there now. What it lacks counts as given up.",
        facts=[
            ("brain", brain.location.name),
            ("epoch", str(seen.epoch)),
            ("record", f"{seen.seq} of {format_time(seen.time_ms)}, folded last"),
        ],
    )
    decision = owner.decide(question, "doctor accept-rollback")
    if decision is None:
        return None
    accept(path, clock=brain.machine.clock, marks=brain.marks, seen=seen.fingerprint)
    with suppress(MyelinError), brain.opened(LOCAL_OWNER) as engine:
        # A file that is damaged as well cannot take it; the findings say so.
        dispatch.record(engine, decision)
    done = ["The file that lies there counts as the newest from now on."]
    return _document(brain, _examine(brain), done)


def is_damaged(found: list[Finding]) -> bool:
    """Return whether the brain cannot be opened, or not be believed."""
    return any(one.code in inspection.DAMAGE for one in found)


def _document(brain: Brain, found: list[Finding], done: list[str]) -> dict[str, Any]:
    document = {
        "name": brain.location.name,
        "sound": all(one.is_notice for one in found),
        "findings": [{"code": one.code, "sentence": one.sentence, "fix": one.fix} for one in found],
        "repaired": done,
    }
    known = brain.known.get(brain.id)
    if known is not None and known.backup is not None:
        document["backed_up_at"] = format_time(known.backed_up_ms)
    return document


def _examine(brain: Brain) -> list[Finding]:
    found = brain.inspect()
    if not is_damaged(found):
        with brain.opened(LOCAL_OWNER) as engine, engine.store.read() as session:
            found += checking.check(session, engine.cores, brain.machine.progress)
    return found


def _repair(brain: Brain, codes: set[str]) -> list[str]:
    """Make a snapshot, mend the findings with these codes, and return a sentence for each act."""
    done = []
    path, clock = brain.location.path, brain.machine.clock
    with brain.opened(LOCAL_OWNER) as engine:
        name = f"before repair {format_time(clock.now_ms())}"
        engine.store.snapshot(name)
        done.append(f"Made the snapshot {name}.")
        if "stray_file" in codes:
            removed = inspection.remove_strays(path, clock)
            done.append(f"Removed {removed} unfinished files.")
        if "mode_open" in codes:
            changed = inspection.make_private(path)
            done.append(f"Made {changed} files private to this user.")
        if any(code.startswith("archive_") and code.endswith("_damaged") for code in codes):
            aside = inspection.set_damaged_aside(path, keys.local_key(brain.root), clock)
            done.append(f"Set {aside} damaged files of the archive aside.")
        if codes & _DERIVED:
            engine.store.rebuild()
            done.append("Made the derived tables anew.")
    return done
