"""The audit trail: one row for each request of a known tenant, and nothing of its content."""

import threading
from dataclasses import dataclass
from typing import Literal

from myelin.control.rows import ControlStore, Rows

Outcome = Literal["ok", "refused", "not_found", "busy", "limited", "error"]
DAY_MS = 86_400_000
RETENTION_DAYS = 90
OPERATOR = "operator"
"""The token of a row for something that the operator did on the server's machine."""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """The only fields that are kept of a request. `endpoint` is a name of our own tables."""

    time: int
    """In milliseconds since 1970."""
    tenant: str
    token: str
    brain: str | None
    endpoint: str
    outcome: Outcome
    ms: int
    """How long the request took."""


def outcome_of(status: int) -> Outcome:
    """Return the outcome class of an HTTP status."""
    if status < 400:
        return "ok"
    if status in (404, 410):
        return "not_found"
    if status in (429, 507):
        return "limited"
    if status == 503:
        return "busy"
    return "refused" if status < 500 else "error"


class AuditTrail:
    """Writes audit rows, and deletes those older than 90 days at the first row of each day."""

    def __init__(self, store: ControlStore) -> None:
        self._store = store
        self._guard = threading.Lock()
        self._pruned_day = -1

    def write(self, row: AuditRow) -> None:
        """Append a row. A power cut may lose the newest rows; a kill loses none."""
        day = row.time // DAY_MS
        with self._guard:
            prune, self._pruned_day = day > self._pruned_day, max(day, self._pruned_day)
        with self._store.writing(durable=False) as rows:
            insert(rows, row)
            if prune:
                rows.run("DELETE FROM audit WHERE time < ?", row.time - RETENTION_DAYS * DAY_MS)


def insert(rows: Rows, row: AuditRow) -> None:
    """Append a row inside a transaction."""
    rows.run(
        "INSERT INTO audit (time, tenant, token, brain, endpoint, outcome, ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        row.time,
        row.tenant,
        row.token,
        row.brain,
        row.endpoint,
        row.outcome,
        row.ms,
    )


def page(
    rows: Rows, tenant: str, limit: int, before: tuple[int, int] | None
) -> list[tuple[int, AuditRow]]:
    """Return at most `limit` rows of a tenant with their row numbers, the newest first.

    `before` is the time and number of the last row of the page before.
    """
    time, number = before if before is not None else (1 << 62, 1 << 62)
    found = rows.all(
        "SELECT rowid, time, tenant, token, brain, endpoint, outcome, ms FROM audit"
        " WHERE tenant = ? AND (time, rowid) < (?, ?) ORDER BY time DESC, rowid DESC LIMIT ?",
        tenant,
        time,
        number,
        limit,
    )
    return [(number, AuditRow(*fields)) for number, *fields in found]
