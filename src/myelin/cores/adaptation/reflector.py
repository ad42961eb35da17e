"""The reflector: counts what outcomes say, and lays down for the owner what repeats.

It calls no model and writes no document: a proposal is a count and where it comes from.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from myelin.cores.adaptation import queries, rules
from myelin.cores.adaptation.applying import Hubs, memory_stands
from myelin.cores.adaptation.book import ProposalBook
from myelin.cores.adaptation.queries import Evidence, OutcomeRow, ProposalRow
from myelin.kernel.audience import Origin
from myelin.kernel.ids import encode_id
from myelin.store import Session

Found = tuple[str, Sequence[Evidence]]
"""Why a proposal is raised, and the outcomes behind it."""


@dataclass(frozen=True, slots=True)
class Met:
    """What one outcome brought: itself, what memories did in it, and the rules that it met."""

    row: OutcomeRow
    uses: Sequence[tuple[int, str]]
    violations: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Reflected:
    """The proposals that one outcome raised, and whether there was no room for another."""

    raised: list[ProposalRow]
    full: bool


class Reflector:
    """Looks at what one more outcome adds up to."""

    def __init__(self, book: ProposalBook, hubs: Hubs) -> None:
        self._book = book
        self._hubs = hubs

    def reflect(self, session: Session, met: Met) -> Reflected:
        """Raise what the counts call for, each once, and return it."""
        done = Reflected([], False)
        if not met.row.counts:
            return done
        for kind, target, count in self._questions(session, met):
            since = self._book.last_decision(session, kind, target)
            found = None if since is None else count(since)
            if found is None:
                continue
            reason, evidence = found
            row = self._book.open(
                session,
                kind,
                target,
                reason=reason,
                origin=Origin.LOOP,
                sensitivity=self._sensitivity(session, kind, target),
                evidence=evidence,
            )
            if row is None:
                return Reflected(done.raised, True)
            done.raised.append(row)
        return done

    def _questions(
        self, session: Session, met: Met
    ) -> Iterator[tuple[str, str, Callable[[int], Found | None]]]:
        """Yield every kind and target that this outcome bears on, and what counts for it."""
        row = met.row
        if row.signal != rules.REPORTED:
            if row.process is not None and row.process_version is not None:
                target = rules.versioned(row.process, row.process_version)
                yield "revise_process", target, partial(_process, session, target)
            elif row.outcome == rules.SUCCESS:
                yield "new_workflow", row.task_kind, partial(_workflow, session, row.task_kind)
            for standard, rule in sorted(met.violations):
                yield "new_rule", f"{standard}/{rule}", partial(_rule, session, standard, rule)
            for standard in sorted({standard for standard, _ in met.violations}):
                yield "new_skill", standard, partial(self._skill, session, standard)
        for memory_id, verdict in met.uses:
            target = encode_id("mem", memory_id)
            if verdict == "helpful":
                yield "promote_to_core", target, partial(self._promote, session, memory_id)
            elif verdict == "harmful":
                yield "review_memory", target, partial(self._review, session, memory_id)

    def _skill(self, session: Session, standard: str, since: int) -> Found | None:
        found = queries.violations(session, standard, None, since)
        if len(found) < rules.SKILL_OUTCOMES:
            return None
        if standard in self._hubs.processes.skilled_standards(session):
            return None
        reason = f"{len(found)} outcomes broke this standard, and no skill names it."
        return reason, found

    def _promote(self, session: Session, memory_id: int, since: int) -> Found | None:
        found = queries.uses(session, memory_id, "helpful", since)
        days = rules.days_of([each.recorded_at for each in found])
        if len(found) < rules.PROMOTE_OUTCOMES or days < rules.PROMOTE_DAYS:
            return None
        if queries.uses(session, memory_id, "harmful", 0):
            return None
        memory = self._hubs.memory.stored(session, memory_id)
        if memory is None or not memory_stands(memory) or memory["tier"] == "core":
            return None
        reason = f"It helped in {len(found)} outcomes on {days} days and misled in none."
        return reason, found

    def _review(self, session: Session, memory_id: int, since: int) -> Found | None:
        found = queries.uses(session, memory_id, "harmful", since)
        memory = self._hubs.memory.stored(session, memory_id)
        if len(found) < rules.REVIEW_OUTCOMES or memory is None or not memory_stands(memory):
            return None
        return f"It misled in {len(found)} outcomes.", found

    def _sensitivity(self, session: Session, kind: str, target: str) -> str:
        if kind not in ("promote_to_core", "review_memory"):
            return "normal"
        memory = self._hubs.memory.find(session, target)
        return memory["sensitivity"]


def _workflow(session: Session, task_kind: str, since: int) -> Found | None:
    window = session.now_ms - rules.WORKFLOW_WINDOW_MS - 1
    found = queries.successes_without_process(session, task_kind, max(since, window))
    if len(found) < rules.WORKFLOW_SUCCESSES:
        return None
    return f"{len(found)} tasks of this kind went well without a process in 90 days.", found


def _process(session: Session, target: str, since: int) -> Found | None:
    name, version = rules.named_version(target)
    last = queries.outcomes_of_process(session, name, version, since)
    last = last[: rules.PROCESS_LAST_OUTCOMES]
    if not rules.setbacks_are_many([each.outcome for each in last]):
        return None
    setbacks = [each for each in last if each.outcome != rules.SUCCESS]
    return f"{len(setbacks)} of its last {len(last)} outcomes failed or were partial.", setbacks


def _rule(session: Session, standard: str, rule: str, since: int) -> Found | None:
    found = queries.violations(session, standard, rule, since)
    times = sum(each.weight for each in found)
    if len(found) < rules.RULE_OUTCOMES or times < rules.RULE_TIMES:
        return None
    return f"It was broken {times} times over {len(found)} outcomes.", found
