"""The memory core's door: the hub, what is derived from memories, and what sessions may see."""

from typing import TYPE_CHECKING

from myelin.kernel.lazy import door

if TYPE_CHECKING:
    from myelin.cores.memory.index import MemoryIndex as MemoryIndex
    from myelin.cores.memory.index import VectorTable as VectorTable
    from myelin.cores.memory.meaning import Companion as Companion
    from myelin.cores.memory.queries import apply_touch as apply_touch
    from myelin.cores.memory.rules import Rules as Rules
    from myelin.cores.memory.service import MemoryHub as MemoryHub
    from myelin.cores.memory.tables import MEMORY as MEMORY
    from myelin.cores.memory.tables import TABLES as TABLES
    from myelin.cores.memory.upkeep import MemoryUpkeep as MemoryUpkeep

__getattr__ = door(
    __name__,
    {
        "MemoryIndex": "index",
        "Companion": "meaning",
        "apply_touch": "queries",
        "MemoryHub": "service",
        "MEMORY": "tables",
        "Rules": "rules",
        "TABLES": "tables",
        "MemoryUpkeep": "upkeep",
        "VectorTable": "index",
    },
)
