"""Replay: apply log records to an image. Every process computes the same tables from them."""

from collections.abc import Sequence

import apsw

from myelin.contract.errors import BrainDamaged, FormatTooNew
from myelin.store import derived, migrate
from myelin.store.format import (
    CRITICAL,
    MIGRATION,
    SNAPSHOT,
    TOUCH,
    TRANSACTION,
    Delete,
    Put,
    Transaction,
    decode_migration,
    decode_snapshot,
    decode_touch,
    decode_transaction,
)
from myelin.store.log import Record
from myelin.store.schema import Change, Schema


class Replay:
    """Applies records to one image and counts them."""

    def __init__(self, db: apsw.Connection, schema: Schema, *, log_time_ms: int) -> None:
        self.log_time_ms = log_time_ms
        self.transactions = 0
        self.touches = 0
        self.derives = True
        """Off while the derived tables are missing; they are then rebuilt when the log is read."""
        self._db = db
        self._schema = schema

    def apply(self, record: Record) -> None:
        """Apply one record to the image.

        Raises:
            BrainDamaged: the record is authentic, and no program of this format wrote it.
            FormatTooNew: it is of a kind that a newer program writes and none may skip.
        """
        try:
            if record.type == TRANSACTION:
                self._apply_transaction(decode_transaction(record.payload))
            elif record.type == TOUCH:
                self._schema.apply_touch(self._db, *decode_touch(record.payload))
                self.touches += 1
            elif record.type == MIGRATION:
                step = decode_migration(record.payload)
                migrate.replay(self._db, self._schema, step)
                self.note_time(step.time_ms)
            elif record.type == SNAPSHOT:
                self.note_time(decode_snapshot(record.payload).time_ms)
            elif record.flags & CRITICAL:
                raise FormatTooNew(found=f"record type {record.type}", known="format 1")
        except (ValueError, apsw.Error) as error:
            what = f"record {record.tail.seq} cannot be applied"
            raise BrainDamaged(what=what) from error

    def note_transaction(self, time_ms: int) -> None:
        """Count a transaction of this process and note its time."""
        self.transactions += 1
        self.note_time(time_ms)

    def _apply_transaction(self, transaction: Transaction) -> None:
        put_rows(self._db, self._schema, transaction)
        if self.derives:
            derived.apply(self._db, self._schema, changes_of(transaction.operations))
        self.note_transaction(transaction.time_ms)

    def note_time(self, time_ms: int) -> None:
        """Note the time of the last record; it may lie before that of an earlier one."""
        self.log_time_ms = time_ms


def put_rows(db: apsw.Connection, schema: Schema, transaction: Transaction) -> None:
    """Replace the source rows that a transaction names by their new versions.

    All of them go first and come back after: so two rows may swap a value that is unique.
    """
    for operation in transaction.operations:
        if operation.table not in schema.source_tables:
            raise ValueError("there is no such table")
        db.execute(f"DELETE FROM main.{operation.table} WHERE id = ?", (operation.row_id,))
    for operation in transaction.operations:
        if isinstance(operation, Put):
            places = ",".join("?" * len(operation.values))
            db.execute(f"INSERT INTO main.{operation.table} VALUES ({places})", operation.values)


def changes_of(operations: Sequence[Put | Delete]) -> list[Change]:
    """Return the changes of a transaction, one for each row, for the derivations."""
    return [Change(op.table, op.row_id, isinstance(op, Delete)) for op in operations]
