"""The history of a brain from its log: what was written, by whom, and what was served.

Entries hold no text. The first words of what a row is about are read from the brain as it is now.
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import Any

from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id
from myelin.kernel.upkeep import Record
from myelin.store import Delete, Put, Session
from myelin.store.events import Event
from myelin.upkeep.core import Core
from myelin.upkeep.tombstones import TOMBSTONE

ENTRIES_MAX = 1000
OPENING_CHARS_MAX = 60
_ROWS_MAX = 20


def entries(cores: Sequence[Core], events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the entries of events in their order; the content that was written is not in them."""
    return [_entry(cores, event) for event in events]


def openings(
    cores: Sequence[Core], session: Session, entries: Iterable[dict[str, Any]]
) -> dict[str, str | None]:
    """Return the first words of the rows that entries name, by id. None: the row was purged.

    An id whose kind has no text of its own is left out.
    """
    ids = {
        one
        for entry in entries
        for one in (*entry.get("ids", ()), *(row.get("id", "") for row in entry.get("rows", ())))
    }
    found: dict[str, str | None] = {}
    for core in cores:
        found |= core.openings(session, ids)
    return {
        one: None if text is None else shorten(text, OPENING_CHARS_MAX, placeholder=" …")
        for one, text in found.items()
    }


def changed_ids(cores: Sequence[Core], event: Event) -> list[str]:
    """Return the ids of everything that one event wrote and that has an id."""
    return [record["id"] for record in _told(cores, event) if "id" in record]


def _entry(cores: Sequence[Core], event: Event) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "seq": event.seq,
        "time": format_time(event.time_ms),
        "kind": "served" if event.kind == "touch" else event.kind,
    }
    if event.label is not None:
        entry["note"] = event.label
    entry |= {name: said for name in ("by", "act") if (said := getattr(event, name)) is not None}
    if event.kind == "touch":
        entry["ids"] = list(_touched(cores, event))[:_ROWS_MAX]
    told = list(_told(cores, event))
    if told:
        entry["rows"] = told[:_ROWS_MAX]
    if len(told) > _ROWS_MAX:
        entry["rows_omitted"] = len(told) - _ROWS_MAX
    return entry


def _told(cores: Sequence[Core], event: Event) -> Iterator[Record]:
    for row in event.rows:
        if row.table == TOMBSTONE.name and not isinstance(row, Delete):
            named = TOMBSTONE.named(row.values)
            yield {
                "id": encode_id(named["kind"], row.row_id),
                "what": "purged",
                "reason": named["reason"],
                "decided_by": named["decided_by"],
            }
            continue
        for core in cores:
            told = core.describe(row)
            if told is not None:
                yield told | _what_else(core, event, row)
                break


def _what_else(core: Core, event: Event, row: Put | Delete) -> Record:
    """Return the name of an operation that changed a row without creating or superseding it."""
    table = next(each for each in core.tables if each.name == row.table)
    # A row without an id of its own (a link) already says what happened, and to what.
    has_id = table.prefix != "" and table.has("recorded_at")
    if event.act is None or isinstance(row, Delete) or not has_id:
        return {}
    named = table.named(row.values)
    if event.time_ms in (named["recorded_at"], named.get("superseded_at")):
        return {}
    return {"what": event.act.replace("_", " ")}


def _touched(cores: Sequence[Core], event: Event) -> Iterator[str]:
    for row_id in event.touched:
        for core in cores:
            public_id = core.touched(row_id)
            if public_id is not None:
                yield public_id
                break
