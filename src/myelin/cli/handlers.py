"""The handlers of the command line: each command's module is imported when it is called."""

import builtins
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from myelin.cli.console import Console
from myelin.cli.invocation import Invocation
from myelin.kernel.machine import Machine
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

        def handle(flags: Flags, **given: object) -> int:
            # The parsed flag replaces the guess of `app.run`.
            self.console.json = flags.json
            invocation = Invocation(self.console, self.environment, self.cwd, self.machine, flags)
            return function_of(handler)(invocation, **given)

        return handle


def function_of(handler: str) -> Callable[..., int]:
    """Return the function that answers a command, from the name of its handler."""
    first, _, rest = handler.rstrip("_").partition("_")
    module = import_module(f"myelin.cli.commands.{_python_name(first)}")
    function: Callable[..., int] = getattr(module, _python_name(rest or first))
    return function


def _python_name(word: str) -> str:
    taken = keyword.iskeyword(word) or hasattr(builtins, word)
    return f"{word}_" if taken else word
