"""`myelin doctor`: whether the brain's files and what is in them are as they should be."""

from contextlib import suppress
from typing import Any

from myelin.brains.brain import Brain
from myelin.cli import decisions, failures
from myelin.cli.console import Block, Lines, Part
from myelin.cli.dialog import Question
from myelin.cli.invocation import Invocation
from myelin.crypto import keys
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.kernel.errors import MyelinError
from myelin.kernel.upkeep import Finding
from myelin.store import accept_rollback as accept
from myelin.store import beside, inspection
from myelin.upkeep import doctor as checking

_DERIVED = frozenset({"derived_stale", "index_differs"})


def doctor(invocation: Invocation, *, repair: bool, accept_rollback: bool, unattended: bool) -> int:
    """Check the brain, mend it where that was asked for, and return the exit code.

    Raises:
        TerminalRequired: an older file was to be accepted, and no person decided that.
    """
    brain = invocation.brain()
    done: list[str] = []
    if accept_rollback:
        seen = beside.look_at(brain.location.path)
        question = Question(
            act="Go on with the older file that is there now. What it lacks counts as given up.",
            facts=[
                ("brain", brain.location.name),
                ("epoch", str(seen.epoch)),
                ("record", f"{seen.seq} of {format_time(seen.time_ms)}, folded last"),
            ],
        )
        decision = decisions.confirm(
            invocation, question, "doctor accept-rollback", unattended=unattended
        )
        if decision is None:
            decisions.declined(invocation)
            return failures.EXIT_DECLINED
        accept(
            brain.location.path,
            clock=invocation.machine.clock,
            marks=brain.marks,
            seen=seen.fingerprint,
        )
        with suppress(MyelinError), brain.opened(LOCAL_OWNER) as engine:
            # A file that is damaged as well cannot take it; the findings below say so.
            decisions.record(engine, decision)
        done.append("The file that lies there counts as the newest from now on.")
    found, opens = _examine(brain)
    if repair and opens and any(not one.is_notice for one in found):
        done += _repair(brain, found)
        found, opens = _examine(brain)
    wrong = [one for one in found if not one.is_notice]
    document: dict[str, Any] = {
        "name": brain.location.name,
        "sound": not wrong,
        "findings": [{"code": one.code, "sentence": one.sentence, "fix": one.fix} for one in found],
        "repaired": done,
    }
    known = brain.known.get(brain.id)
    if known is not None and known.backup is not None:
        document["backed_up_at"] = format_time(known.backed_up_ms)
    parts: list[Part] = [Lines(done)] if done else []
    parts += [Block(one.sentence, [one.code], one.fix) for one in found]
    if not wrong:
        parts.append(Lines(["Nothing is wrong with this brain."]))
    made = document.get("backed_up_at", "never, on this device: see `myelin backup`")
    parts.append(Lines([f"Last backup: {made}."]))
    invocation.console.result(document, *parts)
    if not opens:
        return failures.EXIT_DAMAGED
    return failures.EXIT_FINDINGS if wrong else 0


def _examine(brain: Brain) -> tuple[list[Finding], bool]:
    """Return what is wrong, and whether the brain can be opened and believed."""
    found = brain.inspect()
    if any(one.code in inspection.DAMAGE for one in found):
        return found, False
    with brain.opened(LOCAL_OWNER) as engine, engine.store.read() as session:
        found += checking.check(session, engine.cores)
    return found, True


def _repair(brain: Brain, found: list[Finding]) -> list[str]:
    """Mend what can be mended, after a snapshot, and say what was done."""
    codes = {one.code for one in found}
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
