"""What every command starts from: the console, the settings, the engine, and the texts given."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin import config
from myelin.cli.console import Console, Part
from myelin.contract.errors import ArgumentInvalid, ContentTooLarge, PathRefused
from myelin.kernel.audience import Origin
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.surface.commands import Flags

if TYPE_CHECKING:
    from myelin.engine import Engine

# What is larger is no text that was meant.
INPUT_BYTES_MAX = 1 << 20
STANDARD_INPUT = "-"


class Asking:
    """A group of commands over one console, environment and working folder."""

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

    def _settings(self, flags: Flags) -> config.Settings:
        # From here on the parser's own word counts, and no longer a look at the arguments.
        self._console.json = flags.json
        return config.load(
            self._environment,
            self._cwd,
            data=flags.data,
            name=flags.name,
            force_network=flags.force_network,
        )

    def _found(self, flags: Flags) -> tuple[config.Settings, config.Location, Mapping[str, str]]:
        settings = self._settings(flags)
        return settings, config.find_brain(settings, self._cwd), self._environment

    def _file(self, given: str | None) -> Path | None:
        return self._cwd / given if given else None

    @contextmanager
    def _engine(self, flags: Flags, origin: Origin = Origin.OWNER) -> Iterator["Engine"]:
        from myelin.server.brains import open_brain

        engine = open_brain(self._settings(flags), self._cwd, origin)
        try:
            yield engine
        finally:
            engine.store.close()

    def _ask(
        self,
        flags: Flags,
        tool: str,
        given: Mapping[str, Any],
        agent: str | None = None,
    ) -> dict[str, Any]:
        """Return what a tool answers the owner, or the agent that drives the owner's shell."""
        from myelin.engine import dispatch
        from myelin.surface.operations import OPERATIONS

        arguments = given_arguments(given)
        origin = Origin.OWNER if agent is None else Origin.HOST
        with self._engine(flags, origin) as engine:
            return dispatch.call(engine, OPERATIONS[tool], arguments, agent)

    def _tool(
        self,
        flags: Flags,
        tool: str,
        given: Mapping[str, Any],
        parts: Callable[[Mapping[str, Any]], Sequence[Part]],
    ) -> int:
        result = self._ask(flags, tool, given)
        self._console.result(result, *parts(result))
        return 0

    def _dated(
        self, parts: Callable[[Mapping[str, Any], int], Sequence[Part]]
    ) -> Callable[[Mapping[str, Any]], Sequence[Part]]:
        return lambda result: parts(result, self._clock.now_ms())

    def _read(self, command: str, given: str, bytes_max: int = INPUT_BYTES_MAX) -> str:
        """Return the text of a file, or of standard input for `-`."""
        if given == STANDARD_INPUT:
            return standard_input(command, bytes_max)
        try:
            with (self._cwd / given).open("rb") as file:
                data = file.read(bytes_max + 1)
        except OSError:
            raise PathRefused(
                reason="there is no file there that can be read",
                suggestion="Name a file, or - for standard input.",
            ) from None
        return _decoded(command, data, bytes_max)


def given_arguments(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a tool: the options that were given, by the tool's own names."""
    return {
        name.rstrip("_"): value
        for name, value in options.items()
        if value is not None and value != []
    }


def standard_input(command: str, bytes_max: int = INPUT_BYTES_MAX) -> str:
    """Return all of standard input.

    Raises:
        ContentTooLarge: it is larger than any text that was meant.
        ArgumentInvalid: it is not UTF-8.
    """
    return _decoded(command, sys.stdin.buffer.read(bytes_max + 1), bytes_max)


def refused(command: str, path: str, rule: str, message: str) -> ArgumentInvalid:
    """Return the error of one argument that cannot be used."""
    problem = {"path": path, "rule": rule, "message": message}
    return ArgumentInvalid(count=1, tool=command, details={"problems": [problem]})


def _decoded(command: str, data: bytes, bytes_max: int) -> str:
    if len(data) > bytes_max:
        raise ContentTooLarge(field="content", size=f"more than {bytes_max}", limit=bytes_max)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise refused(command, "/content", "utf-8", "is not UTF-8 text") from None
