"""Run one command: parse its arguments, call its handler, report errors, return the exit code."""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import typer

from myelin import secrets
from myelin.cli import command_line, failures
from myelin.cli.command_line import CommandLine
from myelin.cli.console import Console, prepare_streams
from myelin.cli.handlers import CommandHandlers
from myelin.kernel.errors import MyelinError, where
from myelin.kernel.machine import SYSTEM
from myelin.surface.command_table import COMMANDS
from myelin.surface.commands import Handlers, build


def run(arguments: Sequence[str], environment: Mapping[str, str], cwd: Path) -> int:
    """Run one command and return its exit code."""
    prepare_streams()
    line = command_line.read(arguments)
    console = Console(json=line.json)
    handlers = CommandHandlers(console, environment, cwd, SYSTEM)
    for remark in line.remarks:
        console.remark(remark)
    try:
        app = build(cast(Handlers, handlers))
        _keep_only_called(app, line)
        code: int | None = app(args=line.arguments, prog_name="myelin", standalone_mode=False)
    except typer.TyperException as error:
        return _usage(console, line, error)
    except MyelinError as error:
        return failures.report(console, error, line.command)
    except typer.Abort:
        return failures.declined(console)
    except Exception as error:
        return failures.internal(console, where(error))
    return code or 0


def _keep_only_called(app: typer.Typer, line: CommandLine) -> None:
    """Drop all other commands: to prepare them takes longer than most commands run."""
    commands = [each for each in app.registered_commands if each.name == line.first]
    groups = [each for each in app.registered_groups if each.name == line.first]
    if commands or groups:
        app.registered_commands, app.registered_groups = commands, groups


def _usage(console: Console, line: CommandLine, error: typer.TyperException) -> int:
    context: Any = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        # Typer raises this to print the help. For `myelin` alone that is no error.
        if context.parent is None and not console.json:
            console.line(error.format_message())
            return 0
        if not console.json:
            console.remark(error.format_message())
            return failures.EXIT_USAGE
    name = line.command.name if line.command is not None else "help"
    usage = context.get_usage() if context else f"`myelin help {name}` says what it takes."
    command = context.command_path.removeprefix("myelin").strip() if context else ""
    message = _problem(line, error, command)
    # The message quotes the arguments; an unquoted text arrives as many arguments.
    if secrets.scan(message):
        message = "Some of these words were not expected. A text needs quotes around it."
    return failures.usage(console, command or "myelin", message, usage)


def _problem(line: CommandLine, error: Any, command: str) -> str:
    """Return what is wrong with the words of a command, in one sentence."""
    match type(error).__name__:
        case "NoArgsIsHelpError":
            return _needs_a_command(command)
        case "NoSuchOption":
            near = f" Did you mean {error.possibilities[0]}?" if error.possibilities else ""
            return f"There is no flag {error.option_name} here.{near}"
        case "BadOptionUsage":
            needs = "requires" in error.message
            return f"{error.option_name} {'needs a value' if needs else 'takes no value'}."
        case "MissingParameter":
            return f"{_shown(line, error.param)} is missing."
        case "BadParameter" if error.param is not None:
            number = "integer" in error.message
            reason = "must be a whole number." if number else _sentence(error.message)
            return f"{_shown(line, error.param)} {reason}"
    message: str = error.format_message()
    if message.startswith("No such command"):
        return _unknown(line, message)
    if message.startswith("Missing command"):
        return _needs_a_command(command)
    if "extra argument" in message:
        extra = message.partition("(s) (" if "(s)" in message else " (")[2].removesuffix(")")
        return f"{command} takes no more words: {extra}"
    return message


def _needs_a_command(group: str) -> str:
    name = f"myelin {group}".strip()
    return f"{name} needs a command: `{f'myelin help {group}'.strip()}` lists them."


def _unknown(line: CommandLine, message: str) -> str:
    """Return that a command is unknown, with the nearest one of all names."""
    word = message.partition("'")[2].partition("'")[0]
    group = f"{line.first} " if line.first != word else ""
    names = [name for each in COMMANDS for name in (each.name, *each.other_names)]
    firsts = [name.removeprefix(group) for name in names if name.startswith(group)]
    near = difflib.get_close_matches(word, [name.split()[0] for name in firsts], n=1)
    hint = f" Did you mean {group}{near[0]}?" if near else ""
    return f"There is no command {group}{word}.{hint}"


def _shown(line: CommandLine, parameter: Any) -> str:
    for one in line.command.parameters if line.command is not None else ():
        if one.name == parameter.name:
            return failures.shown(one)
    return str(parameter.opts[0])


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
