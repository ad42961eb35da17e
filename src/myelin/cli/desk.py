"""What the commands that keep a brain in order work with: which brain, its key, and whom to ask."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin import assembly, config
from myelin.cli import ask
from myelin.cli.console import Console
from myelin.contract.errors import ArgumentInvalid, TerminalRequired
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.server.brains import root_of

if TYPE_CHECKING:
    from myelin.engine import Engine
    from myelin.store.past import Past


@dataclass(frozen=True)
class Desk:
    """One brain and the person, or nobody, in front of it."""

    console: Console
    settings: config.Settings
    cwd: Path
    environment: Mapping[str, str]
    clock: Clock
    chance: Chance

    def location(self, *, may_be_missing: bool = False) -> config.Location:
        """Return where the brain is.

        Raises:
            BrainUnknown, PathRefused: there is none, or its place cannot hold one.
        """
        find = config.locate if may_be_missing else config.find_brain
        return find(self.settings, self.cwd)

    def root(self, location: config.Location) -> bytes:
        """Return the root of the brain's key."""
        return root_of(location.path, self.settings)

    @contextmanager
    def engine(self, location: config.Location, root: bytes) -> Iterator["Engine"]:
        """Open the brain as its owner for the block."""
        engine = assembly.open(
            location.path,
            root,
            name=location.name,
            audience=Audience.LOCAL,
            origin=Origin.OWNER,
            force_network=self.settings.force_network,
        )
        try:
            yield engine
        finally:
            engine.store.close()

    @contextmanager
    def past(self, location: config.Location, root: bytes) -> Iterator["Past"]:
        """Open the brain's earlier states for the block."""
        with assembly.open_past(
            location.path,
            root,
            clock=self.clock,
            chance=self.chance,
            force_network=self.settings.force_network,
        ) as past:
            yield past

    def file(self, given: str | None) -> Path | None:
        """Return the path that an option names, seen from the working folder."""
        return self.cwd / given if given else None

    def refuse_agents(self) -> None:
        """Refuse a shell that an agent drives.

        Raises:
            TerminalRequired: the environment says so.
        """
        if ask.driving_agent(self.environment) is not None:
            raise TerminalRequired(suggestion="Run it in a terminal of your own.")


def invalid(command: str, path: str, message: str) -> ArgumentInvalid:
    """Return the error for one word of a command that cannot be used."""
    problems: list[dict[str, Any]] = [{"path": path, "rule": "usage", "message": message}]
    return ArgumentInvalid(count=1, tool=command, details={"problems": problems})
