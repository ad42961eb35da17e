"""Translate local records into records of a replica: the append of a small push.

The result is exact or refused: after the append, the replica holds the rows that a new epoch would
hold. If that cannot be reached by translating records, the push has to be a new epoch.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from myelin.contract.errors import BrainDamaged
from myelin.crypto.seal import NONCE_BYTES
from myelin.kernel.ids import Chance
from myelin.store.epoch import Epoch
from myelin.store.format import (
    BACK_UNKNOWN,
    MIGRATION,
    TOUCH,
    TRANSACTION,
    Delete,
    Put,
    Transaction,
    decode_touch,
    decode_transaction,
    encode_touch,
    next_history,
    seal_frame,
)
from myelin.store.log import Record, Tail
from myelin.store.past import Past
from myelin.store.position import Position
from myelin.sync.leaving import LeavingRows

LOG_RECORDS_MAX = 5000
LOG_BYTES_MIN = 256 * 1024
LOG_SHARE = 8
"""An appended log stays below 5,000 records, and below 256 KiB or an eighth of the head."""


class EpochReason(StrEnum):
    """Why a push must be a new epoch."""

    LINEAGE = "lineage"
    """The local records since the last push are not there: a purge, a rotation or a restore."""
    SCHEMA = "schema"
    """The local brain was migrated."""
    WITHDRAWN = "withdrawn"
    """The replica holds rows that may not leave any more."""
    RELEASED = "released"
    """Rows may leave that could not before, so no record holds them as the replica needs them."""
    LOG_FULL = "log_full"
    """The log of the replica would become too long."""


@dataclass(frozen=True, slots=True)
class EpochNeeded:
    """An append is not possible."""

    reason: EpochReason

    @property
    def forget(self) -> bool:
        """Return whether the server must delete earlier epochs: they hold rows that must go."""
        return self.reason in (EpochReason.LINEAGE, EpochReason.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Append:
    """The records to append to a replica."""

    offset: int
    """Where they begin in the file."""
    data: bytes
    """The sealed records; empty if the replica is up to date."""
    tail: Tail
    """The position after them."""


def records_or_none(past: Past, since: Position, upto: Position) -> list[Record] | None:
    """Return the local records between two positions, or None if the history changed in between."""
    try:
        return list(past.records_between(since, upto))
    except BrainDamaged:
        return None


def translate(
    replica: Epoch, records: Iterable[Record], leaving: LeavingRows, chance: Chance
) -> Append | EpochNeeded:
    """Return the append that brings a replica up to date, or the reason for a new epoch.

    `replica` is open with its log applied; its image is changed and must be closed afterwards,
    its file is not written. `records` are the local ones since the last push, in order, and
    `leaving` the rows that may leave after the last of them.
    """
    if not replica.is_latest:
        return EpochNeeded(EpochReason.SCHEMA)
    translation = _Translation(replica, leaving, chance)
    for record in records:
        if record.type == MIGRATION:
            return EpochNeeded(EpochReason.SCHEMA)
        if record.type == TRANSACTION:
            try:
                translation.add_transaction(decode_transaction(record.payload))
            except ValueError:
                return EpochNeeded(EpochReason.SCHEMA)
        elif record.type == TOUCH:
            translation.add_touch(*decode_touch(record.payload))
    reason = _difference(replica, leaving)
    if reason is None and translation.is_log_full():
        reason = EpochReason.LOG_FULL
    return translation.append() if reason is None else EpochNeeded(reason)


class _Translation:
    """Translates records one by one and applies each to the replica's image."""

    def __init__(self, replica: Epoch, leaving: LeavingRows, chance: Chance) -> None:
        self._replica = replica
        self._leaving = leaving
        self._chance = chance
        self._offset = replica.tail.offset
        self._sealed: list[bytes] = []
        self._last_ms = max(replica.header.log_time_ms, *_times(replica), 0)

    def add_transaction(self, local: Transaction) -> None:
        """Append the operations whose rows leave and that change the replica."""
        operations = [each for op in local.operations if (each := self._operation(op)) is not None]
        if not operations:
            return
        self._last_ms = max(local.time_ms, self._last_ms + 1)
        self._add(TRANSACTION, Transaction(local.id, self._last_ms, operations).encode())

    def add_touch(self, time_ms: int, counts: dict[int, int]) -> None:
        """Append the uses of memories that the replica holds."""
        kept = {each: count for each, count in counts.items() if self._row("memory", each)}
        if kept:
            self._last_ms = max(self._last_ms, time_ms)
            self._add(TOUCH, encode_touch(time_ms, kept))

    def is_log_full(self) -> bool:
        """Return whether the replica's log is too long to be continued."""
        tail, header = self._replica.tail, self._replica.header
        bytes_max = max(LOG_BYTES_MIN, header.log_offset // LOG_SHARE)
        too_many = tail.seq - header.base_seq >= LOG_RECORDS_MAX
        return bool(self._sealed) and (too_many or tail.offset - header.log_offset >= bytes_max)

    def append(self) -> Append:
        """Return what was translated so far."""
        return Append(self._offset, b"".join(self._sealed), self._replica.tail)

    def _operation(self, operation: Put | Delete) -> Put | Delete | None:
        held = self._row(operation.table, operation.row_id)
        if isinstance(operation, Delete):
            return operation if held is not None else None
        row = self._leaving.rewrite(operation.table, operation.values)
        if row is None or row == held:
            return None
        return Put(operation.table, operation.row_id, row)

    def _row(self, table: str, row_id: int) -> tuple[object, ...] | None:
        if table not in self._leaving.tables:
            return None
        found = self._replica.db.execute(f"SELECT * FROM main.{table} WHERE id = ?", (row_id,))
        return next(iter(found.fetchall()), None)

    def _add(self, type: int, payload: bytes) -> None:
        before = self._replica.tail
        seq = before.seq + 1
        sealed = seal_frame(
            self._replica.seals.log,
            seq=seq,
            type=type,
            payload=payload,
            nonce=self._chance(NONCE_BYTES),
            history=before.history,
            back=BACK_UNKNOWN,
        )
        history = next_history(before.history, seq, type, payload)
        tail = Tail(before.offset + len(sealed), seq, history, sealed[-16:], before.durable_seq)
        self._replica.apply([Record(type, 0, payload, tail)])
        self._sealed.append(sealed)


def _times(replica: Epoch) -> list[int]:
    """Return the times of all records in the log of a replica."""
    times = []
    for record in replica.log():
        if record.type == TOUCH:
            times.append(decode_touch(record.payload)[0])
        else:
            times.append(decode_transaction(record.payload).time_ms)
    return times


def _difference(replica: Epoch, leaving: LeavingRows) -> EpochReason | None:
    """Return why the rows of the replica are not those that leave, or None if they are."""
    released = False
    for table in leaving.tables.values():
        rows = replica.db.execute(f"SELECT {table.joined} FROM main.{table.name}").fetchall()
        held, wanted = {row[0]: row for row in rows}, leaving.rows[table.name]
        if held.keys() - wanted.keys():
            return EpochReason.WITHDRAWN
        # A row with the id of another row counts its uses, which two devices may count apart.
        counts_uses = bool(table.column("id").refers)
        released = released or (held != wanted and not counts_uses)
    return EpochReason.RELEASED if released else None
