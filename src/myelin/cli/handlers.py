"""The handlers of the command line: each command's module is imported when it is called."""

import builtins
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from myelin.cli import failures
from myelin.cli.console import Console
from myelin.cli.invocation import (
    STANDARD_INPUT,
    Invocation,
    argument_invalid,
    standard_input,
)
from myelin.kernel.machine import Machine
from myelin.surface.command_table import COMMANDS, Command, Parameter
from myelin.surface.commands import Flags


@dataclass(frozen=True)
class CommandHandlers:
    """Answers each command with the function of its name in `myelin.cli.commands`."""

    console: Console
    environment: Mapping[str, str]
    cwd: Path
    machine: Machine

    def __getattr__(self, handler: str) -> Callable[..., int]:
        """Return the handler of a command, such as `key_rotate`."""

        def handle(flags: Flags, **given: Any) -> int:
            # The parsed flag replaces the guess of `app.run`.
            self.console.json = flags.json
            invocation = Invocation(self.console, self.environment, self.cwd, self.machine, flags)
            command = next(each for each in COMMANDS if each.handler == handler)
            return function_of(handler)(invocation, **_understood(invocation, command, given))

        return handle


def _understood(
    invocation: Invocation, command: Command, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments with `-` read from standard input and each time as RFC 3339.

    Raises:
        ArgumentInvalid: two arguments are to be read, or a time is none.
    """
    values = dict(given)
    read: list[Parameter] = []
    for one in command.parameters:
        value = values.get(one.name)
        if one.stdin and value in (STANDARD_INPUT, [STANDARD_INPUT]):
            read.append(one)
            if len(read) > 1:
                message = f"cannot be - too: {failures.shown(read[0])} is standard input already"
                raise argument_invalid(command.name, f"/{one.feeds[0]}", message)
            text = standard_input(one.feeds[0]).removesuffix("\n")
            values[one.name] = [text] if one.many and not one.rest else text
        elif one.kind in ("time", "end_time") and value is not None:
            values[one.name] = _moment(invocation, command, one, value)
    return values


def _moment(invocation: Invocation, command: Command, one: Parameter, given: str) -> str:
    from myelin.cli import moments

    now_ms = invocation.machine.clock.now_ms()
    try:
        moment = moments.understood(given, now_ms, end=one.kind == "end_time")
    except ValueError as problem:
        raise argument_invalid(command.name, f"/{one.feeds[0]}", str(problem), "moment") from None
    if moment != given:
        invocation.console.remark(f"{one.shown}: {moment}")
    return moment


def function_of(handler: str) -> Callable[..., int]:
    """Return the function that answers a command, from the name of its handler."""
    first, _, rest = handler.rstrip("_").partition("_")
    module = import_module(f"myelin.cli.commands.{_python_name(first)}")
    function: Callable[..., int] = getattr(module, _python_name(rest or first))
    return function


def _python_name(word: str) -> str:
    taken = keyword.iskeyword(word) or hasattr(builtins, word)
    return f"{word}_" if taken else word
