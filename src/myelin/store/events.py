"""The events of a log: what each record did, as far as the store knows without the tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from myelin.contract.errors import BrainDamaged
from myelin.store.format import (
    MIGRATION,
    SNAPSHOT,
    TOUCH,
    TRANSACTION,
    Delete,
    Put,
    decode_migration,
    decode_snapshot,
    decode_touch,
    decode_transaction,
)
from myelin.store.log import Record

Kind = Literal["beginning", "write", "touch", "migration", "snapshot"]

# Every transaction begins so; parsing the whole JSON for its time alone costs ten times as much.
_TRANSACTION_TIME = re.compile(rb'\{"id":"[0-9a-f]{32}","ts":(\d{1,18}),')


@dataclass(frozen=True, slots=True)
class Event:
    """One record of the log."""

    seq: int
    time_ms: int
    kind: Kind
    label: str | None = None
    """The name of a snapshot, or the note that was left with a write."""
    by: str | None = None
    """The origin of who wrote, if the record says it."""
    act: str | None = None
    """The name of the operation that wrote, if the record says it."""
    rows: Sequence[Put | Delete] = ()
    touched: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_state(self) -> bool:
        """Return whether the state after it is a restore point; use counts alone make none."""
        return self.kind != "touch"


def event_of(record: Record) -> Event | None:
    """Return the event of a record, or None if its type is one that may be skipped.

    Raises:
        BrainDamaged: the record is authentic and cannot be parsed.
    """
    seq, payload = record.tail.seq, record.payload
    try:
        if record.type == TRANSACTION:
            done = decode_transaction(payload)
            return Event(seq, done.time_ms, "write", done.note, done.by, done.act, done.operations)
        if record.type == TOUCH:
            time_ms, counts = decode_touch(payload)
            return Event(seq, time_ms, "touch", touched=counts)
        if record.type == MIGRATION:
            step = decode_migration(payload)
            return Event(seq, step.time_ms, "migration", f"schema {step.number}")
        if record.type == SNAPSHOT:
            mark = decode_snapshot(payload)
            return Event(seq, mark.time_ms, "snapshot", mark.name)
    except ValueError as error:
        raise BrainDamaged(what=f"record {seq} cannot be understood") from error
    return None


def time_of(record: Record) -> int | None:
    """Return the time of a record, or None if its type is one that may be skipped.

    Raises:
        BrainDamaged: the record is authentic and cannot be parsed.
    """
    if record.type == TRANSACTION:
        found = _TRANSACTION_TIME.match(record.payload)
        if found is not None:
            return int(found[1])
    event = event_of(record)
    return None if event is None else event.time_ms
