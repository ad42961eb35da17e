"""What upkeep asks of the preferences core: dumped, loaded, checked, erased and told about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from myelin.contract.errors import PreferenceUnknown
from myelin.cores.preferences import queries, records, rules
from myelin.cores.preferences.queries import PreferenceRow
from myelin.kernel.audience import Origin
from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.ids import decode_id
from myelin.kernel.upkept import Doomed, Finding, Loaded, Record, Skipped
from myelin.store import Delete, Put, Session

KIND = "preference"
PREFIX = "prf_"
_COLUMNS = (
    "id", "key", "value", "statement", "origin", "recorded_at", "superseded_at", "superseded_by",
)  # fmt: skip
_DAY_MS = 86_400_000


class PreferenceUpkeep:
    """Preferences, whole, with their history."""

    prefixes: Sequence[str] = ("prf",)
    kinds: Sequence[str] = (KIND,)

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield every preference that was ever set, the oldest first."""
        sql = f"SELECT {', '.join(_COLUMNS)} FROM preference ORDER BY recorded_at, id"
        for row in session.execute(sql):
            yield _dumped(dict(zip(_COLUMNS, row, strict=True)))

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have set it."""
        given = ("key", "value", "statement")
        return "set_preference", {name: record[name] for name in given if name in record}

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write a preference as it was; from elsewhere it is claimed, and where none is set only.

        Raises:
            Skipped: it is not whole, or another value holds here.
        """
        row, successor = _row(record)
        known = queries.by_id(session, row.id)
        if known is not None:
            if (known.key, known.value) != (row.key, row.value):
                raise Skipped("another preference has this id")
            return "known"
        if row.recorded_at > session.now_ms + _DAY_MS:
            raise Skipped("its time lies more than a day ahead")
        if not owned:
            if rules.is_protected(row.key):
                raise Skipped("its namespace is the owner's alone")
            row = row._replace(origin=Origin.IMPORT.value)
        if row.superseded_at is None and queries.in_force_for(session, row.key) is not None:
            raise Skipped("another value holds for that key here")
        queries.insert(session, row)
        if row.superseded_at is not None:
            queries.set_successor(session, row.id, successor)
        return "lowered" if not owned and record["origin"] == Origin.OWNER else "added"

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield nothing: a key with two values in force cannot be stored."""
        del session
        return iter(())

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole id names a preference that is there."""
        try:
            return queries.by_id(session, decode_id(public_id)) is not None
        except ValueError:
            return False

    def touched(self, row_id: int) -> str | None:
        """Return None: preferences have no uses."""
        del row_id
        return None

    def doom(self, session: Session, public_id: str) -> Doomed:
        """Return a preference and every other one with the same words.

        Raises:
            PreferenceUnknown: no preference has this id.
        """
        try:
            row = queries.by_id(session, decode_id(public_id))
        except ValueError:
            row = None
        if row is None:
            raise PreferenceUnknown()
        same = queries.with_words(session, row.statement)
        rows = [row, *(each for each in same if each.id != row.id)]
        return Doomed(
            [records.preference_id(each.id) for each in rows],
            frozenset((KIND, each.id) for each in rows),
            list(dict.fromkeys(text for each in rows for text in (each.statement, each.value))),
            [],
        )

    def follow(self, session: Session, doomed: Doomed) -> Doomed:
        """Return what is doomed: no preference repeats what another core holds."""
        del session
        return doomed

    def tell(self, row: Put | Delete) -> Record | None:
        """Return what happened to a preference, without its value and its words."""
        if row.table != KIND:
            return None
        told: Record = {"id": records.preference_id(row.row_id)}
        if isinstance(row, Delete):
            return {**told, "what": "removed"}
        named = dict(zip(_COLUMNS, row.values, strict=False))
        what = "set" if named["superseded_at"] is None else "superseded"
        return {**told, "what": what, "origin": named["origin"]}


def _dumped(row: Mapping[str, Any]) -> Record:
    record: Record = {"kind": KIND}
    for name, value in row.items():
        if value is None:
            continue
        if name in ("id", "superseded_by"):
            value = records.preference_id(value)
        elif name in ("recorded_at", "superseded_at"):
            value = format_time(value)
        record[name] = value
    return record


def _row(record: Record) -> tuple[PreferenceRow, int | None]:
    try:
        if not record["id"].startswith(PREFIX) or not rules.is_key(record["key"]):
            raise ValueError
        successor = record.get("superseded_by")
        return (
            PreferenceRow(
                decode_id(record["id"]),
                record["key"],
                record["value"],
                record["statement"],
                Origin(record["origin"]).value,
                parse_time(record["recorded_at"]),
                parse_time(record["superseded_at"]) if "superseded_at" in record else None,
            ),
            None if successor is None else decode_id(successor),
        )
    except (KeyError, ValueError, TypeError, AttributeError):
        raise Skipped("it is no whole preference") from None
