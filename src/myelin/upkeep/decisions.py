"""The decisions of a brain: what was decided, by whom and when, until the owner has seen it.

A decision is recorded in the same transaction as its act. It belongs to this device: it is neither
exported nor does it leave the device.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from myelin.contract.errors import TerminalRequired
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Decision
from myelin.kernel.ids import Chance, new_row_id
from myelin.kernel.tables import Column, SourceTable
from myelin.rows import queries as rows
from myelin.store import Session

DECISION = SourceTable(
    name="decision",
    order=("decided_at", "id"),
    exported=False,
    columns=(
        Column(name="id", kind="row"),
        Column(name="act", logged=True),
        Column(name="subject"),
        Column(name="decided_by", logged=True),
        Column(name="decided_at", kind="time"),
        Column(name="seen_at", kind="time", optional=True),
    ),
)
LISTED_MAX = 200


@dataclass(frozen=True, slots=True)
class Unseen:
    """The number of decisions that the owner has not acknowledged yet, by who made them."""

    person: int
    unattended: int
    newest: str
    """Act and subject of the newest one."""


DECIDE = (
    "Run it on a terminal, or pass --unattended to have it recorded as decided by nobody at one."
)


def ensure(session: Session, decision: Decision | None, chance: Chance) -> None:
    """Refuse a write that changed what governs without a decision; record the decision with it.

    The store notes what was changed, so no operation can forget to ask. Every block that writes
    ends with this call, and a test looks for blocks elsewhere.

    Raises:
        TerminalRequired: what governs was changed, and nobody decided it.
    """
    if decision is not None:
        record(session, decision, chance)
    elif session.governing():
        raise TerminalRequired(suggestion=DECIDE)


def record(session: Session, decision: Decision, chance: Chance) -> None:
    """Write a decision beside the changes that it permits."""
    # The owner need not be told of what a brain was created with.
    seen_at = session.now_ms if decision.by == "creation" else None
    row = {
        "id": new_row_id(chance),
        "act": decision.act,
        "subject": decision.subject,
        "decided_by": decision.by,
        "decided_at": session.now_ms,
        "seen_at": seen_at,
    }
    rows.insert(session, DECISION, row)


def unseen(session: Session) -> Unseen | None:
    """Return the decisions that the owner has not acknowledged, or None if there are none."""
    counted = session.execute(
        "SELECT decided_by, count(*) FROM decision WHERE seen_at IS NULL GROUP BY decided_by"
    )
    counts: dict[str, int] = {str(decided_by): number for decided_by, number in counted}
    if not counts:
        return None
    ((act, subject),) = session.execute(
        "SELECT act, subject FROM decision WHERE seen_at IS NULL"
        " ORDER BY decided_at DESC, id DESC LIMIT 1"
    )
    newest = f"{act} {subject}".strip()
    return Unseen(counts.get("person", 0), counts.get("unattended", 0), newest)


def newest(session: Session) -> Sequence[dict[str, str | bool]]:
    """Return decisions, the newest first: `act`, `subject`, `decided_by`, `decided_at`, `seen`."""
    found = session.execute(
        "SELECT act, subject, decided_by, decided_at, seen_at IS NOT NULL FROM decision"
        " ORDER BY decided_at DESC, id DESC LIMIT ?",
        (LISTED_MAX,),
    )
    return [
        {
            "act": act,
            "subject": subject,
            "decided_by": decided_by,
            "decided_at": format_time(decided_at),
            "seen": bool(seen),
        }
        for act, subject, decided_by, decided_at, seen in found
    ]


def acknowledge(session: Session) -> int:
    """Mark every decision as seen and return how many were not."""
    waiting = list(session.execute("SELECT id FROM decision WHERE seen_at IS NULL"))
    session.executemany(
        "UPDATE decision SET seen_at = ? WHERE id = ?",
        [(session.now_ms, row) for (row,) in waiting],
    )
    return len(waiting)
