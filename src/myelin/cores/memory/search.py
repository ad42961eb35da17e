"""From the text of a query to ranked memories; which may be served, the caller's filter says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from myelin.cores.memory import question, scoring
from myelin.cores.memory.evidence import Evidence
from myelin.cores.memory.question import Plan
from myelin.cores.memory.scoring import Score
from myelin.cores.memory.vocabulary import LIVE, Vocabulary, nearby
from myelin.store import Session

MATCHED_MAX = 12
POOL_FIRST = 100
ANCHORS = 30
"""So many of the best lend their neighbours in a session what they say, and are lent it."""

DATED_MAX = 40
"""So many memories of the days that a question names are looked at, the newest."""

NOTHING_TO_SEARCH = "The query holds no searchable terms: nothing but common words or signs."

Accept = Callable[[Session, Sequence[int]], dict[int, int]]
"""Gives, for document numbers of the index, the row ids of those that may be candidates."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that matched: its relevance, the parts of it, and what it was asked for."""

    row_id: int
    relevance: float
    match: float
    """From 0 to 1: the share of the question that it covers."""
    score: Score
    plan: Plan

    @property
    def bm25(self) -> float:
        """Return the part of the words alone."""
        return self.score.text

    @property
    def words(self) -> dict[str, float]:
        """Return what each word of the query adds, in its order."""
        sought = self.plan.sought
        return {sought[number].written: self.score.words[number] for number in self._found}

    @property
    def _found(self) -> list[int]:
        return sorted(self.score.words)

    def evidence(self, content: str) -> Evidence:
        """Return the words of the memory that match, at most twelve, and their places in it."""
        held, numbers = self.score.held, self.plan.numbers
        forms: list[tuple[str, dict[str, str]]] = []
        for number in self._found[:MATCHED_MAX]:
            one = self.plan.sought[number]
            own = {term: kind for term, kind in one.kinds.items() if numbers[term] in held}
            if own:
                forms.append((one.written, own))
        return self.plan.finder.look(content, forms)


@dataclass(frozen=True, slots=True)
class Hits:
    """What a query found, best first."""

    hits: list[Hit]
    note: str | None = None


def search(
    session: Session,
    query: str,
    *,
    limit: int,
    sections: Sequence[int],
    now_ms: int,
    accept: Accept,
) -> Hits:
    """Return the best memories for a query among those accepted, at most `limit` and ties with it.

    Ties at the end are all returned: only the caller can order them in a way that does not
    depend on this image's document numbers.
    """
    asked = question.read(query, now_ms)
    if not (asked.content or asked.joined or asked.times):
        return Hits([], NOTHING_TO_SEARCH)
    vocabulary = Vocabulary(session, sections)
    plan = question.plan(asked, vocabulary)
    if plan is None:
        return Hits([], None if asked.content or asked.times else NOTHING_TO_SEARCH)
    documents, row_ids = _candidates(session, plan.match, vocabulary, limit, accept)
    if plan.dated is not None:
        of_the_days, _ = vocabulary.ranked(plan.dated, DATED_MAX)
        row_ids |= accept(session, of_the_days)
    near = {}
    if set(sections) <= set(LIVE):
        # What was said around a memory once is not asked for: history has no neighbours.
        near = nearby(vocabulary.windows(documents[:ANCHORS]))
        reached = near.keys() - row_ids.keys()
        if reached:
            row_ids |= accept(session, sorted(reached))
    looked_at = row_ids.keys() | {other.document for some in near.values() for other in some}
    bags = vocabulary.bags(looked_at, plan.weights.wanted())
    ranked = scoring.rank(row_ids, bags, near, plan.weights, limit)
    return Hits(
        [
            Hit(
                row_ids[document],
                score.total,
                scoring.strength(score, plan.weights),
                score,
                plan,
            )
            for document, score in ranked
        ]
    )


def _candidates(
    session: Session, match: str, vocabulary: Vocabulary, limit: int, accept: Accept
) -> tuple[list[int], dict[int, int]]:
    """Return documents that match, best first, and the row ids of those that are accepted."""
    pool = POOL_FIRST
    while True:
        documents, complete = vocabulary.ranked(match, pool)
        row_ids = accept(session, documents)
        if complete or len(row_ids) >= limit:
            return [document for document in documents if document in row_ids], row_ids
        # A narrow filter: what may be served stands behind much that may not.
        pool *= 4
