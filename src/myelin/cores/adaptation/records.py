"""From stored outcomes and proposals to the objects of results."""

import json
from collections.abc import Iterable

from myelin.contract.types import Outcome, Proposal
from myelin.cores.adaptation.queries import OutcomeRow, ProposalRow
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id


def outcome_id(row_id: int) -> str:
    """Return the public id of an outcome."""
    return encode_id("out", row_id)


def outcome(
    row: OutcomeRow,
    uses: Iterable[tuple[int, str]],
    violations: Iterable[tuple[str, str, int]],
) -> Outcome:
    """Return an outcome with its verdicts on memories and its violations."""
    result: Outcome = {
        "id": outcome_id(row.id),
        "task": row.task,
        "task_kind": row.task_kind,
        "outcome": row.outcome,
        "summary": row.summary,
        "signal": row.signal,
        "used": [
            {"id": encode_id("mem", memory_id), "verdict": verdict} for memory_id, verdict in uses
        ],
        "violations": [
            {"standard": standard, "rule": rule, "count": times}
            for standard, rule, times in violations
        ],
        "memory": encode_id("mem", row.memory_id),
        "recorded_at": format_time(row.recorded_at),
    }
    if row.process is not None and row.process_version is not None:
        result["process"] = {"name": row.process, "version": row.process_version}
    return result


def proposal(row: ProposalRow) -> Proposal:
    """Return a proposal for any audience, without the client's own text."""
    result: Proposal = {
        "id": encode_id("prp", row.id),
        "kind": row.kind,
        "target": row.target,
        "state": row.state,
        "reason": row.reason,
        "evidence": [outcome_id(row_id) for row_id in json.loads(row.evidence)],
        "created_at": format_time(row.created_at),
    }
    if row.decided_at is not None:
        result["decided_at"] = format_time(row.decided_at)
    if row.decided_by is not None:
        result["decided_by"] = row.decided_by
    return result
