"""Recall, in order: search, weigh by trust, fit the budget, follow links, flag what contradicts."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, cast

from myelin.contract.types import ContradictionGroup, Item, SubjectGroup
from myelin.cores.memory import contradictions, fitting, queries, records, revisions
from myelin.cores.memory.contradictions import Contradictions
from myelin.cores.memory.evidence import Matches
from myelin.cores.memory.filters import LIVE_NOW, Filter
from myelin.cores.memory.grouping import Candidate
from myelin.cores.memory.meaning import Meaning
from myelin.cores.memory.queries import Acceptable, LinkRow, MemoryRow
from myelin.cores.memory.revisions import Statement
from myelin.cores.memory.rules import ASSERTING, TOUCH_INTERVAL_MS, Rules
from myelin.cores.memory.search import NOTHING_FOUND, Hit, Hits, search
from myelin.kernel.audience import Origin
from myelin.store import Session

MATCH, MEANING = "match", "meaning"
MATCHED_LATER = 1
"""So many matched words of an item after the tenth are named."""

ANSWER_MATCH_MIN = 0.5
NOTHING_FITS = "Probably nothing here answers this: the best match covers little of the query."
NOTHING_OF_THE_TIME = "No memory of that time holds a word of this query."
STATEMENTS_MAX = 24
"""So many of the best are compared for one that a newer one replaces."""

JUST_ABOVE = 1.0001
NEAR_TIE = 1.03
"""Scores that differ by less are a tie, which the owner's memory wins."""

OWNERS_FIRST = 3
"""So many of the owner's best get their part of the budget before anything of others."""

OUTCOME_FACTORS: Mapping[str, float] = MappingProxyType({"success": 0.5, "partial": 0.75})
"""A success that taught nothing does not compete with statements; a failure may."""

Outcomes = Callable[[Session, Mapping[int, str]], Mapping[int, tuple[str, str]]]
"""Returns the task kind and the outcome of memories that are episodes, by their references."""

Misled = Callable[[Session, Iterable[int], int], Mapping[int, int]]
"""Returns in how many outcomes until a time memories misled, those that did."""


@dataclass(frozen=True, slots=True)
class Found:
    """One memory on its way into the answer, with what ordered it."""

    row: MemoryRow
    trust: float
    score: float
    hit: Hit | None = None
    parent: int | None = None
    also: int = 0

    @property
    def is_owners(self) -> bool:
        """Return whether the owner wrote it."""
        return self.row.origin == Origin.OWNER

    @property
    def order(self) -> tuple[float, int, int]:
        """Return what sorts it: the score, then the newer, then the id."""
        return (-self.score, -self.row.recorded_at, self.row.id)


@dataclass(slots=True)
class Answer:
    """What recall returns, its brain and the notes about its arguments aside."""

    core: list[Item]
    memories: list[Item] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    contradictions: list[ContradictionGroup] = field(default_factory=list)
    same_subject: list[SubjectGroup] = field(default_factory=list)
    omitted: list[int] = field(default_factory=list)
    candidates: int = 0
    size_bytes: int = 0
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked besides the query: which memories, at which time, seen by whom."""

    wanted: Filter
    now_ms: int
    sections: Sequence[int]
    labels: Sequence[Sequence[str]]
    """Labels of which a memory needs one of each group, as a filter asks."""
    outcomes: Outcomes
    rules: Rules
    explain: bool = False
    meaning: Meaning | None = None
    """The dense companion, where the owner has switched it on."""


@dataclass(slots=True)
class Taken:
    """One memory in the answer: the item as it stands there, and the item whole."""

    found: Found
    item: Item
    size_bytes: int
    whole: Item
    places: Sequence[int] = ()


def recall(
    session: Session, query: str, asked: Asked, *, budget_bytes: int, misled: Misled
) -> Answer:
    """Return what a query recalls, as it stood and was to be trusted at the time asked about."""
    wanted, now_ms = asked.wanted, asked.now_ms
    hits, matches = find(session, query, asked)
    core_rows = queries.core_memories(session, wanted.at)
    known = {found.row.id: found.row for found in matches} | {row.id: row for row in core_rows}
    links = queries.links_of(session, known, wanted.at) if known else []
    opposed = contradictions.find(session, known, links, wanted.at)
    harmful = misled(session, known, wanted.at) if known else {}
    serving = _Serving(opposed, harmful, asked.explain)

    by_id = {found.row.id: found for found in matches}
    answer = Answer(
        core=_core(core_rows, now_ms, serving, by_id, asked.rules),
        note=_note(hits, matches, asked),
    )
    answer.candidates = len(matches)
    in_core = {row.id for row in core_rows}
    outside = [found for found in matches if found.row.id not in in_core]
    budget = fitting.Budget(budget_bytes)
    taken = _take(_owners_first(outside), MATCH, budget, serving)
    left_out = [found for found in outside if found.row.id not in taken]
    answer.omitted = [found.row.id for found in sorted(left_out, key=lambda one: not one.is_owners)]
    near = _neighbours(session, taken, links, known.keys(), asked)
    if near:
        reached = {found.row.id: found.row for found in near}
        links = [*links, *queries.links_of(session, reached, wanted.at)]
        serving.opposed = contradictions.find(session, known | reached, links, wanted.at)
        serving.harmful = {**harmful, **misled(session, reached, wanted.at)}
        taken |= _take(enumerate(near), "edge", budget, serving)
    ordered = sorted(taken.values(), key=lambda one: one.found.order)
    _regrow(ordered, budget)
    answer.memories = [one.item for one in ordered]
    answer.used = [one.found.row.id for one in ordered if _use_counts(one.found.row, now_ms)]
    answer.size_bytes = budget.used
    shown = in_core | taken.keys()
    answer.contradictions = [
        {"ids": [records.memory_id(row_id) for row_id in group.ids], "why": group.why}
        for group in serving.opposed.among(shown)
    ]
    answer.same_subject = [
        {"subject": subject, "ids": [records.memory_id(row_id) for row_id in ids]}
        for subject, ids in serving.opposed.subjects(shown)
    ]
    return answer


def _note(hits: Hits, matches: Sequence[Found], asked: Asked) -> str | None:
    """Return what the answer as a whole has to say: nothing found, or nothing that fits."""
    notes = [] if hits.note is None else [hits.note]
    if hits.note == NOTHING_FOUND and asked.wanted.has_bounds:
        notes = [NOTHING_OF_THE_TIME]
    best = max((one.hit.match for one in matches if one.hit is not None), default=None)
    if best is not None and best < ANSWER_MATCH_MIN:
        notes.append(NOTHING_FITS)
    if hits.capped:
        notes.append(f"More memories match; the best {asked.rules.candidates_max} were considered.")
    return " ".join(notes) or None


def find(session: Session, query: str, asked: Asked) -> tuple[Hits, list[Found]]:
    """Return what a search found, and the candidates with their scores, the best first."""
    outcomes: dict[int, tuple[str, str]] = {}

    def accept(session: Session, documents: Sequence[int]) -> dict[int, Candidate]:
        rows = queries.acceptable(session, documents, asked.wanted)
        episodes = {row.id: row.evidence_ref or "" for row in rows if row.class_ == "episode"}
        if episodes:
            outcomes.update(asked.outcomes(session, episodes))
        return {row.document: _candidate(row, outcomes.get(row.id)) for row in rows}

    meant = None if asked.meaning is None else asked.meaning.look(session, query)
    hits = search(
        session,
        query,
        limit=asked.rules.candidates_max,
        sections=asked.sections,
        now_ms=asked.now_ms,
        accept=accept,
        labels=asked.labels,
        meant=meant,
    )
    rows = queries.memories(session, [hit.row_id for hit in hits.hits]) if hits.hits else {}
    found = [_found(hit, rows[hit.row_id], asked) for hit in hits.hits]
    ranked = _newer_first(sorted(found, key=lambda one: one.order))
    return hits, [_summary(one, outcomes) for one in _owners_win_ties(ranked)]


def _candidate(row: Acceptable, outcome: tuple[str, str] | None) -> Candidate:
    is_owners = row.origin == Origin.OWNER
    if outcome is not None:
        kind, how = outcome
        factor = OUTCOME_FACTORS.get(how, 1.0)
        return Candidate(row.id, row.recorded_at, f"outcome {kind}", True, factor, is_owners)
    if row.subject_key is not None and row.class_ in ASSERTING:
        # Statements about one subject may contradict each other: they are no series.
        return Candidate(row.id, row.recorded_at, is_owners=is_owners, note=row.note)
    kind = f"{row.class_} {row.subject_key or ''}"
    return Candidate(row.id, row.recorded_at, kind, is_owners=is_owners, note=row.note)


def _newer_first(ranked: Sequence[Found]) -> list[Found]:
    """Return memories by score, where a newer statement has at least that of an older one."""
    best = ranked[:STATEMENTS_MAX]
    statements = [
        Statement(one.row, one.hit.relevance, frozenset(one.hit.score.words))
        for one in best
        if one.hit is not None
    ]
    lifted = list(best)
    for at, place in enumerate(revisions.lifted(statements)):
        if place is not None:
            # Ties break by newer `recorded_at`; what was observed later is only a little ahead.
            score = max(lifted[at].score, lifted[place].score * JUST_ABOVE)
            lifted[at] = replace(lifted[at], score=score)
    return sorted([*lifted, *ranked[STATEMENTS_MAX:]], key=lambda one: one.order)


def _owners_win_ties(ranked: Sequence[Found]) -> list[Found]:
    """Return memories by score, the owner's before what others wrote with nearly the same."""
    others = [one.score for one in ranked if not one.is_owners]
    if not others or len(others) == len(ranked):
        return list(ranked)
    raised = []
    for one in ranked:
        tied = [score for score in others if one.score <= score <= one.score * NEAR_TIE]
        is_raised = one.is_owners and tied
        raised.append(replace(one, score=max(tied) * JUST_ABOVE) if is_raised else one)
    return sorted(raised, key=lambda one: one.order)


def _summary(found: Found, outcomes: Mapping[int, tuple[str, str]]) -> Found:
    """Return a memory that stands for others with their number, and outcomes as their sum."""
    others = () if found.hit is None else found.hit.others
    outcome = outcomes.get(found.row.id)
    if not others:
        return found
    if outcome is None:
        return replace(found, also=len(others))
    kind = outcome[0]
    counted = Counter(outcomes[row_id][1] for row_id in (found.row.id, *others))
    how = ", ".join(f"{count} {name}" for name, count in counted.most_common())
    said = " ".join(found.row.content.split())
    content = f"{len(others) + 1} more outcomes of {kind} here: {how}. The last: {said}"
    return replace(found, row=found.row._replace(content=content), also=len(others))


class _Serving:
    """Turns memories into items of one answer."""

    def __init__(
        self, opposed: Contradictions, harmful: Mapping[int, int], explain: bool = False
    ) -> None:
        self.opposed = opposed
        self.harmful = harmful
        self._explain = explain

    def item(self, found: Found, via: str, place: int = 0) -> tuple[Item, Sequence[int]]:
        """Return a memory as an item, and the places in its text that match."""
        hit = found.hit
        seen = Matches() if hit is None else hit.evidence(found.row.content)
        made = records.item(
            found.row,
            via=MEANING if via == MATCH and hit is not None and hit.is_by_meaning else via,
            trust=found.trust,
            score=found.score,
            match=0.0 if hit is None else hit.match,
            bm25=None if hit is None or not self._explain else hit.bm25,
            meaning=None if hit is None or not self._explain else hit.meaning,
            parent=found.parent,
            matched=seen.matched[: MATCHED_LATER if place >= fitting.FIRST_PAGE else None],
            contradicts=(other for other, _ in self.opposed.others(found.row.id)),
            harmful=self.harmful.get(found.row.id, 0),
            also=found.also,
        )
        return made, seen.places


def _use_counts(row: MemoryRow, now_ms: int) -> bool:
    """Return whether another use would count: one that would not needs no record in the log."""
    return row.last_used_at is None or abs(now_ms - row.last_used_at) >= TOUCH_INTERVAL_MS


def _found(hit: Hit, row: MemoryRow, asked: Asked) -> Found:
    trust = records.trust_of(row, asked.now_ms, asked.rules).value
    return Found(row, trust, asked.rules.score(hit.relevance, trust), hit)


def core_alone(session: Session, now_ms: int, misled: Misled, by: Rules) -> list[Item]:
    """Return the core tier as recall prepends it, without a query."""
    rows = queries.core_memories(session, LIVE_NOW)
    known = {row.id: row for row in rows}
    links = queries.links_of(session, known, LIVE_NOW) if known else []
    opposed = contradictions.find(session, known, links, LIVE_NOW)
    harmful = misled(session, known, LIVE_NOW) if known else {}
    return _core(rows, now_ms, _Serving(opposed, harmful), {}, by)


def _core(
    rows: Iterable[MemoryRow],
    now_ms: int,
    serving: _Serving,
    matches: Mapping[int, Found],
    by: Rules,
) -> list[Item]:
    """Return the core tier's items, by trust."""
    found = [
        matches.get(row.id) or Found(row, records.trust_of(row, now_ms, by).value, 0.0)
        for row in rows
    ]
    found.sort(key=lambda one: (-one.trust, -one.row.recorded_at, one.row.id))
    items = [serving.item(one, "core")[0] for one in found]
    if fitting.size(items) > by.core_bytes_max:
        # What was measured when they entered the tier fits; what only this answer adds may not.
        for item in items:
            for name in ("matched", "contradicts"):
                cast(dict[str, Any], item).pop(name, None)
    return items


def _take(
    ranked: Iterable[tuple[int, Found]], via: str, budget: fitting.Budget, serving: _Serving
) -> dict[int, Taken]:
    """Return the memories that fit the budget, in their order, a long text as an excerpt.

    With each comes its place by score, which says how much of the budget it may have.
    """
    taken: dict[int, Taken] = {}
    for place, found in ranked:
        limit = min(budget.left, budget.share(place))
        if limit < fitting.ITEM_BYTES_MIN:
            break
        whole, places = serving.item(found, via, place)
        fitted: tuple[Item, int] | None = None
        if len(found.row.content) < limit:
            whole_bytes = fitting.size(whole)
            fitted = (whole, whole_bytes) if whole_bytes <= limit else None
        fitted = fitted or fitting.excerpt(whole, limit, places)
        if fitted is not None and budget.take(fitted[1]):
            taken[found.row.id] = Taken(found, *fitted, whole, places)
    return taken


def _owners_first(ranked: Sequence[Found]) -> list[tuple[int, Found]]:
    """Return memories with their places, the owner's best before all others.

    Nothing that others wrote can then use up the budget for them.
    """
    placed = list(enumerate(ranked))
    first = [one for one in placed if one[1].is_owners][:OWNERS_FIRST]
    before = {place for place, _ in first}
    return [*first, *(one for one in placed if one[0] not in before)]


def _regrow(ordered: Iterable[Taken], budget: fitting.Budget) -> None:
    """Give what is left of the budget to the texts that were cut, best first."""
    for one in ordered:
        if budget.left < fitting.REGROWN_BYTES_MIN:
            return
        if "truncated" not in one.item:
            continue
        limit = one.size_bytes + budget.left
        whole_bytes = fitting.size(one.whole)
        fitted = (one.whole, whole_bytes)
        if whole_bytes > limit:
            fitted = fitting.excerpt(one.whole, limit, one.places) or (one.item, one.size_bytes)
        budget.regrow(one.size_bytes, fitted[1])
        one.item, one.size_bytes = fitted


def _neighbours(
    session: Session,
    taken: Mapping[int, Taken],
    links: Iterable[LinkRow],
    known: Iterable[int],
    asked: Asked,
) -> list[Found]:
    """Return what one link leads to from what was taken, best first."""
    edges: list[tuple[int, int, str]] = []
    for link in links:
        if link.type != "supersedes":  # History is not recall.
            ends = ((link.from_id, link.to_id), (link.to_id, link.from_id))
            edges += [(parent, end, link.origin) for parent, end in ends if parent in taken]
    ends_known = set(known)
    edges = [edge for edge in edges if edge[1] not in ends_known]
    if not edges:
        return []
    rows = queries.wanted_memories(session, {end for _, end, _ in edges}, asked.wanted)
    reached = []
    for parent, end, origin in edges:
        if end in rows:
            trust = records.trust_of(rows[end], asked.now_ms, asked.rules).value
            score = asked.rules.neighbour_factor * taken[parent].found.score * trust
            reached.append((Found(rows[end], trust, score, parent=parent), origin))
    reached.sort(key=lambda one: (one[0].order, taken[one[0].parent or 0].found.order))
    best: dict[int, Found] = {}
    used_host_link: set[int | None] = set()
    for found, origin in reached:
        if found.row.id in best:
            continue
        # What a host linked may bring one memory a match: it cannot flood an answer.
        if origin == Origin.HOST:
            if found.parent in used_host_link:
                continue
            used_host_link.add(found.parent)
        best[found.row.id] = found
    return list(best.values())
