"""The owner at the command line: the only place that makes decisions, and gives words out.

A decision is asked for at the controlling terminal. Without one it needs `--unattended`. A shell
that an agent drives decides nothing, flag or not. Each one is announced at the next command at a
terminal, until `myelin log --decisions --seen`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from myelin import config
from myelin.cli import dialog, failures, progress, recovery_phrase, terminal
from myelin.contract.errors import TerminalRequired
from myelin.kernel.decision import Decision, Question

if TYPE_CHECKING:
    from myelin.brains.brain import Brain
    from myelin.cli.invocation import Invocation


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


def declined(invocation: Invocation) -> None:
    """Print that the person said no, so that nothing happened."""
    failures.declined(invocation.console)


@dataclass(frozen=True)
class OwnerAtTerminal:
    """The owner as an operation asks them here: at the controlling terminal, or by flags.

    `typed` is what `--yes` gave where a question asks for an id.
    """

    invocation: Invocation
    unattended: bool = False
    typed: str | None = None
    phrase_file: Path | None = None

    def decide(self, question: Question, act: str, subject: str = "") -> Decision | None:
        """Return the owner's decision about an act, or None for a no.

        Raises:
            TerminalRequired: an agent drives this shell, or there is no terminal and no flag.
        """
        unattended = self.unattended
        if question.typed is not None and not self._has_terminal():
            if self.typed is None:
                terminal.refuse_agents(self.invocation.environment)
                raise TerminalRequired(
                    suggestion="Run it on a terminal, or pass --yes with the whole id once more to"
                    " have it recorded as decided by nobody at one."
                )
            unattended = self.typed == question.typed
        decision = None
        if question.typed is None or unattended or self._has_terminal():
            decision = confirm(self.invocation, question, act, subject, unattended=unattended)
        if decision is None and question.typed is not None:
            self.invocation.console.remark("The id did not match.")
        return decision

    @property
    def place_of_words(self) -> Literal["terminal", "file"]:
        """Return the place where recovery words are given to the owner."""
        return "terminal" if self.phrase_file is None else "file"

    def check_words(self, brain_folder: Path) -> None:
        """Refuse an operation whose recovery words could not be given to the owner.

        Raises:
            PathRefused: the file may not take the words.
            TerminalRequired: there is neither terminal nor file for the words.
        """
        if self.phrase_file is not None:
            recovery_phrase.check_new_file(self.phrase_file, brain_folder)
        elif not self._has_terminal():
            raise TerminalRequired(
                suggestion="The words must go somewhere: run it on a terminal, or pass"
                " --phrase-file."
            )

    def give_words(self, words: str, heading: str, *, confirmed: bool) -> str:
        """Give the recovery words to the owner and return the place: `terminal` or `file`.

        Raises:
            TerminalRequired: nobody saw the words, or nobody confirmed to have them.
        """
        from myelin.store import disk_errors

        environment, chance = self.invocation.environment, self.invocation.machine.chance
        if self.phrase_file is not None:
            with disk_errors():
                recovery_phrase.write_new(self.phrase_file, words + "\n")
        elif confirmed:
            if not recovery_phrase.show_and_confirm(words, environment, heading, chance):
                raise TerminalRequired(
                    suggestion="The new words were not confirmed, so the key was not changed. Run"
                    " it again."
                )
        elif not recovery_phrase.show(words, environment, heading):
            raise TerminalRequired(suggestion="Run it there, or pass --phrase-file.")
        return self.place_of_words

    def withdraw_words(self) -> None:
        """Take back the words that were given: they open nothing."""
        if self.phrase_file is None:
            remark = "The key was not changed: the new words open nothing."
            self.invocation.console.remark(remark)
        else:
            self.phrase_file.unlink(missing_ok=True)

    def _has_terminal(self) -> bool:
        with terminal.controlling_terminal(self.invocation.environment) as person:
            return person is not None


def carried_out(
    brain: Brain, operation: str, arguments: Mapping[str, Any], owner: OwnerAtTerminal
) -> dict[str, Any] | None:
    """Return the result of an operation on a whole brain, or None, and say so, if declined.

    Raises:
        MyelinError: any error of the operation.
    """
    from myelin.owner import calls
    from myelin.surface.operations import OPERATIONS

    given = {name: value for name, value in arguments.items() if value is not None}
    invocation = owner.invocation
    with progress.shown(
        invocation.console, invocation.environment, invocation.machine.clock
    ) as line:
        followed = replace(brain, machine=replace(brain.machine, progress=line))
        result = calls.call(followed, OPERATIONS[operation], given, owner)
    if result is None:
        declined(owner.invocation)
    return result
