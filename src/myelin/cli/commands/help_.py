"""`myelin help`: what a command does and takes."""

from collections.abc import Sequence
from typing import Any, cast

from myelin.cli import command_line
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.surface.command_table import GROUPS


def help_(invocation: Invocation, *, command: list[str]) -> int:
    """Print the help of a command, of a group, or of all, and return 0.

    Raises:
        ArgumentInvalid: there is no such command.
    """
    words = named("help", command)
    text = text_of(words)
    document = {"command": " ".join(words), "text": text}
    invocation.console.result(document, Lines(text.split("\n")))
    return 0


def named(command: str, words: Sequence[str]) -> list[str]:
    """Return the words of the command or group that an argument of `command` names.

    Raises:
        ArgumentInvalid: there is none.
    """
    name = " ".join(words)
    found = command_line.find(name)
    if found is not None:
        return found.name.split()
    if name and name not in GROUPS:
        raise argument_invalid(command, "/command", f"names no command: {name}", "command")
    return list(words)


def text_of(words: Sequence[str]) -> str:
    """Return the help of a command as the parser prints it."""
    import typer

    from myelin.surface.commands import Handlers, build

    # No command runs, so nothing has to answer one.
    command: Any = typer.main.get_command(build(cast(Handlers, None)))
    context = command.make_context("myelin", [], resilient_parsing=True)
    for word in words:
        command = command.get_command(context, word)
        context = command.make_context(word, [], parent=context, resilient_parsing=True)
    return str(context.get_help()).rstrip("\n")
