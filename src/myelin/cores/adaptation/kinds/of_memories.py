"""What the kinds about memories share: the memory that the target names."""

from myelin.contract.types import Memory
from myelin.cores.adaptation.hubs import memory_stands
from myelin.cores.adaptation.kinds.kind import Context, Near
from myelin.kernel.ids import decode_id

GONE = "the memory was replaced, withdrawn or removed"


def memory(at: Context, memory_id: str | None) -> Memory | None:
    """Return a memory by its public id, or None if it cannot be seen."""
    return at.hubs.memory.stored(at.session, decode_id(memory_id or ""))


def standing(at: Context, memory_id: str | None) -> Memory | None:
    """Return a memory that is live and not archived, or None."""
    found = memory(at, memory_id)
    return found if found is not None and memory_stands(found) else None


def text(found: Memory | None) -> str:
    """Return the text of a memory, empty for None."""
    return "" if found is None else found["content"]


def sensitivity(at: Context, target: str) -> str:
    """Return the sensitivity of the memory that a target names."""
    return at.hubs.memory.find(at.session, target)["sensitivity"]


def near(at: Context, target: str) -> list[Near]:
    """Return the live memories that say nearly the same."""
    found = at.hubs.memory.similar(at.session, decode_id(target))
    return [Near("memory", each["id"], each["content"]) for each in found]
