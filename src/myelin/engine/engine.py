"""The engine itself: a plain value that holds what a call needs, built by `myelin.assembly`."""

from dataclasses import dataclass, field, replace

from myelin.cores.adaptation import AdaptationHub
from myelin.cores.memory import MemoryHub
from myelin.cores.preferences import PreferenceHub
from myelin.cores.processes import ProcessHub
from myelin.cores.quality import QualityHub
from myelin.engine.admit import Scan
from myelin.kernel.caller import Caller
from myelin.store import Store
from myelin.upkeep.core import Core


@dataclass(frozen=True, slots=True)
class BrainInfo:
    """Which brain answers."""

    id: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Engine:
    """One brain for one caller."""

    store: Store
    brain: BrainInfo
    caller: Caller
    memory: MemoryHub
    processes: ProcessHub
    quality: QualityHub
    preferences: PreferenceHub
    adaptation: AdaptationHub
    cores: tuple[Core, ...]
    """Every core as upkeep sees it: dumped, loaded, checked and erased from."""
    scan: Scan = field(repr=False)
    """Refuses what a write must not save; called with every string of the arguments."""

    def for_caller(self, caller: Caller) -> "Engine":
        """Return the same engine for another caller of the same audience.

        Raises:
            ValueError: the audience differs; it is fixed when the brain is opened.
        """
        if caller.audience is not self.caller.audience:
            raise ValueError("an engine serves one audience")
        return replace(self, caller=caller)
