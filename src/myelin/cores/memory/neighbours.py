"""Find memories that say nearly the same as one, measured by the words that they share."""

import re
from collections import Counter
from collections.abc import Sequence

from myelin.cores.memory import queries, text
from myelin.cores.memory.filters import Filter
from myelin.cores.memory.grouping import Candidate
from myelin.cores.memory.queries import MemoryRow
from myelin.cores.memory.question import any_of
from myelin.cores.memory.search import search
from myelin.cores.memory.vocabulary import Vocabulary
from myelin.store import Session

ALIKE_MAX = 5
SHARED_MIN = 0.5
CANDIDATES = 20
QUERY_CHARS_MAX = 2000
DUPLICATE_SHARED_MIN = 0.65
DUPLICATE_TERMS_MIN = 3
ASKED_TERMS_MAX = 40
"""Of a longer text only so many terms, the longest, are looked up."""
RAREST_TERMS = 4
HOLDERS_MAX = 256
"""For each of the rarest terms, so many memories that hold it are looked at, the newest."""
DUPLICATES_READ_MAX = 12
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


def duplicate(session: Session, row: MemoryRow, sections: Sequence[int]) -> MemoryRow | None:
    """Return the live memory that is nearly the same as a new one, or None.

    Only the newest memories with two of the four rarest known words of the text are read, so that
    the cost of a write does not grow with the brain.
    """
    own = _content_terms(row.content)
    if len(own) < DUPLICATE_TERMS_MIN:
        return None
    asked = sorted(own, key=lambda term: (-len(term), term))[:ASKED_TERMS_MAX]
    vocabulary = Vocabulary(session, sections)
    known = vocabulary.find(asked)
    if len(known) < DUPLICATE_SHARED_MIN * len(asked):
        return None
    rarest = sorted(known, key=lambda term: (known[term].documents, term))[:RAREST_TERMS]
    # One query a word: SQLite joins the words of one query far slower than this counts them.
    holders = Counter(
        document
        for term in rarest
        for document in vocabulary.newest(f"{{terms names}} : {any_of([term])}", HOLDERS_MAX)
    )
    several = sorted((document for document, held in holders.items() if held > 1), reverse=True)
    documents = several[:DUPLICATES_READ_MAX]
    found = [each.row_id for each in _live(session, documents).values()]
    rows = queries.memories(session, found)
    measured = [(_shared(own, _content_terms(other.content)), -other.id) for other in rows.values()]
    share, negated = max(measured, default=(0.0, 0))
    return rows[-negated] if share >= DUPLICATE_SHARED_MIN else None


def _content_terms(content: str) -> frozenset[str]:
    words = map(text.fold, text.words(content[:QUERY_CHARS_MAX]))
    return frozenset(text.term_of(word) for word in words if not text.is_common(word))


def _live(session: Session, documents: Sequence[int]) -> dict[int, Candidate]:
    return {
        row.document: Candidate(row.id, row.recorded_at)
        for row in queries.acceptable(session, documents, Filter())
    }


def _words(row: MemoryRow) -> frozenset[str]:
    return frozenset(_WORD.findall(row.content.casefold()))


def _shared(own: frozenset[str], other: frozenset[str]) -> float:
    return len(own & other) / max(1, len(own | other))
