"""All SQL of the adaptation core. Reads go through the views of what the audience may see."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from myelin.cores.adaptation import rules
from myelin.kernel.ids import decode_id
from myelin.store import Session

AMBIGUOUS_IDS_MAX = 100
EVIDENCE_ROWS_MAX = 1000
_COUNTED = "o.counts AND o.recorded_at > :since"
_CLAIMED = f"o.signal <> '{rules.REPORTED}'"


class OutcomeRow(NamedTuple):
    """The outcome of one task, as stored."""

    id: int
    task: str
    task_kind: str
    outcome: str
    summary: str
    signal: str
    process: str | None
    process_version: int | None
    sensitivity: str
    origin: str
    actor: str | None
    audience: str
    counts: int
    memory_id: int
    recorded_at: int


class ProposalRow(NamedTuple):
    """One proposal as stored. `words` are the client's own text, shown to the owner only."""

    id: int
    kind: str
    target: str
    state: str
    reason: str
    words: str | None
    body: str | None
    evidence: str
    sensitivity: str
    origin: str
    created_at: int
    decided_at: int | None = None
    decided_by: str | None = None


OUTCOME_COLUMNS = ", ".join(OutcomeRow._fields)
PROPOSAL_COLUMNS = ", ".join(ProposalRow._fields)


class Evidence(NamedTuple):
    """An outcome that counts towards a proposal."""

    id: int
    recorded_at: int
    outcome: str
    sensitivity: str
    weight: int = 1


@dataclass(slots=True)
class Tally:
    """Counts of the outcomes of one name, in total and by week: (total, success)."""

    name: str
    version: int | None
    total: int = 0
    success: int = 0
    partial: int = 0
    failure: int = 0
    weeks: dict[int, tuple[int, int]] = field(default_factory=dict)


def insert_outcome(session: Session, row: OutcomeRow) -> None:
    """Write an outcome."""
    session.execute(f"INSERT INTO outcome ({OUTCOME_COLUMNS}) VALUES ({_marks(row)})", row)


def insert_uses(session: Session, outcome_id: int, rows: Iterable[tuple[int, int, str]]) -> None:
    """Insert the verdicts of an outcome: (row id, memory, verdict)."""
    session.executemany(
        "INSERT INTO outcome_use (id, outcome_id, memory_id, verdict) VALUES (?, ?, ?, ?)",
        [(row_id, outcome_id, memory_id, verdict) for row_id, memory_id, verdict in rows],
    )


def insert_violations(
    session: Session, outcome_id: int, rows: Iterable[tuple[int, str, str, int]]
) -> None:
    """Insert the violations of an outcome: (row id, standard, rule, times)."""
    session.executemany(
        """INSERT INTO outcome_violation (id, outcome_id, standard, rule, times)
           VALUES (?, ?, ?, ?, ?)""",
        [(row_id, outcome_id, *rest) for row_id, *rest in rows],
    )


def counted_since(session: Session, task_kind: str, audience: str, since: int) -> bool:
    """Return whether an outcome of that kind and audience has counted since a time."""
    # Base table: what one audience cannot see has been counted all the same.
    rows = session.execute(
        """SELECT 1 FROM main.outcome WHERE task_kind = ? AND audience = ? AND counts
           AND recorded_at > ? LIMIT 1""",
        (task_kind, audience, since),
    )
    return bool(list(rows))


def successes_without_process(session: Session, task_kind: str, since: int) -> list[Evidence]:
    """Return the successes of a task kind that followed no process, newest first."""
    return _evidence(
        session,
        f"""FROM visible_outcome o WHERE o.task_kind = :task_kind AND o.process IS NULL
            AND o.outcome = '{rules.SUCCESS}' AND {_COUNTED} AND {_CLAIMED}""",
        {"task_kind": task_kind, "since": since},
    )


def outcomes_of_process(session: Session, name: str, version: int, since: int) -> list[Evidence]:
    """Return the outcomes of one version of a process, newest first."""
    return _evidence(
        session,
        f"""FROM visible_outcome o WHERE o.process = :name AND o.process_version = :version
            AND {_COUNTED} AND {_CLAIMED}""",
        {"name": name, "version": version, "since": since},
    )


def violations(session: Session, standard: str, rule: str | None, since: int) -> list[Evidence]:
    """Return the outcomes that met a rule, or any of a standard, with how often; newest first."""
    return _evidence(
        session,
        f"""FROM outcome_violation v JOIN visible_outcome o ON o.id = v.outcome_id
            WHERE v.standard = :standard AND (:rule IS NULL OR v.rule = :rule)
            AND {_COUNTED} AND {_CLAIMED}""",
        {"standard": standard, "rule": rule, "since": since},
        weight="sum(v.times)",
    )


def uses(session: Session, memory_id: int, verdict: str, since: int) -> list[Evidence]:
    """Return the outcomes with that verdict on a memory, newest first."""
    return _evidence(
        session,
        f"""FROM outcome_use u JOIN visible_outcome o ON o.id = u.outcome_id
            WHERE u.memory_id = :memory_id AND u.verdict = :verdict AND {_COUNTED}""",
        {"memory_id": memory_id, "verdict": verdict, "since": since},
    )


def harmful_counts(session: Session, row_ids: Iterable[int], at: int) -> Mapping[int, int]:
    """Return the number of outcomes until a time that each memory misled, without zeros."""
    rows = session.execute(
        """SELECT u.memory_id, count(*) FROM outcome_use u
           JOIN visible_outcome o ON o.id = u.outcome_id
           WHERE u.memory_id IN (SELECT value FROM json_each(:ids)) AND u.verdict = 'harmful'
           AND o.recorded_at <= :at GROUP BY u.memory_id""",
        {"ids": json.dumps(list(row_ids)), "at": at},
    )
    return dict(rows)


def outcome_kinds(session: Session, references: Mapping[int, str]) -> Mapping[int, tuple[str, str]]:
    """Return the task kind and the outcome of those memories that are episodes of outcomes.

    `references` has the evidence reference of each memory, which for an episode is its outcome.
    """
    ids = []
    for reference in references.values():
        with suppress(ValueError):
            ids.append(decode_id(reference))
    rows = session.execute(
        """SELECT memory_id, task_kind, outcome FROM visible_outcome
           WHERE id IN (SELECT value FROM json_each(?))""",
        (json.dumps(ids),),
    )
    return {row[0]: (row[1], row[2]) for row in rows if row[0] in references}


def outcomes(session: Session, row_ids: Iterable[int]) -> list[OutcomeRow]:
    """Return the visible outcomes among those ids, oldest first."""
    rows = session.execute(
        f"""SELECT {OUTCOME_COLUMNS} FROM visible_outcome
            WHERE id IN (SELECT value FROM json_each(?)) ORDER BY recorded_at, id""",
        (json.dumps(list(row_ids)),),
    )
    return [OutcomeRow(*row) for row in rows]


def uses_of(session: Session, outcome_id: int) -> list[tuple[int, str]]:
    """Return (memory, verdict) of an outcome, in the order of ids."""
    sql = "SELECT memory_id, verdict FROM outcome_use WHERE outcome_id = ? ORDER BY memory_id"
    return [(row[0], row[1]) for row in session.execute(sql, (outcome_id,))]


def violations_of(session: Session, outcome_id: int) -> list[tuple[str, str, int]]:
    """Return (standard, rule, times) of an outcome."""
    sql = """SELECT standard, rule, times FROM outcome_violation WHERE outcome_id = ?
        ORDER BY standard, rule"""
    return [(row[0], row[1], row[2]) for row in session.execute(sql, (outcome_id,))]


def insert_proposal(session: Session, row: ProposalRow) -> None:
    """Write a proposal."""
    session.execute(f"INSERT INTO proposal ({PROPOSAL_COLUMNS}) VALUES ({_marks(row)})", row)


def decide(session: Session, row_id: int, state: str, by: str | None) -> None:
    """Set the final state of an open proposal."""
    session.execute(
        """UPDATE proposal SET state = ?, decided_at = ?, decided_by = ?
           WHERE id = ? AND state = 'open'""",
        (state, session.now_ms, by, row_id),
    )


def proposals_about(session: Session, kind: str, target: str) -> list[ProposalRow]:
    """Return every proposal of a kind about a target, newest first."""
    # Base table: one that this audience cannot see is there all the same, and is not doubled.
    sql = f"""SELECT {PROPOSAL_COLUMNS} FROM main.proposal WHERE kind = ? AND target = ?
        ORDER BY created_at DESC, id"""
    return [ProposalRow(*row) for row in session.execute(sql, (kind, target))]


def open_count(session: Session, kind: str, origin: str) -> int:
    """Return how many proposals of a kind and an origin are open."""
    # Base table: a share is one, whatever the audience sees of it.
    [(count,)] = session.execute(
        "SELECT count(*) FROM main.proposal WHERE state = 'open' AND kind = ? AND origin = ?",
        (kind, origin),
    )
    return int(count)


def open_of_kind(session: Session, kind: str) -> list[ProposalRow]:
    """Return the visible open proposals of a kind, oldest first."""
    sql = f"""SELECT {PROPOSAL_COLUMNS} FROM visible_proposal
        WHERE state = 'open' AND kind = ? ORDER BY created_at, id"""
    return [ProposalRow(*row) for row in session.execute(sql, (kind,))]


def proposals_in(session: Session, state: str, limit: int) -> list[ProposalRow]:
    """Return the visible proposals in a state, newest first, the latest of them."""
    sql = f"""SELECT {PROPOSAL_COLUMNS} FROM visible_proposal WHERE state = ?
        ORDER BY created_at DESC, id LIMIT ?"""
    return [ProposalRow(*row) for row in session.execute(sql, (state, limit))]


def unattended(session: Session, limit: int) -> list[int]:
    """Return the proposals that were decided without a terminal, the latest first."""
    sql = """SELECT id FROM visible_proposal WHERE decided_by = 'unattended'
        ORDER BY decided_at DESC LIMIT ?"""
    return [row[0] for row in session.execute(sql, (limit,))]


def proposals_between(session: Session, first: int, last: int) -> list[ProposalRow]:
    """Return the visible proposals whose ids lie in a range, the first hundred."""
    sql = f"""SELECT {PROPOSAL_COLUMNS} FROM visible_proposal WHERE id BETWEEN ? AND ?
        LIMIT {AMBIGUOUS_IDS_MAX}"""
    return [ProposalRow(*row) for row in session.execute(sql, (first, last))]


def default_sensitivity(session: Session) -> str:
    """Return the default sensitivity of this brain."""
    rows = list(session.execute("SELECT value FROM meta WHERE key = 'default_sensitivity'"))
    return str(rows[0][0]) if rows else "normal"


def tallies(session: Session, by: str, first: int, week_ms: int) -> list[Tally]:
    """Return the counts of outcomes by a name and a version, the most frequent first."""
    week = "iif(recorded_at < :first, -1, (recorded_at - :first) / :week)"
    rows = session.execute(
        f"""SELECT {by}, outcome, {week}, count(*) FROM visible_outcome
            WHERE process IS NOT NULL OR :any GROUP BY 1, 2, 3, 4""",
        {"first": first, "week": week_ms, "any": by.startswith("task_kind")},
    )
    found: dict[tuple[str, int | None], Tally] = {}
    for name, version, outcome, week, count in rows:
        tally = found.setdefault((name, version), Tally(name, version))
        tally.total += count
        setattr(tally, outcome, getattr(tally, outcome) + count)
        if week >= 0:
            total, success = tally.weeks.get(week, (0, 0))
            tally.weeks[week] = (total + count, success + count * (outcome == rules.SUCCESS))
    return sorted(found.values(), key=lambda each: (-each.total, each.name, each.version or 0))


def most_used(session: Session, verdict: str, limit: int) -> list[tuple[int, int]]:
    """Return (memory, number of outcomes) of the memories with most verdicts of that kind."""
    rows = session.execute(
        """SELECT u.memory_id, count(*) FROM outcome_use u
           JOIN visible_outcome o ON o.id = u.outcome_id WHERE u.verdict = ?
           GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?""",
        (verdict, limit),
    )
    return [(row[0], row[1]) for row in rows]


def proposal_counts(session: Session) -> dict[str, int]:
    """Return how many proposals there are in each state."""
    rows = session.execute("SELECT state, count(*) FROM visible_proposal GROUP BY state")
    counted: dict[str, int] = dict(rows)
    return {state: counted.get(state, 0) for state in ("open", "accepted", "rejected", "stale")}


def _evidence(
    session: Session, source: str, values: Mapping[str, object], weight: str = "1"
) -> list[Evidence]:
    rows = session.execute(
        f"""SELECT o.id, o.recorded_at, o.outcome, o.sensitivity, {weight} {source}
            GROUP BY o.id ORDER BY o.recorded_at DESC, o.id LIMIT {EVIDENCE_ROWS_MAX}""",
        values,
    )
    return [Evidence(*row) for row in rows]


def _marks(row: Sequence[object]) -> str:
    return ", ".join("?" * len(row))
