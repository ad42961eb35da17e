"""Questions to the person at the controlling terminal, never on standard input or output."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Literal

from myelin import config
from myelin.cli.escape import escape_text
from myelin.contract.errors import TerminalRequired

_READER, _WRITER = (
    (Path("CONIN$"), Path("CONOUT$")) if os.name == "nt" else (Path("/dev/tty"), Path("/dev/tty"))
)

Decision = Literal["person", "unattended", "declined"]


class Terminal:
    """The controlling terminal of this process."""

    def __init__(self, reader: IO[str], writer: IO[str]) -> None:
        self._reader = reader
        self._writer = writer

    def say(self, text: str) -> None:
        """Show lines of text."""
        self._writer.write(escape_text(text) + "\n")
        self._writer.flush()

    def ask(self, question: str) -> str:
        """Return the line that the person answers, without white space around it."""
        self._writer.write(escape_text(question) + " ")
        self._writer.flush()
        return self._reader.readline().strip()


@contextmanager
def controlling_terminal(environment: Mapping[str, str]) -> Iterator[Terminal | None]:
    """Give the terminal that a person sits at, or None without one or where an agent drives."""
    if config.driving_agent(environment) is not None:
        yield None
        return
    with ExitStack() as stack:
        try:
            reader = stack.enter_context(_READER.open(encoding="utf-8", errors="replace"))
            writer = stack.enter_context(
                _WRITER.open("w", encoding="utf-8", errors="backslashreplace")
            )
        except OSError:
            yield None
            return
        yield Terminal(reader, writer)


def refuse_agents(environment: Mapping[str, str]) -> None:
    """Do nothing where a person may sit at this shell.

    Raises:
        TerminalRequired: an agent drives it.
    """
    agent = config.driving_agent(environment)
    if agent is not None:
        raise TerminalRequired(
            suggestion=f"The environment says that an agent drives this shell ({agent})."
            " Run it in a terminal of your own."
        )


def confirm(question: str, environment: Mapping[str, str], *, unattended: bool) -> Decision:
    """Return who decided an act that only a person may do; a terminal is asked when there is one.

    Raises:
        TerminalRequired: an agent drives this shell, or nobody can be asked and the act was not
            declared as unattended.
    """
    refuse_agents(environment)
    with controlling_terminal(environment) as terminal:
        if terminal is not None:
            answer = terminal.ask(f"{question} [y/N]").casefold()
            return "person" if answer in ("y", "yes") else "declined"
    if not unattended:
        raise TerminalRequired(
            suggestion="Run it on a terminal, or pass --unattended to have it recorded as decided"
            " by nobody at one."
        )
    return "unattended"
