"""A brain in a folder of its own and the command that serves it, as a client's settings would."""

import base64
import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mcp.client.stdio import StdioServerParameters

from myelin import assembly
from myelin.crypto import keys
from myelin.engine.engine import Engine
from myelin.kernel.caller import LOCAL_HOST
from tests.e2e.mcp_wire import WireClient

ROOT = bytes(range(32))


@dataclass
class ServedBrain:
    """Where the brain is, and the environment in which its server runs."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """The brain's file."""
        return self.folder / ".myelin" / "project.myl"

    def make(self) -> None:
        """Make the brain, empty."""
        self.file.parent.mkdir(exist_ok=True)
        assembly.create(self.file, keys.local_key(ROOT), name="project")

    @contextlib.contextmanager
    def opened(self) -> Iterator[Engine]:
        """Open the brain in this process, as a host that calls no server would."""
        engine = assembly.open(self.file, keys.local_key(ROOT), name="project", caller=LOCAL_HOST)
        try:
            yield engine
        finally:
            engine.store.close()

    def parameters(self) -> StdioServerParameters:
        """Return what the package's own client starts the server with."""
        return StdioServerParameters(
            command=sys.executable, args=["-m", "myelin", *self._words()], env=self._environment()
        )

    def wire(self) -> WireClient:
        """Return a running server behind a client that sees every byte."""
        return WireClient([sys.executable, "-m", "myelin", *self._words()], self._environment())

    def _words(self) -> list[str]:
        return ["serve", "--data", str(self.file.parent), *self.arguments]

    def _environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if "MYELIN" not in name}
        home = str(self.folder / "home")
        key = base64.b64encode(ROOT).decode()
        return {**inherited, "HOME": home, "MYELIN_HOME": home, "MYELIN_KEY": key, **self.env}
