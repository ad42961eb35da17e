"""From the text of a query to ranked memories; which may be served, the caller's filter says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from myelin.cores.memory import grouping, question, scoring
from myelin.cores.memory.evidence import Matches
from myelin.cores.memory.grouping import Candidate, Ranked
from myelin.cores.memory.index import OWNER_LABEL
from myelin.cores.memory.meaning import Meant
from myelin.cores.memory.question import Plan
from myelin.cores.memory.scoring import Bag, Nearby, Score, Weights
from myelin.cores.memory.vocabulary import LIVE, Vocabulary, nearby
from myelin.store import Session

MATCHED_MAX = 12
POOL_FIRST = 100
ANCHORS = 30
"""So many of the best lend their neighbours in a session what they say, and are lent it."""

DATED_MAX = 40
"""So many memories of the days that a question names are looked at, the newest."""

NARROW_SHARE = 0.5
"""A label that more documents have than this is not worth a part of the full-text query."""

NOTHING_FOUND = "No memory holds a word of this query."
NOTHING_OF_THE_KIND = "No memory of those classes and tags holds a word of this query."
NONE_OF_THE_KIND = "There is no memory of those classes with those tags."
NOTHING_TO_SEARCH = "The query holds no searchable terms: nothing but common words or signs."

POOL_MAX = 1600
"""A flood of nearly identical memories is read so far, and no further, for something else."""

NEAREST_FIRST, NEAREST_ENOUGH, NEAREST_MAX = 40, 10, 2560
"""So many memories nearest in meaning are looked at, and more while a filter lets few pass."""

Accept = Callable[[Session, Sequence[int]], dict[int, Candidate]]
"""Returns, by document number of the index, the memories that may be served."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that matched: its relevance, the parts of it, and what it was asked for."""

    row_id: int
    relevance: float
    match: float
    """From 0 to 1: how well it answers the question; under 0.5 it probably does not."""
    score: Score
    plan: Plan
    others: tuple[int, ...] = ()
    """The row ids of nearly identical memories that it stands for."""

    @property
    def bm25(self) -> float:
        """Return the part of the words alone."""
        return self.score.text

    @property
    def is_by_meaning(self) -> bool:
        """Return whether no word found it, its neighbours' included, but its meaning alone."""
        return self.score.nearness is not None and self.score.said <= 0

    @property
    def meaning(self) -> float | None:
        """Return the part of the dense companion; None where none was asked."""
        return None if self.score.nearness is None else self.score.meaning

    @property
    def words(self) -> dict[str, float]:
        """Return what each word of the query adds, in its order."""
        sought = self.plan.sought
        return {sought[number].written: self.score.words[number] for number in self._found}

    @property
    def _found(self) -> list[int]:
        return sorted(self.score.words)

    def evidence(self, content: str) -> Matches:
        """Return the words of the memory that match, at most twelve, and their places in it."""
        held, numbers = self.score.held, self.plan.numbers
        forms: list[tuple[str, dict[str, str]]] = []
        for number in self._found[:MATCHED_MAX]:
            one = self.plan.sought[number]
            own = {term: kind for term, kind in one.kinds.items() if numbers[term] in held}
            if own:
                forms.append((one.written, own))
        seen = self.plan.finder.look(content, forms)
        for number in self._found[:MATCHED_MAX]:
            one = self.plan.sought[number]
            for first, second in one.pairs:
                if numbers[first] in held and numbers[second] in held:
                    seen.add_pair(content, one.written, first, second)
        return seen


@dataclass(frozen=True, slots=True)
class Hits:
    """What a query found, best first."""

    hits: list[Hit]
    note: str | None = None
    capped: bool = False
    """More memories match than were looked at."""


def search(
    session: Session,
    query: str,
    *,
    limit: int,
    sections: Sequence[int],
    now_ms: int,
    accept: Accept,
    labels: Sequence[Sequence[str]] = (),
    fold: bool = True,
    meant: Meant | None = None,
) -> Hits:
    """Return the best memories for a query among those accepted, at most `limit`, best first.

    `labels` narrows the search before anything is ranked: a memory needs one label of each group.
    With `fold` a series of nearly identical memories is one hit. `meant` is what the dense
    companion says about the query.
    """
    asked = question.read(query, now_ms)
    if not (asked.content or len(asked.running) > 1 or asked.times):
        return Hits([], NOTHING_TO_SEARCH)
    vocabulary = Vocabulary(session, sections)
    plan = question.plan(asked, vocabulary)
    if plan is None and meant is not None and asked.content:
        plan = _by_meaning_alone(vocabulary)
    if plan is None:
        return Hits([], NOTHING_FOUND if asked.content or asked.times else NOTHING_TO_SEARCH)
    narrow = _narrowing(vocabulary, labels)
    if narrow is None:
        return Hits([], NONE_OF_THE_KIND)
    if plan.exact_length is not None:
        meant = None
    look = _Look(session, vocabulary, plan, narrow, accept, set(sections) <= set(LIVE), meant)
    pool = POOL_FIRST
    while True:
        candidates, bags, near, complete = look.at(pool, limit)
        nearness = look.nearness(candidates)
        scored = scoring.rank(candidates, bags, near, plan.weights, len(candidates), nearness)
        ranked = grouping.ordered(scored, candidates)
        if fold:
            ranked = grouping.best_of_notes(ranked, candidates)
        series = grouping.folded(ranked, candidates, bags, vocabulary.has_digit) if fold else ranked
        found = grouping.shared_out(series, candidates, bags, limit) if fold else ranked
        if complete or len(found) >= min(limit, len(ranked)) or pool >= POOL_MAX:
            break
        pool *= 4
    if not found:
        nothing = NOTHING_OF_THE_KIND if labels else NOTHING_FOUND
        return Hits([], NOTHING_TO_SEARCH if plan.exact_length is not None else nothing)
    return Hits(
        [_hit(one, candidates, plan) for one in found[:limit]],
        capped=not complete or len(series) > limit,
    )


def _hit(one: Ranked, candidates: Mapping[int, Candidate], plan: Plan) -> Hit:
    return Hit(
        candidates[one.document].row_id,
        one.relevance,
        scoring.match(one.score, plan.weights),
        one.score,
        plan,
        tuple(candidates[other].row_id for other in one.others),
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """Reads from the index what a plan may find, to any depth."""

    session: Session
    vocabulary: Vocabulary
    plan: Plan
    narrow: str
    accept: Accept
    is_live: bool
    meant: Meant | None

    def nearness(self, candidates: Mapping[int, Candidate]) -> dict[int, float]:
        """Return how near in meaning each document is; nothing without a companion."""
        if self.meant is None:
            return {}
        known = self.meant.of([candidate.row_id for candidate in candidates.values()])
        return {document: known[one.row_id] for document, one in candidates.items()}

    def at(
        self, pool: int, limit: int
    ) -> tuple[dict[int, Candidate], dict[int, Bag], dict[int, list[Nearby]], bool]:
        """Return candidates, bags and neighbours by document, and whether these are all."""
        plan, vocabulary = self.plan, self.vocabulary
        while True:
            documents, complete = self._ranked(pool)
            candidates = self.accept(self.session, documents)
            if complete or len(candidates) >= limit:
                break
            # A narrow filter: what may be served stands behind much that may not.
            pool *= 4
        if not complete:
            # What the owner wrote keeps a place, however much others wrote about the same.
            owners = f"(labels : ({question.any_of([OWNER_LABEL])})) AND "
            of_the_owner, _ = vocabulary.ranked(owners + self.narrow + plan.match, limit)
            candidates |= self.accept(self.session, of_the_owner)
        documents = [document for document in documents if document in candidates]
        if plan.dated is not None:
            of_the_days, _ = vocabulary.ranked(self.narrow + plan.dated, DATED_MAX)
            candidates |= self.accept(self.session, of_the_days)
        if self.meant is not None:
            candidates |= self._nearest(self.meant)
        near: dict[int, list[Nearby]] = {}
        if self.is_live:
            # Neighbours of the past are not looked for: history has none.
            near = nearby(vocabulary.windows(documents[:ANCHORS]))
            reached = near.keys() - candidates.keys()
            if reached:
                candidates |= self.accept(self.session, sorted(reached))
        looked_at = candidates.keys() | {other.document for some in near.values() for other in some}
        bags = vocabulary.bags(looked_at, plan.weights.wanted())
        if plan.exact_length is not None:
            candidates = {
                document: candidate
                for document, candidate in candidates.items()
                if bags[document].length == plan.exact_length
            }
        return candidates, bags, near, complete

    def _ranked(self, pool: int) -> tuple[list[int], bool]:
        if not self.plan.match:
            return [], True
        return self.vocabulary.ranked(self.narrow + self.plan.match, pool)

    def _nearest(self, meant: Meant) -> dict[int, Candidate]:
        """Return the nearest in meaning of what may be served; a narrow filter looks at more."""
        count = NEAREST_FIRST
        while True:
            documents = meant.documents(self.session, count)
            found = self.accept(self.session, documents)
            if len(found) >= NEAREST_ENOUGH or len(documents) < count or count >= NEAREST_MAX:
                return found
            count *= 4


def _by_meaning_alone(vocabulary: Vocabulary) -> Plan:
    """Return the plan for a question of which no memory holds a word."""
    weights = Weights(
        words={},
        gains=(),
        compounds={},
        whole=0.0,
        asked=1.0,
        common={},
        phrases={},
        dates=(),
        actors=frozenset(),
        average_length=vocabulary.average_length,
        documents=vocabulary.documents,
    )
    return Plan("", None, [], {}, weights)


def _narrowing(vocabulary: Vocabulary, labels: Sequence[Sequence[str]]) -> str | None:
    """Return the beginning of a full-text expression that only labelled documents match.

    It is empty where most documents have the labels: then they are filtered when they are found.
    None means that no document has them.
    """
    parts = []
    for group in labels:
        known = vocabulary.find(group)
        documents = sum(one.documents for one in known.values())
        if not documents:
            return None
        if documents < NARROW_SHARE * vocabulary.documents:
            parts.append(f"(labels : ({question.any_of(sorted(known))})) AND ")
    return "".join(parts)
