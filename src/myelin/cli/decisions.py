"""Decisions of the owner on the command line: the only place that makes them.

A decision is asked for at the controlling terminal. Without one it needs `--unattended`. A shell
that an agent drives decides nothing, flag or not. Each one is announced at the next command at a
terminal, until `myelin log --decisions --seen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from myelin import config
from myelin.cli import dialog, failures, terminal
from myelin.cli.dialog import Question
from myelin.contract.errors import TerminalRequired
from myelin.kernel.decision import Decision

if TYPE_CHECKING:
    from myelin.cli.invocation import Invocation
    from myelin.engine import Engine


def confirm(
    invocation: Invocation, question: Question, act: str, subject: str = "", *, unattended: bool
) -> Decision | None:
    """Return the decision about an act after asking the person at the terminal, or None for a no.

    Raises:
        TerminalRequired: an agent drives this shell, or there is no terminal and no flag.
    """
    terminal.refuse_agents(invocation.environment)
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is not None:
            return Decision("person", act, subject) if dialog.decide(person, question) else None
    if not unattended:
        from myelin.upkeep.decisions import DECIDE

        raise TerminalRequired(suggestion=DECIDE)
    return Decision("unattended", act, subject)


def stated(
    invocation: Invocation, act: str, subject: str = "", *, unattended: bool
) -> Decision | None:
    """Return the decision for an act that its command states in full, so that nothing is asked.

    It is None where an agent drives the shell, whose writes are a host's, and where there is
    neither a terminal nor the flag: the engine then refuses what governs.
    """
    if config.driving_agent(invocation.environment) is not None:
        return None
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is not None:
            return Decision("person", act, subject)
    return Decision("unattended", act, subject) if unattended else None


def creation() -> Decision:
    """Return the decision for what a new brain begins with."""
    return Decision("creation", "init")


def record(engine: Engine, decision: Decision) -> None:
    """Record a decision about an act that is no transaction of its own, such as a purge."""
    from myelin.engine import dispatch

    dispatch.run(engine, "write", lambda _: {}, decision=decision)


def declined(invocation: Invocation) -> None:
    """Print that the person said no, so that nothing happened."""
    failures.declined(invocation.console)
