"""The engine itself: a plain value that holds what a call needs, built by `myelin.assembly`."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from myelin.engine.admit import Scan
from myelin.kernel.caller import Caller
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.store import Store

if TYPE_CHECKING:
    from myelin.cores.adaptation import AdaptationHub
    from myelin.cores.memory import MemoryHub
    from myelin.cores.preferences import PreferenceHub
    from myelin.cores.processes import ProcessHub
    from myelin.cores.quality import QualityHub
    from myelin.upkeep.core import Core


@dataclass(frozen=True, slots=True)
class BrainInfo:
    """Which brain answers."""

    id: str
    name: str
    kind: str


class CoreHubs(Protocol):
    """The hubs of all cores, each created on first use."""

    @property
    def memory(self) -> "MemoryHub":
        """Return the hub of memories."""

    @property
    def processes(self) -> "ProcessHub":
        """Return the hub of processes."""

    @property
    def quality(self) -> "QualityHub":
        """Return the hub of standards."""

    @property
    def preferences(self) -> "PreferenceHub":
        """Return the hub of preferences."""

    @property
    def adaptation(self) -> "AdaptationHub":
        """Return the hub of outcomes and proposals."""

    @property
    def cores(self) -> "tuple[Core, ...]":
        """Return every core as upkeep sees it, in the order of an export."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One brain for one caller."""

    store: Store
    brain: BrainInfo
    caller: Caller
    hubs: CoreHubs
    chance: Chance = field(repr=False)
    """Makes the ids of what the engine itself records."""
    clock: Clock = field(repr=False)
    """Names the snapshots that are taken before a write."""
    scan: Scan = field(repr=False)
    """Refuses what a write must not save; called with every string of the arguments."""
    dense: bool = False
    """Whether the dense companion is in use."""

    def for_caller(self, caller: Caller) -> "Engine":
        """Return the same engine for another caller of the same audience.

        Raises:
            ValueError: the audience differs; it is fixed when the brain is opened.
        """
        if caller.audience is not self.caller.audience:
            raise ValueError("an engine serves one audience")
        return replace(self, caller=caller)

    @property
    def memory(self) -> "MemoryHub":
        """Return the hub of memories."""
        return self.hubs.memory

    @property
    def processes(self) -> "ProcessHub":
        """Return the hub of processes."""
        return self.hubs.processes

    @property
    def quality(self) -> "QualityHub":
        """Return the hub of standards."""
        return self.hubs.quality

    @property
    def preferences(self) -> "PreferenceHub":
        """Return the hub of preferences."""
        return self.hubs.preferences

    @property
    def adaptation(self) -> "AdaptationHub":
        """Return the hub of outcomes and proposals."""
        return self.hubs.adaptation

    @property
    def cores(self) -> "tuple[Core, ...]":
        """Return every core as upkeep sees it: dumped, loaded, checked and erased from."""
        return self.hubs.cores
