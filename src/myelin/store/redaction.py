"""Taking rows out of a base and out of a record, as if they had never been written."""

from dataclasses import replace

import apsw

from myelin.store.format import (
    SNAPSHOT,
    TRANSACTION,
    Delete,
    Put,
    Transaction,
    decode_snapshot,
    decode_transaction,
)
from myelin.store.needles import Needles

Rows = frozenset[tuple[str, int]]
"""Table and id of rows."""


def delete_rows(db: apsw.Connection, rows: Rows) -> int:
    """Delete rows where their table is there, and return how many there were."""
    before = db.total_changes()
    for table, row_id in sorted(rows):
        if db.table_exists("main", table):
            db.execute(f"DELETE FROM main.{table} WHERE id = ?", (row_id,))
    return db.total_changes() - before


def redacted(type: int, payload: bytes, rows: Rows, needles: Needles) -> bytes:
    """Return a record's payload in which rows that go are only said to be gone.

    The same object comes back when nothing in it had to change. The record stays, with its time
    and number, so that every other state of the brain is what it was.
    """
    if type == TRANSACTION:
        return _without_rows(payload, rows, needles)
    if type == SNAPSHOT:
        mark = decode_snapshot(payload)
        if needles.count_in_text(mark.name):
            return replace(mark, name=f"erased {mark.id[:8]}").encode()
    return payload


def _without_rows(payload: bytes, rows: Rows, needles: Needles) -> bytes:
    transaction = decode_transaction(payload)
    operations: list[Put | Delete] = []
    changed = False
    for operation in transaction.operations:
        if isinstance(operation, Put) and (operation.table, operation.row_id) in rows:
            operations.append(Delete(operation.table, operation.row_id))
            changed = True
        else:
            operations.append(operation)
    note = transaction.note
    if needles.count_in_text(note):
        note, changed = None, True
    if not changed:
        return payload
    return Transaction(transaction.id, transaction.time_ms, operations, note).encode()
