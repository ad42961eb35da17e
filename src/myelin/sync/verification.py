"""What a device checks of a replica that it pulled, before anything of it is believed."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from myelin.contract.errors import BrainDamaged, BundleUntrusted, ServerRolledBack
from myelin.store import Schema, open_image
from myelin.store.epoch import Epoch
from myelin.store.format import TOUCH, TRANSACTION, decode_touch, decode_transaction
from myelin.store.io import Io
from myelin.store.log import Record, Tail, read_records
from myelin.sync.checks import AHEAD_MS, refuse
from myelin.sync.manifest import Manifest
from myelin.sync.position import WINDOW_BYTES, Read, feed, sha256_of
from myelin.sync.unsigned import HostRules, NotAllowed, UnsignedCheck


@dataclass(frozen=True, slots=True)
class Verified:
    """A replica whose bytes and rows were checked."""

    image: Epoch
    """All records are applied, the unsigned ones included."""
    signed: Tail
    """The position that the newest manifest signs."""
    unsigned: tuple[Record, ...]
    """The records after it, which sessions of the server wrote."""


def ensure_extends(held: Read, held_bytes: int, shown: Read) -> None:
    """Refuse a file of the same epoch that does not begin with the bytes of the last sync.

    Raises:
        ServerRolledBack: records that this device saw are gone or different.
    """
    for offset in range(0, held_bytes, WINDOW_BYTES):
        size = min(WINDOW_BYTES, held_bytes - offset)
        if held(offset, size) != shown(offset, size):
            raise ServerRolledBack()


@contextmanager
def verified(
    path: Path,
    key: bytes,
    manifest: Manifest,
    *,
    schema: Schema,
    rules: HostRules,
    now_ms: int,
    io: Io | None = None,
) -> Iterator[Verified]:
    """Open a pulled file for the block if it is what the newest manifest signed.

    Raises:
        KeyWrong, FormatTooNew: this key or this program does not open it.
        BundleUntrusted: it is not what the owner signed, or sessions wrote what they may not.
    """
    with path.open("rb") as file:

        def read(offset: int, size: int) -> bytes:
            file.seek(offset)
            return file.read(size)

        _check_bytes(read, manifest)
        rest = read(manifest.file_bytes, -1)
    try:
        with open_image(path, key, schema=schema, io=io, upto=manifest.file_bytes) as image:
            _check_signed(image, manifest)
            signed, rest = image.tail, path.read_bytes()[manifest.file_bytes :]
            unsigned = _admit_unsigned(
                image, rest, UnsignedCheck(image.db, schema.tables, rules), now_ms
            )
            yield Verified(image, signed, tuple(unsigned))
    except BrainDamaged as error:
        raise BundleUntrusted(details={"why": "the file is damaged"}) from error


def _check_bytes(read: Read, manifest: Manifest) -> None:
    try:
        if sha256_of(read, 0, manifest.head_bytes) != manifest.head_sha256:
            refuse("the SHA-256 of the head is not the manifest's")
        log = hashlib.sha256()
        feed(log, read, manifest.head_bytes, manifest.file_bytes - manifest.head_bytes)
    except ValueError:
        refuse("the file is shorter than the manifest says")
    if log.digest() != manifest.log_sha256:
        refuse("the SHA-256 of the log is not the manifest's")


def _check_signed(image: Epoch, manifest: Manifest) -> None:
    header = image.header
    said = (manifest.brain_id, manifest.epoch, manifest.generation, manifest.head_bytes)
    held = (header.brain_id, header.epoch, header.key_generation, header.log_offset)
    if held != said or image.schema_number != manifest.schema:
        refuse("the file's header is not what the manifest says")
    for index in range(image.base.chunks):
        image.base.chunk(index)
    if (image.tail.seq, image.tail.history) != (manifest.seq, manifest.history):
        refuse("the records do not lead to the manifest's history")


def _admit_unsigned(
    image: Epoch, rest: bytes, allowed: UnsignedCheck, now_ms: int
) -> Iterator[Record]:
    """Apply the unsigned records one by one, each only after it was checked; yield them."""
    end, last_ms = image.tail.offset + len(rest), image.replay.log_time_ms
    for record in read_records(rest, image.seals.log, image.tail):
        seq = record.tail.seq
        try:
            if record.type == TRANSACTION:
                transaction = decode_transaction(record.payload)
                _check_time(seq, transaction.time_ms, now_ms, last_ms)
                last_ms = transaction.time_ms
                allowed.check(transaction)
            elif record.type == TOUCH:
                time_ms, counts = decode_touch(record.payload)
                _check_time(seq, time_ms, now_ms)
                allowed.check_touch(counts)
            else:
                _refuse_record(seq, "its type is not one that a session writes")
        except ValueError:
            _refuse_record(seq, "its payload cannot be read")
        except NotAllowed as refused:
            _refuse_record(seq, refused.why, refused.table)
        image.apply([record])
        yield record
    if image.tail.offset != end:
        _refuse_record(image.tail.seq + 1, "it is not whole, or does not follow the one before")


def _check_time(seq: int, time_ms: int, now_ms: int, last_ms: int = -1) -> None:
    if time_ms > now_ms + AHEAD_MS:
        _refuse_record(seq, "its time is more than 24 h ahead of this device's clock")
    if time_ms <= last_ms:
        _refuse_record(seq, "its time is not later than that of the record before it")


def _refuse_record(seq: int, why: str, table: str | None = None) -> None:
    details = {"seq": seq, "why": why} | ({"table": table} if table else {})
    raise BundleUntrusted(details=details)
