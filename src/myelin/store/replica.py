"""Replicas: the file of a brain that a server holds, built of rows that may leave the device.

Every epoch of a replica is built and never copied, so that numbers, free pages and the order of
b-trees say nothing of rows that stayed behind. `docs/replica.md` describes the format.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from myelin.contract.errors import BrainDamaged, BrainExists, QuotaExceeded, ReplicaOutdated
from myelin.kernel.ids import Chance
from myelin.store import compaction, derived, migrate
from myelin.store.epoch import Epoch
from myelin.store.failures import disk_errors
from myelin.store.format import REPLICA, Header, key_id, make_seals
from myelin.store.image import Base, Image
from myelin.store.io import Io, system_io
from myelin.store.location import open_location, unknown_brain
from myelin.store.schema import Database, Schema

LOG_RECORDS_MAX = 100_000
LOG_BYTES_MAX = 64 << 20
"""Beyond this a server appends no more: only a device can fold a replica's log into a new base."""

_EPOCH = b"myelin/1 epoch\x00"


@dataclass(frozen=True, slots=True)
class ReplicaOrigin:
    """What an epoch of a replica is built for."""

    brain_id: bytes
    epoch: int
    """1 for the first, one more for each that follows."""
    base_seq: int
    """The sequence number of the last record of the epoch before; 0 in the first."""
    generation: int
    """Of the remote key."""
    time_ms: int
    """No record of the log may be older."""


def write_epoch(
    path: Path,
    key: bytes,
    origin: ReplicaOrigin,
    *,
    schema: Schema,
    fill: Callable[[Database], None],
    chance: Chance,
    io: Io | None = None,
) -> None:
    """Build one epoch of a replica in a new file, durable when this returns.

    `fill` inserts the rows into empty tables; the derived tables are computed from them.

    Raises:
        BrainExists: there is a file by that name; it was not touched.
        StorageFull, StorageReadOnly, StorageFailed: no file was left.
    """
    io = io or system_io()
    header = Header(
        brain_id=origin.brain_id,
        epoch=origin.epoch,
        base_seq=origin.base_seq,
        log_time_ms=origin.time_ms,
        base_bytes=0,
        history=bytes(32),
        key_id=key_id(key, origin.brain_id),
        key_generation=origin.generation,
        features=REPLICA,
    )
    nothing = Base(io, -1, header, make_seals(key, bytes(24), header.pack()).base)
    image = Image(nothing)
    try:
        derived.create_versions(image.db)
        for migration in schema.migrations:
            migrate.run(image.db, migration)
        fill(image.db)
        derived.rebuild(image.db, schema)
        snapshot = image.snapshot()
    finally:
        image.close()
    digest = hashlib.sha256()
    for chunk in snapshot.chunks(nothing):
        digest.update(chunk)
    header = replace(
        header, base_bytes=snapshot.size_bytes, history=_history(origin, digest.digest())
    )
    with disk_errors():
        _write_new(io, path, header, key, snapshot.chunks(nothing), chance)


def _write_new(
    io: Io, path: Path, header: Header, key: bytes, chunks: Iterable[bytes], chance: Chance
) -> None:
    place = open_location(io, path, create=True)
    try:
        if io.identity(place.folder, place.name) is not None:
            raise BrainExists(name=place.name)
        fd = io.open(place.folder, place.name, write=True, create=True, exclusive=True)
        try:
            compaction.write_file(io, fd, header, key, chunks, chance)
        except BaseException:
            io.unlink(place.folder, place.name)
            raise
        finally:
            io.close(fd)
        io.fsync_folder(place.folder)
    finally:
        io.close(place.folder)


@contextmanager
def open_image(
    path: Path, key: bytes, *, schema: Schema, io: Io | None = None, upto: int | None = None
) -> Iterator[Epoch]:
    """Open a replica, its log applied, for the block; changes of the image are not written.

    With `upto`, the log is applied up to that offset of the file, at which a record must end.
    Derived tables are not kept in step, because only the rows are read and compared.

    Raises:
        BrainUnknown: there is no such file.
        KeyWrong, FormatTooNew: this key or this program does not open it.
        BrainDamaged: it is not a whole replica.
    """
    io = io or system_io()
    with disk_errors():
        place = open_location(io, path, create=False)
        try:
            if io.identity(place.folder, place.name) is None:
                raise unknown_brain(place.name)
            epoch = Epoch(io, place.folder, place.name, key, schema, write=False, hint=None)
            try:
                epoch.replay.derives = False
                if epoch.read_on(io.size(epoch.fd) if upto is None else upto):
                    raise BrainDamaged(what=f"its log cannot be read beyond {epoch.tail.seq}")
                yield epoch
            finally:
                epoch.close()
        finally:
            io.close(place.folder)


def ensure_room(epoch: Epoch) -> None:
    """Let a write of a session pass that may be appended to a file.

    Raises:
        ReplicaOutdated: a newer program has to build the next epoch first.
        QuotaExceeded: its log is full until a device pushes.
    """
    if not epoch.header.features & REPLICA:
        return
    if epoch.is_outdated:
        raise ReplicaOutdated
    records = epoch.tail.seq - epoch.header.base_seq
    log_bytes = epoch.tail.offset - epoch.header.log_offset
    for what, used, limit in (
        ("records of sessions since the last push", records, LOG_RECORDS_MAX),
        ("bytes of sessions since the last push", log_bytes, LOG_BYTES_MAX),
    ):
        if used >= limit:
            suggestion = "Push once from a device that has this brain."
            raise QuotaExceeded(what=what, limit=limit, used=used, suggestion=suggestion)


def _history(origin: ReplicaOrigin, base_sha256: bytes) -> bytes:
    """Return the running hash from which the records of an epoch go on."""
    numbers = origin.epoch.to_bytes(8, "big") + origin.base_seq.to_bytes(8, "big")
    return hashlib.sha256(_EPOCH + origin.brain_id + numbers + base_sha256).digest()
