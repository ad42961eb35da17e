"""The memory core's door: the hub, what is derived from memories, and what sessions may see."""

from myelin.cores.memory.index import MemoryIndex
from myelin.cores.memory.queries import apply_touch, session_sql
from myelin.cores.memory.service import MemoryHub
from myelin.cores.memory.upkeep import MemoryUpkeep

__all__ = ["MemoryHub", "MemoryIndex", "MemoryUpkeep", "apply_touch", "session_sql"]
