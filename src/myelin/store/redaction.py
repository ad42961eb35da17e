"""Redaction: remove rows and names from a base and from records, as if they were never written."""

from collections.abc import Mapping
from dataclasses import replace

import apsw

from myelin.store.format import (
    SNAPSHOT,
    TOUCH,
    TRANSACTION,
    Delete,
    Put,
    Transaction,
    decode_snapshot,
    decode_touch,
    decode_transaction,
    encode_touch,
)
from myelin.store.needles import Needles, Numbers

Rows = frozenset[tuple[str, int]]
"""Table and id of rows."""


def delete_rows(db: apsw.Connection, rows: Rows) -> Rows:
    """Delete rows and return those that were there."""
    gone = set()
    for table, row_id in sorted(rows):
        if db.table_exists("main", table):
            before = db.total_changes()
            db.execute(f"DELETE FROM main.{table} WHERE id = ?", (row_id,))
            if db.total_changes() > before:
                gone.add((table, row_id))
    return frozenset(gone)


class Redaction:
    """Changes the payloads of records: rows become deletions, texts in notes and names go.

    A record keeps its number and time, so every other state of the brain is what it was.
    """

    def __init__(
        self, rows: Rows, needles: Needles, names: Mapping[str, str | None] | None = None
    ) -> None:
        self._rows = rows
        self._row_ids = frozenset(row_id for _, row_id in rows)
        self._numbers = Numbers(self._row_ids)
        self._needles = needles
        self._names = names or {}

    def concerns(self, type: int, payload: bytes) -> bool:
        """Return whether a record may hold a row or a text that goes."""
        if type == TOUCH or (not self._rows and not self._names):
            return False
        return self._numbers.are_in(payload) or self._needles.count_in_record(payload) > 0

    def apply(self, type: int, payload: bytes) -> tuple[int, bytes]:
        """Return the type and payload that a record gets; the same objects if nothing changes."""
        if type == TRANSACTION and self.concerns(type, payload):
            return type, self._without_rows(payload)
        if type == TOUCH and self._row_ids:
            return type, self._without_touches(payload)
        if type == SNAPSHOT:
            return self._renamed(payload)
        return type, payload

    def _without_rows(self, payload: bytes) -> bytes:
        transaction = decode_transaction(payload)
        operations: list[Put | Delete] = []
        changed = False
        for operation in transaction.operations:
            if isinstance(operation, Put) and (operation.table, operation.row_id) in self._rows:
                operations.append(Delete(operation.table, operation.row_id))
                changed = True
            else:
                operations.append(operation)
        note = transaction.note
        if self._needles.count_in_text(note):
            note, changed = None, True
        if not changed:
            return payload
        return replace(transaction, operations=operations, note=note).encode()

    def _without_touches(self, payload: bytes) -> bytes:
        time_ms, counts = decode_touch(payload)
        if self._row_ids.isdisjoint(counts):
            return payload
        kept = {row_id: count for row_id, count in counts.items() if row_id not in self._row_ids}
        return encode_touch(time_ms, kept)

    def _renamed(self, payload: bytes) -> tuple[int, bytes]:
        mark = decode_snapshot(payload)
        if mark.name in self._names:
            name = self._names[mark.name]
            if name is not None:
                return SNAPSHOT, replace(mark, name=name).encode()
            # The record stays, so that all numbers do; it marks no snapshot any more.
            return TRANSACTION, Transaction(mark.id, mark.time_ms, ()).encode()
        if self._needles.count_in_text(mark.name):
            return SNAPSHOT, replace(mark, name=f"erased {mark.id[:8]}").encode()
        return SNAPSHOT, payload
