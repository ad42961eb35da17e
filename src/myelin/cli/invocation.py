"""One call of the command line: its flags, its console, and the brain that it means."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin import config
from myelin.cli.console import Console, Part
from myelin.contract.errors import ArgumentInvalid, ContentTooLarge, PathRefused
from myelin.kernel.caller import LOCAL_OWNER, Caller
from myelin.kernel.machine import Machine
from myelin.surface.commands import Flags

if TYPE_CHECKING:
    from myelin.brains.brain import Brain
    from myelin.engine import Engine
    from myelin.kernel.decision import Decision

# Larger input is refused: it is unlikely to be a text for a memory or document.
INPUT_BYTES_MAX = 1 << 20
STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Invocation:
    """The flags, console, environment, working folder and machine of one command."""

    console: Console
    environment: Mapping[str, str]
    cwd: Path
    machine: Machine
    flags: Flags

    def for_brain(self, name: str | None) -> "Invocation":
        """Return the same call for the brain that an argument names, if it names one.

        Raises:
            ArgumentInvalid: `--name` names another one.
        """
        if name is None:
            return self
        if self.flags.name is not None and self.flags.name != name:
            message = f"is {name}, but --name is {self.flags.name}"
            raise argument_invalid("this command", "/brain", message)
        return replace(self, flags=replace(self.flags, name=name))

    def settings(self) -> config.Settings:
        """Return the settings of this call: its flags, then the environment, then the file."""
        return config.load(
            self.environment,
            self.cwd,
            data=self.flags.data,
            name=self.flags.name,
            force_network=self.flags.force_network,
        )

    def server_folder(self, given: str | None) -> Path:
        """Return the folder of the server that runs on this machine."""
        settings = config.load(self.environment, self.cwd, server_data=given)
        return settings.server_data or settings.home / "server"

    @property
    def caller(self) -> Caller:
        """Return the owner, or the agent that the environment says drives this shell."""
        return config.shell_caller(self.environment)

    def brain(self, *, may_be_missing: bool = False) -> "Brain":
        """Return the brain that this call means.

        Raises:
            BrainUnknown, PathRefused: there is none, or its place cannot hold one.
        """
        from myelin.brains import brain

        find = brain.expect if may_be_missing else brain.find
        found = find(self.settings(), self.cwd, self.machine)
        return replace(found, notify=self.console.remark)

    @contextmanager
    def engine(self, caller: Caller = LOCAL_OWNER) -> Iterator["Engine"]:
        """Open the brain that this call means for the block."""
        from myelin.cli.announcement import announce

        with self.brain().opened(caller) as engine:
            yield engine
            announce(self.console, engine)

    def call(
        self, tool: str, given: Mapping[str, Any], decision: "Decision | None" = None
    ) -> dict[str, Any]:
        """Return the result of a tool, called by the owner or by the agent that drives the shell.

        A decision permits a change of what governs the brain.

        Raises:
            MyelinError: any error of the tool, or the reason why the brain cannot be opened.
        """
        from myelin.engine import dispatch
        from myelin.surface.operations import OPERATIONS

        arguments, caller = given_arguments(given), self.caller
        with self.engine(caller) as engine:
            return dispatch.call(engine, OPERATIONS[tool], arguments, caller.actor, decision)

    def print_call(
        self,
        tool: str,
        given: Mapping[str, Any],
        parts: Callable[[Mapping[str, Any]], Sequence[Part]],
    ) -> int:
        """Call a tool, print its result, and return 0."""
        result = self.call(tool, given)
        self.console.result(result, *parts(result))
        return 0

    def file(self, given: str | None) -> Path | None:
        """Return the path that an option names, seen from the working folder."""
        return self.cwd / given if given else None

    def read(self, field: str, given: str, bytes_max: int = INPUT_BYTES_MAX) -> str:
        """Return the text of a file, or of standard input for `-`; `field` names it in errors.

        Raises:
            PathRefused: the file cannot be read.
            ContentTooLarge: it has more than `bytes_max` bytes.
            ArgumentInvalid: it is not UTF-8.
        """
        if given == STANDARD_INPUT:
            return standard_input(field, bytes_max)
        try:
            with (self.cwd / given).open("rb") as file:
                data = file.read(bytes_max + 1)
        except OSError:
            raise PathRefused(
                reason="there is no file there that can be read",
                suggestion="Name a file, or - for standard input.",
            ) from None
        return _decoded(field, data, bytes_max)


def given_arguments(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a tool: the options that were given, by the tool's own names."""
    return {
        name.rstrip("_"): value
        for name, value in options.items()
        if value is not None and value != []
    }


def standard_input(field: str, bytes_max: int = INPUT_BYTES_MAX) -> str:
    """Return all of standard input.

    Raises:
        ContentTooLarge: it has more than `bytes_max` bytes.
        ArgumentInvalid: it is not UTF-8.
    """
    return _decoded(field, sys.stdin.buffer.read(bytes_max + 1), bytes_max)


def argument_invalid(command: str, path: str, message: str, rule: str = "usage") -> ArgumentInvalid:
    """Return the error for one argument of a command that cannot be used."""
    problem = {"path": path, "rule": rule, "message": message}
    return ArgumentInvalid(count=1, tool=command, details={"problems": [problem]})


def _decoded(field: str, data: bytes, bytes_max: int) -> str:
    if len(data) > bytes_max:
        raise ContentTooLarge(field=field, size=f"more than {bytes_max}", limit=bytes_max)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise argument_invalid("this command", f"/{field}", "is not UTF-8 text", "utf-8") from None
