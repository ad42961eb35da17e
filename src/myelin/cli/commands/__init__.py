"""One module for each command, named after its first word and imported when it is called.

`myelin purge` is `purge` in `purge.py`; `myelin key rotate` is `rotate` in `key.py`. A name that
Python has already ends in an underscore: `myelin import` is `import_` in `import_.py`.
"""

import builtins
import keyword
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from myelin.cli.console import Console
from myelin.cli.invocation import Invocation
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.surface.commands import Flags


class Commands:
    """The handlers of the command line: each finds the function of its command when called."""

    def __init__(
        self,
        console: Console,
        environment: Mapping[str, str],
        cwd: Path,
        clock: Clock,
        chance: Chance,
    ) -> None:
        self._console = console
        self._environment = environment
        self._cwd = cwd
        self._clock = clock
        self._chance = chance

    def __getattr__(self, handler: str) -> Callable[..., int]:
        """Return the handler of a command, such as `key_rotate`."""

        def handle(flags: Flags, **given: object) -> int:
            # From here on the parser's own word counts, and no longer a look at the arguments.
            self._console.json = flags.json
            invocation = Invocation(
                self._console, self._environment, self._cwd, self._clock, self._chance, flags
            )
            return function_of(handler)(invocation, **given)

        return handle


def function_of(handler: str) -> Callable[..., int]:
    """Return the function that answers a command, from the name of its handler."""
    first, _, rest = handler.rstrip("_").partition("_")
    module = import_module(f"{__name__}.{_python_name(first)}")
    function: Callable[..., int] = getattr(module, _python_name(rest or first))
    return function


def _python_name(word: str) -> str:
    taken = keyword.iskeyword(word) or hasattr(builtins, word)
    return f"{word}_" if taken else word
