"""Backup of a server: its records, its blobs and its live files in one new folder.

The database is copied first. Then, with the lock of each brain held, its files are copied and its
rows in the copy are replaced by those of that moment, so that both always agree. `backup.json`
lists every file with its SHA-256 and is written last: a folder without it is no backup. The
secrets of the server are not copied, so a restore signs everybody out of OAuth.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.contract.errors import BrainDamaged, PathRefused
from myelin.control.blobs import FOLDER, PIECE_BYTES, FolderBlobs, is_kept, is_place
from myelin.control.control import Control
from myelin.control.grants import revoke_all
from myelin.control.rows import Rows
from myelin.control.sqlite_store import FILE, SqliteStore
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Owner, Question
from myelin.kernel.machine import Machine
from myelin.store import disk_errors
from myelin.store.io import system_io

if TYPE_CHECKING:
    from myelin.contract.operations.back_up_server import BackUpServerArgs

LIST = "backup.json"
FORMAT = 1
OF_A_BRAIN = ("manifest", "closed_epoch", "snapshot")
"""The tables whose rows are copied again with the files of a brain."""


def back_up_server(
    control: Control, args: "BackUpServerArgs", _owner: Owner
) -> Mapping[str, object]:
    """Write a backup of the whole server to a folder that does not exist yet.

    The server may run meanwhile. Open uploads are not part of a backup.

    Raises:
        PathRefused: the folder exists, or lies in the server's folder.
    """
    folder = _new_folder(Path(args.to), control.folder)
    with disk_errors():
        control.store.back_up(folder / FILE)
    copy = SqliteStore(folder, control.io)
    blobs = FolderBlobs(folder, control.io, control.machine)
    files: dict[str, dict[str, object]] = {}
    try:
        with copy.writing() as rows:
            rows.run("DELETE FROM upload")
            places = rows.all("SELECT tenant, id FROM brain WHERE shredded_at IS NULL")
        for tenant, brain in places:
            place = f"{tenant}/{brain}"
            with control.blobs.locked(place):
                _copy_rows(control, copy, tenant, brain)
                for name in _names(copy, control, tenant, brain):
                    digest, size = _copy_file(control, blobs, place, name)
                    files[f"{FOLDER}/{place}/{name}"] = {"sha256": digest, "bytes": size}
    finally:
        copy.close()
    files[FILE] = _described(folder / FILE)
    text = {"format": FORMAT, "made_at": format_time(control.now_ms), "files": files}
    with disk_errors():
        _write_new(folder / LIST, json.dumps(text, indent=1))
    total = sum(int(str(each["bytes"])) for each in files.values())
    return {"path": str(folder), "brains": len(places), "files": len(files), "bytes": total}


def restore_server(
    folder: Path, source: Path, machine: Machine, owner: Owner
) -> Mapping[str, object] | None:
    """Restore a backup into a folder without records; None if the operator said no.

    Every brain is marked as restored, which devices are told. Nothing is in force before all
    files are in place: `control.db` comes last.

    Raises:
        PathRefused: the folder holds records already, or the source is no backup.
        BrainDamaged: a file of the backup is not as the backup lists it.
    """
    if (folder / FILE).exists():
        raise PathRefused(
            reason="the server's folder holds records already",
            suggestion="Stop the server and move them away, then restore.",
        )
    files = _listed(source)
    question = Question(
        "Restore this backup of a server. Devices will be told that the server was restored.",
        facts=(("backup", str(source)), ("files", str(len(files)))),
    )
    if owner.decide(question, "admin restore") is None:
        return None
    io = machine.io if machine.io is not None else system_io()
    blobs = FolderBlobs(folder, io, machine)
    io.close(io.open_folder(str(folder), create=True))
    for name, expected in files.items():
        if _described(source / name) != expected:
            raise BrainDamaged(what="a file of the backup is not as backup.json lists it")
        if name != FILE:
            _, tenant, brain, file = name.split("/")
            _restore_file(blobs, source / name, f"{tenant}/{brain}", file)
    with disk_errors():
        # The rows are marked in a copy, which then gets its name: the backup stays as it is.
        staged = folder / "restoring"
        staged.mkdir(mode=0o700, exist_ok=True)
        (staged / FILE).write_bytes((source / FILE).read_bytes())
        store = SqliteStore(staged, io)
        with store.writing() as rows:
            rows.run(
                "UPDATE brain SET restored_at = ? WHERE shredded_at IS NULL",
                machine.clock.now_ms(),
            )
            revoke_all(rows, machine.clock.now_ms())
            count = _count(rows)
        store.forget_deleted()
        store.close()
        (staged / FILE).replace(folder / FILE)
        for leftover in staged.iterdir():
            leftover.unlink()
        staged.rmdir()
    return {"path": str(folder), "brains": count, "files": len(files)}


def _copy_rows(control: Control, copy: SqliteStore, tenant: str, brain: str) -> None:
    """Replace the rows of one brain in the copy by those that the server has now."""
    with control.store.reading() as live, copy.writing() as rows:
        rows.run("PRAGMA defer_foreign_keys = ON")
        for table, column in (*((name, "brain") for name in OF_A_BRAIN), ("brain", "id")):
            where = f"WHERE tenant = ? AND {column} = ?"
            rows.run(f"DELETE FROM {table} {where}", tenant, brain)
            for row in live.all(f"SELECT * FROM {table} {where}", tenant, brain):
                rows.run(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)


def _names(copy: SqliteStore, control: Control, tenant: str, brain: str) -> list[str]:
    """Return the files of a brain that a backup holds: the live one and the immutable blobs."""
    with copy.reading() as rows:
        row = rows.one("SELECT shredded_at FROM brain WHERE tenant = ? AND id = ?", tenant, brain)
    if row is None or row[0] is not None:
        return []
    return [name for name in control.blobs.names(f"{tenant}/{brain}") if is_kept(name)]


def _copy_file(control: Control, blobs: FolderBlobs, place: str, name: str) -> tuple[str, int]:
    digest, offset = hashlib.sha256(), 0
    while data := control.blobs.read(place, name, offset, PIECE_BYTES):
        blobs.write(place, name, data, offset)
        digest.update(data)
        offset += len(data)
    return digest.hexdigest(), offset


def _restore_file(blobs: FolderBlobs, source: Path, place: str, name: str) -> None:
    blobs.remove(place, name)
    offset = 0
    with disk_errors(), source.open("rb") as file:
        while data := file.read(PIECE_BYTES):
            blobs.write(place, name, data, offset)
            offset += len(data)


def _described(path: Path) -> dict[str, object]:
    digest = hashlib.sha256()
    if not path.is_file():
        raise BrainDamaged(what="a file of the backup is missing")
    with disk_errors(), path.open("rb") as file:
        while data := file.read(PIECE_BYTES):
            digest.update(data)
        return {"sha256": digest.hexdigest(), "bytes": file.tell()}


def _listed(source: Path) -> dict[str, Any]:
    try:
        text = json.loads((source / LIST).read_text("utf-8"))
        files: dict[str, Any] = text["files"]
        if text["format"] != FORMAT or FILE not in files:
            raise ValueError("is not a backup")
        for name in files:
            folder, _, rest = name.partition("/")
            place, _, file = rest.rpartition("/")
            if name != FILE and not (folder == FOLDER and is_place(place) and is_kept(file)):
                raise ValueError("is not a backup")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise PathRefused(
            reason="that folder is not a complete backup of a server",
            suggestion="Name the folder that `myelin admin backup` wrote.",
        ) from None
    return files


def _new_folder(folder: Path, server: Path) -> Path:
    if folder.resolve().is_relative_to(server.resolve()):
        raise PathRefused(
            reason="the backup would lie in the server's own folder",
            suggestion="Choose a folder on another disk.",
        )
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        raise PathRefused(
            reason="the folder of the backup exists already", suggestion="Name a new folder."
        ) from None
    except OSError:
        raise PathRefused(
            reason="the folder of the backup cannot be made", suggestion="Name a writable place."
        ) from None
    return folder


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text + "\n")


def _count(rows: Rows) -> int:
    row = rows.one("SELECT count(*) FROM brain WHERE shredded_at IS NULL")
    return 0 if row is None else int(row[0])
