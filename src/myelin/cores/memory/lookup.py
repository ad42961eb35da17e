"""From an id as a caller gives it, whole or its beginning, to the one memory that it means."""

from myelin.contract.errors import IdAmbiguous, MemoryUnknown
from myelin.cores.memory import queries
from myelin.cores.memory.queries import MemoryRow
from myelin.kernel.ids import id_range
from myelin.store import Session

PREFIX = "mem_"


def row_id(session: Session, text: str) -> int:
    """Return the row id of the one memory, among those that may be seen, that an id means.

    Raises:
        MemoryUnknown: there is none.
        IdAmbiguous: several begin like that.
    """
    if not text.startswith(PREFIX):
        raise MemoryUnknown()
    try:
        first, last = id_range(text)
    except ValueError:
        raise MemoryUnknown() from None
    found = queries.ids_between(session, first, last)
    if not found:
        raise MemoryUnknown()
    if len(found) > 1:
        raise IdAmbiguous(count=len(found))
    return found[0]


def memory(session: Session, text: str) -> MemoryRow:
    """Return the one memory that an id means.

    Raises:
        MemoryUnknown: there is none.
        IdAmbiguous: several begin like that.
    """
    found = row_id(session, text)
    return queries.memories(session, [found])[found]
