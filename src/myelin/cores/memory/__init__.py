"""The memory core's door: the hub, what is derived from memories, and what sessions may see."""

from myelin.cores.memory.index import MemoryIndex
from myelin.cores.memory.queries import apply_touch
from myelin.cores.memory.service import MemoryHub
from myelin.cores.memory.tables import TABLES
from myelin.cores.memory.upkeep import MemoryUpkeep

__all__ = ["TABLES", "MemoryHub", "MemoryIndex", "MemoryUpkeep", "apply_touch"]
