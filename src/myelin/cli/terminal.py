"""Questions to the person at the controlling terminal, never on standard input or output."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from myelin import config
from myelin.cli.escape import escape_text
from myelin.contract.errors import TerminalRequired

if sys.platform != "win32":
    import termios

_READER, _WRITER = (
    (Path("CONIN$"), Path("CONOUT$")) if os.name == "nt" else (Path("/dev/tty"), Path("/dev/tty"))
)


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
        self.write(escape_text(question) + " ")
        return (self.read_line() or "").strip()

    def size(self) -> tuple[int, int]:
        """Return the columns and rows; 80 and 24 if the terminal does not say."""
        try:
            columns, rows = os.get_terminal_size(self._writer.fileno())
        except OSError:
            return 80, 24
        return columns or 80, rows or 24

    def write(self, text: str) -> None:
        """Write text as it is."""
        self._writer.write(text)
        self._writer.flush()

    def read_line(self) -> str | None:
        """Return the next line that is typed, without its end, or None at the end of input."""
        line = self._reader.readline()
        return line.rstrip("\r\n") if line else None

    def forget_typed(self) -> None:
        """Drop what was typed before now: it was no answer to what is asked next."""
        if sys.platform != "win32":
            with suppress(termios.error):
                termios.tcflush(self._reader.fileno(), termios.TCIFLUSH)


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


def streams(stack: ExitStack) -> tuple[IO[bytes] | None, IO[bytes] | None]:
    """Return the terminal as standard input and output of a child, open as long as the stack.

    A child gets them even if this process reads from a pipe or writes to one.
    """
    try:
        reader = stack.enter_context(_READER.open("rb", buffering=0))
        writer = stack.enter_context(_WRITER.open("wb", buffering=0))
    except OSError:
        return None, None
    return reader, writer


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


def require(environment: Mapping[str, str]) -> None:
    """Do nothing if a person may sit at a controlling terminal.

    Raises:
        TerminalRequired: an agent drives this shell, or there is no terminal.
    """
    refuse_agents(environment)
    with controlling_terminal(environment) as person:
        if person is None:
            raise TerminalRequired(suggestion="Run it in a terminal of your own.")
