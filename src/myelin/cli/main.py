"""The entry point of `myelin`: the only reader of arguments, environment and working folder.

Clients wait for `myelin serve` to start, so that path imports nothing of the command line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.config import Settings


def main() -> int:
    """Run the command that this process was started with, and return its exit code."""
    # Pydantic calls the plugins of every installed package with the values that it validates.
    # Those values are content of brains, so no plugin is loaded.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    arguments = sys.argv[1:]
    cwd = _working_folder()
    plain = plain_serve(arguments)
    if plain is not None:
        from myelin.server import stdio

        # The settings are read when the first call comes.
        return stdio.serve(lambda: plain.settings(cwd), cwd)
    if arguments in (["--version"], ["-V"]):
        # Scripts and installers ask this often, so nothing else is imported.
        return _print_version()
    from myelin.config import process_environment

    if arguments[:1] == ["__complete"] and len(arguments) == 2:
        # A shell asks at each press of a key, so the parser is not imported.
        from myelin.cli import completion

        return completion.answer(arguments[1], process_environment(), cwd)
    from myelin.cli import app

    return app.run(arguments, process_environment(), cwd)


@dataclass
class PlainServe:
    """The arguments of a `serve` with no options but those that choose the brain."""

    data: str | None = None
    name: str | None = None
    force_network: bool = False

    def settings(self, cwd: Path) -> Settings:
        """Return the settings of the server.

        Raises:
            PathRefused: they cannot be used.
        """
        from myelin.config import for_session, load, process_environment

        environment = process_environment()
        settings = load(
            environment,
            cwd,
            data=self.data,
            name=self.name,
            force_network=self.force_network,
        )
        return for_session(settings, environment)


def plain_serve(arguments: Sequence[str]) -> PlainServe | None:
    """Return the arguments of a plain `serve`, or None for any other command line."""
    plain = PlainServe()
    served = False
    words = iter(arguments)
    for word in words:
        flag, equals, value = word.partition("=")
        if word == "serve" and not served:
            served = True
        elif word == "--force-network":
            plain.force_network = True
        elif flag in ("--data", "--name"):
            given = value if equals else next(words, None)
            if given is None:
                return None
            setattr(plain, flag.removeprefix("--"), given)
        else:
            return None
    return plain if served else None


def _print_version() -> int:
    from importlib import metadata

    sys.stdout.write(f"myelin {metadata.version('myelin-brain')}\n")
    return 0


def _working_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:
        # The working folder was deleted. A brain can still be opened with --data.
        return Path("/")
