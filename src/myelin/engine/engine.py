"""The engine itself: a plain value that holds what a call needs, built by `myelin.assembly`."""

from dataclasses import dataclass, field, replace

from myelin.cores.adaptation import AdaptationHub
from myelin.cores.memory import MemoryHub
from myelin.cores.preferences import PreferenceHub
from myelin.cores.processes import ProcessHub
from myelin.cores.quality import QualityHub
from myelin.engine.admit import Scan
from myelin.kernel.audience import Audience, Origin
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
    """One brain as one audience sees it and one origin writes it."""

    store: Store
    brain: BrainInfo
    audience: Audience
    origin: Origin
    memory: MemoryHub
    processes: ProcessHub
    quality: QualityHub
    preferences: PreferenceHub
    adaptation: AdaptationHub
    cores: tuple[Core, ...]
    """Every core as upkeep sees it: dumped, loaded, checked and erased from."""
    scan: Scan = field(repr=False)
    """Refuses what a write must not save; called with every string of the arguments."""

    def acting_for(self, actor: str) -> "Engine":
        """Return this engine with the name of whoever calls, for what it saves and cannot say."""
        return replace(
            self,
            processes=self.processes.acting_for(actor),
            quality=self.quality.acting_for(actor),
            adaptation=self.adaptation.acting_for(actor),
        )
