"""Run one command: parse its arguments, call its handler, report errors, return the exit code."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import typer

from myelin import secrets
from myelin.cli import failures
from myelin.cli.console import Console, prepare_streams
from myelin.cli.handlers import CommandHandlers
from myelin.kernel.errors import MyelinError, where
from myelin.kernel.machine import SYSTEM
from myelin.surface.commands import Handlers, build

_FLAGS = ("--data", "--name", "--json", "--force-network")


def run(arguments: Sequence[str], environment: Mapping[str, str], cwd: Path) -> int:
    """Run one command and return its exit code."""
    prepare_streams()
    if list(arguments) == ["--version"]:
        arguments = ["version"]
    # A guess until the arguments are parsed; parse errors need it earlier.
    console = Console(json="--json" in arguments)
    handlers = CommandHandlers(console, environment, cwd, SYSTEM)
    try:
        app = build(cast(Handlers, handlers))
        _keep_only_called(app, arguments)
        code: int | None = app(args=list(arguments), prog_name="myelin", standalone_mode=False)
    except typer.TyperException as error:
        return _usage(console, error)
    except MyelinError as error:
        return failures.report(console, error)
    except typer.Abort:
        return failures.EXIT_DECLINED
    except Exception as error:
        console.remark(f"myelin: failed at {where(error)}")
        return failures.internal(console)
    return code or 0


def called(arguments: Sequence[str]) -> str | None:
    """Return the first word of the command, if only flags of every command stand before it."""
    words = iter(arguments)
    for word in words:
        if word in ("--data", "--name"):
            next(words, None)
        elif not word.startswith("-"):
            return word
        elif word.partition("=")[0] not in _FLAGS:
            return None
    return None


def _keep_only_called(app: typer.Typer, arguments: Sequence[str]) -> None:
    """Drop all other commands: to prepare them takes longer than most commands run."""
    word = called(arguments)
    commands = [each for each in app.registered_commands if each.name == word]
    groups = [each for each in app.registered_groups if each.name == word]
    if commands or groups:
        app.registered_commands, app.registered_groups = commands, groups


def _usage(console: Console, error: typer.TyperException) -> int:
    context: Any = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        # Typer raises this to print the help. For `myelin` alone that is no error.
        if context.parent is None:
            console.line(error.format_message())
            return 0
        console.remark(error.format_message())
        return failures.EXIT_USAGE
    line = context.get_usage() if context else "Usage: myelin COMMAND"
    command = context.command_path.removeprefix("myelin").strip() if context else ""
    message = error.format_message()
    # The message quotes the arguments; an unquoted text arrives as many arguments.
    if secrets.scan(message):
        message = "Some of these words were not expected. A text needs quotes around it."
    return failures.usage(console, command or "myelin", message, line)
