"""`myelin dense`: the optional sentence model that ranks beside the words. Off by default."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from myelin import config
from myelin.cli import terminal
from myelin.cli.console import Facts
from myelin.cli.invocation import Invocation
from myelin.contract.errors import BrainUnknown
from myelin.engine import dispatch

if TYPE_CHECKING:
    from myelin.engine.engine import Engine

REPORTED_EACH_S = 5.0


def on(invocation: Invocation) -> int:
    """Switch the companion on and give each memory of the brain a vector.

    Returns 1 if its packages cannot be used.

    Raises:
        TerminalRequired: an agent drives this shell.
        PathRefused: the settings file cannot be written.
    """
    return _switch(invocation, to=True)


def off(invocation: Invocation) -> int:
    """Switch the companion off and remove the vectors of the brain.

    Raises:
        TerminalRequired: an agent drives this shell.
        PathRefused: the settings file cannot be written.
    """
    return _switch(invocation, to=False)


def status(invocation: Invocation) -> int:
    """Print whether the companion is in use; return 1 if it is on and cannot be used."""
    return _report(invocation)


def _switch(invocation: Invocation, *, to: bool) -> int:
    terminal.refuse_agents(invocation.environment)
    config.keep(invocation.settings().home, "dense", to)
    return _report(invocation, fill=to)


def _report(invocation: Invocation, *, fill: bool = False) -> int:
    from myelin.dense import INSTALL, why_unusable

    is_on, why = invocation.settings().dense, why_unusable()
    counts = {"vectors": 0, "memories": 0}
    with suppress(BrainUnknown), invocation.engine() as engine:
        # With the companion off, opening the brain dropped the vectors; closing it saves that.
        if fill and why is None:
            _fill(invocation, engine)
        counted = dispatch.run(engine, "read", engine.memory.count_vectors)
        counts = {name: counted[name] for name in counts}
    document: dict[str, Any] = {"on": is_on, "usable": why is None, **counts}
    rows = [("dense companion", "on" if is_on else "off")]
    if why is not None:
        document["why"] = why
        rows.append(("not usable", f"{why}; {INSTALL}"))
    rows.append(("vectors", f"{counts['vectors']} of {counts['memories']} memories"))
    invocation.console.result(document, Facts(rows))
    return 1 if is_on and why is not None else 0


def _fill(invocation: Invocation, engine: Engine) -> None:
    """Give every memory a vector, and save them in the file; tell now and then how far it is."""
    clock = invocation.machine.clock
    is_whole = False
    while not is_whole:
        until_s = clock.monotonic_s() + REPORTED_EACH_S

        def is_enough(until_s: float = until_s) -> bool:
            return clock.monotonic_s() > until_s

        is_whole = engine.memory.fill_in_vectors(engine.store, is_enough)
        if not is_whole:
            done = dispatch.run(engine, "read", engine.memory.count_vectors)
            invocation.console.remark(f"{done['vectors']} of {done['memories']} memories")
    if engine.store.writable:
        engine.store.compact()
