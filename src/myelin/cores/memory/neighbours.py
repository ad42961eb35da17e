"""Which memories say nearly the same as one, measured by how many words they share."""

import re
from collections.abc import Sequence

from myelin.cores.memory import queries
from myelin.cores.memory.grouping import Candidate
from myelin.cores.memory.queries import MemoryRow, Wanted
from myelin.cores.memory.search import search
from myelin.store import Session

ALIKE_MAX = 5
SHARED_MIN = 0.5
CANDIDATES = 20
QUERY_CHARS_MAX = 2000
_WORD = re.compile(r"\w+")


def alike(session: Session, row: MemoryRow, sections: Sequence[int]) -> list[MemoryRow]:
    """Return the live memories that share at least half of the words, the most alike first."""
    hits = search(
        session,
        row.content[:QUERY_CHARS_MAX],
        limit=CANDIDATES,
        sections=sections,
        now_ms=session.now_ms,
        accept=_live,
        fold=False,
    )
    rows = queries.memories(session, [hit.row_id for hit in hits.hits if hit.row_id != row.id])
    own = _words(row)
    measured = sorted((_shared(own, _words(other)), -other.id, other) for other in rows.values())
    return [other for share, _, other in reversed(measured) if share >= SHARED_MIN][:ALIKE_MAX]


def _live(session: Session, documents: Sequence[int]) -> dict[int, Candidate]:
    return {
        row.document: Candidate(row.id, row.recorded_at)
        for row in queries.acceptable(session, documents, Wanted())
    }


def _words(row: MemoryRow) -> frozenset[str]:
    return frozenset(_WORD.findall(row.content.casefold()))


def _shared(own: frozenset[str], other: frozenset[str]) -> float:
    return len(own & other) / max(1, len(own | other))
