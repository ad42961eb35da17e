"""`myelin import`: bring in what an export holds."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from myelin import keystore
from myelin.cli import decisions, failures, progress
from myelin.cli.console import Lines
from myelin.cli.invocation import STANDARD_INPUT, Invocation
from myelin.engine.admit import admit
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.errors import MyelinError
from myelin.surface.operations import OPERATIONS
from myelin.upkeep import import_ as importing

_TOLD_MAX = 20
_NOT_OWNED = "It is not this device's own unchanged export, so nothing in it governs."
_UNDECIDED = (
    "Nobody at a terminal decided it, so nothing in it governs. Run it on a terminal, or pass"
    " --unattended."
)


def import_(invocation: Invocation, *, path: str, unattended: bool) -> int:
    """Bring in what an export holds, and return the exit code.

    Raises:
        ImportRefused: it is no export, or one of a later format.
    """
    found = invocation.brain()
    lines = _read(invocation, path, keystore.known_device_key(found.settings))
    decision = decisions.stated(invocation, "import", unattended=unattended)
    if decision is None:
        # Only a person brings back what governs, even where the owner exported it once.
        lines = replace(lines, owned=False)
    shown = progress.shown(invocation.console, invocation.environment, invocation.machine.clock)
    with found.opened(LOCAL_OWNER) as engine, shown as line:

        def check(tool: str, arguments: Mapping[str, Any]) -> None:
            admit(OPERATIONS[tool], arguments, scan=engine.scan)

        report = importing.load(
            engine.store,
            engine.cores,
            lines,
            check,
            chance=engine.chance,
            caller=invocation.caller,
            # What is not the owner's own export governs nothing, so nothing is decided.
            decision=decision if lines.owned else None,
            progress=line,
        )
        # What came in is large against what was there; a failure leaves the log as it is.
        with suppress(MyelinError):
            if report.counts["added"] + report.counts["lowered"]:
                engine.store.compact()
        brain = asdict(engine.brain)
    document = {
        "brain": brain,
        "owned": report.owned,
        "added": report.counts["added"] + report.counts["lowered"],
        "lowered": report.counts["lowered"],
        "known": report.counts["known"],
        "left_out": [{"line": left.line, "reason": left.reason} for left in report.left],
    }
    told = [
        f"{document['added']} new, {document['known']} already here, {len(report.left)} left out.",
    ]
    if not report.owned:
        told.append(_NOT_OWNED if decision is not None else _UNDECIDED)
    if report.lowered:
        told.append(
            f"{len(report.lowered)} came in as less than they were: they do not govern here."
        )
    told += [f"line {left.line}: {left.reason}" for left in report.left[:_TOLD_MAX]]
    if len(report.left) > _TOLD_MAX:
        told.append(f"and {len(report.left) - _TOLD_MAX} more; --json lists them all")
    invocation.console.result(document, Lines(told))
    return failures.EXIT_FINDINGS if report.left or report.lowered else 0


def _read(invocation: Invocation, path: str, device_key: bytes | None) -> importing.ExportedLines:
    if path == STANDARD_INPUT:
        return importing.parse(sys.stdin.buffer.read(importing.FILE_BYTES_MAX + 1), device_key)
    return importing.read(invocation.cwd / path, device_key)
