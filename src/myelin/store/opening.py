"""Making a brain's file, opening one, and asking which brain a file is."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from myelin.contract.errors import BrainChanged, BrainExists
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance, new_row_id
from myelin.kernel.progress import Progress, silent
from myelin.store import compaction, derived, migrate
from myelin.store.failures import disk_errors
from myelin.store.filesystem import ensure_local
from myelin.store.format import (
    BASE_OFFSET,
    HEADER_BYTES,
    Header,
    first_history,
    key_id,
    make_seals,
    open_header,
    parse_header,
)
from myelin.store.image import Base, Image
from myelin.store.intent import fingerprint
from myelin.store.io import Io, system_io
from myelin.store.location import BrainFile, Services, ensure_safe, open_location, unknown_brain
from myelin.store.lock import FileLock
from myelin.store.mark import Mark, MarkKeeper
from myelin.store.rewriting import Rewriter
from myelin.store.schema import Schema
from myelin.store.store import Store


def create(
    path: Path | str,
    key: bytes,
    *,
    brain_id: bytes,
    schema: Schema,
    clock: Clock,
    chance: Chance,
    io: Io | None = None,
    meta: Mapping[str, str] | None = None,
) -> None:
    """Make a new brain's file, durable when this returns; the folder is made where it is missing.

    Raises:
        BrainExists: there is a file by that name; it was not touched.
        StorageFull, StorageReadOnly, StorageFailed: nothing was made.
    """
    io = io or system_io()
    with disk_errors(), _opened(io, Path(path), create=True) as place:
        lock = FileLock(io, place.folder, place.name + ".clock", clock)
        try:
            lock.acquire(wait_s=5.0)
            if io.identity(place.folder, place.name) is not None:
                raise BrainExists(name=place.name.removesuffix(".myl"))
            _write_first(io, place, key, brain_id, schema, clock, chance, meta or {})
        finally:
            lock.close()


def open(  # noqa: A001
    path: Path | str,
    key: bytes,
    *,
    schema: Schema,
    clock: Clock,
    chance: Chance,
    io: Io | None = None,
    readonly: bool = False,
    lock_wait_s: float = 5.0,
    force_network: bool = False,
    marks: MarkKeeper | None = None,
    progress: Progress = silent,
) -> Store:
    """Return a store for a brain's file; in a folder that cannot be written it can only read.

    Raises:
        BrainUnknown: there is no such file.
        KeyWrong: the key is another brain's.
        FormatTooNew: a newer program wrote it; the file was not touched.
        BrainDamaged, BrainRolledBack: it is not as it was written; the file was not touched.
        NetworkFilesystem: it lies on a network, and `force_network` was not given.
        PathRefused: others may change its folder, or it is not a plain file of this user.
    """
    io = io or system_io()
    given = Path(path)
    place = None
    try:
        with disk_errors():
            place = open_location(io, given, create=False)
            services = Services(io, schema, clock, chance, lock_wait_s, marks, progress)
            if not schema.replica:
                Rewriter(place, key, services).settle()
            _prove_key(io, place, key, replica=schema.replica)
            ensure_local(str(place.folder_path), forced=force_network)
            return Store(place, key, services, readonly=readonly)
    except BaseException:
        if place is not None:
            io.close(place.folder)
        raise


def read_brain_id(path: Path | str, *, io: Io | None = None) -> bytes:
    """Return the 16 bytes that name the brain in a file; needs no key, so it proves nothing.

    Raises:
        BrainUnknown: there is no such file.
        BrainDamaged, FormatTooNew: it is no file of a format that this program reads.
    """
    io = io or system_io()
    with disk_errors(), _opened(io, Path(path), create=False) as place:
        if io.identity(place.folder, place.name) is None:
            raise unknown_brain(place.name)
        return _header_of(io, place).brain_id


def accept_rollback(
    path: Path | str,
    *,
    clock: Clock,
    io: Io | None = None,
    marks: MarkKeeper | None = None,
    seen: str | None = None,
) -> None:
    """Take the file that is there, and the history that leads to it, for the newest from now on.

    `seen` is the fingerprint of the file that a person decided about (`beside.look_at`).

    Raises:
        BrainChanged: another file is there now; nothing was changed.
        BrainUnknown: there is no such file.
        BrainDamaged, FormatTooNew: it is no file of a format that this program reads.
        BrainBusy: another process holds the brain.
    """
    io = io or system_io()
    with disk_errors(), _opened(io, Path(path), create=False) as place:
        if io.identity(place.folder, place.name) is None:
            raise unknown_brain(place.name)
        lock = FileLock(io, place.folder, place.name + ".lock", clock)
        try:
            lock.acquire(wait_s=5.0)
            if seen not in (None, fingerprint(io, place.folder, place.name)):
                raise BrainChanged(what="another file is in its place")
            header = _header_of(io, place)
            if marks is not None:
                # Whatever its log holds lies behind this.
                first = Mark(header.brain_id, header.epoch, header.base_seq, header.history, None)
                marks.save(first.encode())
            lock.forget_hint()
        finally:
            lock.close()


def _header_of(io: Io, place: BrainFile) -> Header:
    fd = io.open(place.folder, place.name)
    try:
        return parse_header(io.pread(fd, HEADER_BYTES, 0))
    finally:
        io.close(fd)


def _prove_key(io: Io, place: BrainFile, key: bytes, *, replica: bool) -> None:
    """Refuse a wrong key or format before any file, a lock's included, is made."""
    if io.identity(place.folder, place.name) is None:
        raise unknown_brain(place.name)
    fd = io.open(place.folder, place.name)
    try:
        ensure_safe(io, fd, folder=False)
        open_header(io.pread(fd, BASE_OFFSET, 0), key, replica=replica)
    finally:
        io.close(fd)


@contextmanager
def _opened(io: Io, path: Path, *, create: bool) -> Iterator[BrainFile]:
    place = open_location(io, path, create=create)
    try:
        yield place
    finally:
        io.close(place.folder)


def _write_first(
    io: Io,
    place: BrainFile,
    key: bytes,
    brain_id: bytes,
    schema: Schema,
    clock: Clock,
    chance: Chance,
    meta: Mapping[str, str],
) -> None:
    header = Header(
        brain_id=brain_id,
        epoch=1,
        base_seq=0,
        log_time_ms=clock.now_ms(),
        base_bytes=0,
        history=first_history(brain_id),
        key_id=key_id(key, brain_id),
    )
    nothing = Base(io, -1, header, make_seals(key, bytes(24), header.pack()).base)
    image = Image(nothing)
    try:
        derived.create_versions(image.db)
        for migration in schema.migrations:
            migrate.run(image.db, migration)
        for name, value in meta.items():
            image.db.execute(
                "INSERT INTO meta (id, key, value) VALUES (?, ?, ?)",
                (new_row_id(chance), name, value),
            )
        derived.rebuild(image.db, schema)
        snapshot = image.snapshot()
    finally:
        image.close()
    new = place.name + ".new"
    io.unlink(place.folder, new)
    fd = io.open(place.folder, new, write=True, create=True, exclusive=True)
    try:
        header = replace(header, base_bytes=snapshot.size_bytes)
        compaction.write_file(io, fd, header, key, snapshot.chunks(nothing), chance)
    except BaseException:
        io.unlink(place.folder, new)
        raise
    finally:
        io.close(fd)
    io.rename(place.folder, new, place.name)
    io.fsync_folder(place.folder)
    _sync_parent(io, place)


def _sync_parent(io: Io, place: BrainFile) -> None:
    """Make the name of the folder itself durable, where its parent lets us."""
    with suppress(OSError):
        parent = io.open_folder(str(place.folder_path.parent))
        try:
            io.fsync_folder(parent)
        finally:
            io.close(parent)
