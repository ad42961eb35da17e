"""Records of purged items: id, time, reason and who decided; never their content."""

from collections.abc import Iterator

from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.ids import decode_id, encode_id
from myelin.kernel.tables import Column, Leaving, SourceTable
from myelin.kernel.upkeep import Loaded, Record, Skipped
from myelin.rows import queries as rows
from myelin.store import Session

KIND = "tombstone"
TOMBSTONE = SourceTable(
    name=KIND,
    order=("erased_at", "id"),
    exported=False,
    leaves=Leaving(if_pushed=True),
    columns=(
        Column(name="id", doc="The id of what was purged.", kind="row"),
        Column(name="kind"),
        Column(name="erased_at", doc="When it was purged.", kind="time"),
        Column(name="reason", doc="Why, in the words of the owner.", blanked=True),
        Column(name="decided_by", doc="Who decided it: person or unattended."),
    ),
)
_FIELDS = ("id", "erased_at", "reason", "decided_by")


def dump(session: Session) -> Iterator[Record]:
    """Yield every tombstone, the oldest first."""
    for row in rows.every(session, TOMBSTONE):
        # The prefix of the id is that of the deleted row, so it is not the table's own.
        public_id = {"kind": KIND, "id": encode_id(row["kind"], row["id"])}
        fields = {each.name: row[each.name] for each in TOMBSTONE.columns[2:]}
        yield public_id | fields | {"erased_at": format_time(row["erased_at"])}


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
    row = {name: record.get(name) for name in TOMBSTONE.column_names}
    row |= {"id": row_id, "kind": record["id"].partition("_")[0], "erased_at": erased_at}
    return "added" if rows.insert(session, TOMBSTONE, row) else "known"
