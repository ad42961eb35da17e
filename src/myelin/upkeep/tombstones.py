"""Word of what was purged: its id, when, why and by whose decision; never what it said."""

from collections.abc import Iterator

from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.ids import decode_id, encode_id
from myelin.kernel.upkept import Loaded, Record, Skipped
from myelin.store import Session

KIND = "tombstone"
_FIELDS = ("id", "erased_at", "reason", "decided_by")


def dump(session: Session) -> Iterator[Record]:
    """Yield every tombstone, the oldest first."""
    for row_id, kind, erased_at, reason, decided_by in session.execute(
        "SELECT id, kind, erased_at, reason, decided_by FROM tombstone ORDER BY erased_at, id"
    ):
        yield {
            "kind": KIND,
            "id": encode_id(kind, row_id),
            "erased_at": format_time(erased_at),
            "reason": reason,
            "decided_by": decided_by,
        }


def purged(session: Session, public_id: str) -> bool:
    """Return whether a tombstone stands for an id."""
    try:
        row_id = decode_id(public_id)
    except ValueError:
        return False
    return bool(list(session.execute("SELECT 1 FROM tombstone WHERE id = ?", (row_id,))))


def load(session: Session, record: Record, *, owned: bool) -> Loaded:
    """Write a tombstone of the owner's own export.

    Raises:
        Skipped: others may not say what this brain must not hold.
    """
    if not owned:
        raise Skipped("only the owner's own export says what was purged")
    if any(not isinstance(record.get(name), str) for name in _FIELDS):
        raise Skipped("it is no tombstone")
    try:
        row_id, erased_at = decode_id(record["id"]), parse_time(record["erased_at"])
    except ValueError:
        raise Skipped("it is no tombstone") from None
    rows = session.execute(
        """INSERT OR IGNORE INTO tombstone (id, kind, erased_at, reason, decided_by)
           VALUES (?, ?, ?, ?, ?) RETURNING id""",
        (row_id, record["id"].partition("_")[0], erased_at, record["reason"], record["decided_by"]),
    )
    return "added" if list(rows) else "known"
