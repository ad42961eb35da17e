"""The report of the loop: success rates over time, and which memories helped or misled."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from myelin.cores.adaptation import queries, rules
from myelin.cores.adaptation.queries import OutcomeRow
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id
from myelin.store import Session

WEEK_MS = 7 * rules.DAY_MS
WEEKS_SHOWN = 8
ROWS_MAX = 20


def signals(rows: Iterable[OutcomeRow]) -> dict[str, int]:
    """Return the number of outcomes by signal, the strongest signal first."""
    counted = Counter(row.signal for row in rows)
    return {signal: counted[signal] for signal in rules.SIGNALS if counted[signal]}


def outcomes(session: Session) -> dict[str, Any]:
    """Return success rates by task kind and by process version, and the effect of memories.

    The weeks end now; of each list the most frequent rows are returned.
    """
    first = session.now_ms + 1 - WEEKS_SHOWN * WEEK_MS
    kinds = queries.tallies(session, "task_kind, NULL", first, WEEK_MS)
    processes = queries.tallies(session, "process, process_version", first, WEEK_MS)
    return {
        "outcomes": sum(each.total for each in kinds),
        "since": format_time(first),
        "by_task_kind": [{"task_kind": each.name, **_tally(each)} for each in kinds[:ROWS_MAX]],
        "by_process": [
            {"process": each.name, "version": each.version, **_tally(each)}
            for each in processes[:ROWS_MAX]
        ],
        "helped": _memories(session, "helpful"),
        "misled": _memories(session, "harmful"),
        "proposals": queries.proposal_counts(session),
    }


def _tally(each: queries.Tally) -> dict[str, Any]:
    weeks = [
        {"total": total, "success": success}
        for total, success in (each.weeks.get(week, (0, 0)) for week in range(WEEKS_SHOWN))
    ]
    return {
        "total": each.total,
        "success": each.success,
        "partial": each.partial,
        "failure": each.failure,
        "rate": round(each.success / each.total, 3),
        "weeks": weeks,
    }


def _memories(session: Session, verdict: str) -> list[dict[str, Any]]:
    return [
        {"id": encode_id("mem", memory_id), "outcomes": count}
        for memory_id, count in queries.most_used(session, verdict, ROWS_MAX)
    ]
