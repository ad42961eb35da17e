"""Backup: write the present state of a brain to one sealed file outside its folder."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from myelin.contract.errors import BrainDamaged, PathRefused
from myelin.kernel.clock import format_time
from myelin.kernel.errors import MyelinError
from myelin.store import disk_errors, read_brain_id, sidecar
from myelin.store.past import Past

KEEP = 7
_STAMP_CHARS = 19
_STAMP_PATTERN = "????-??-??-??????"
_UNFINISHED_MS = 3_600_000
"""A file that was not finished within this time (ms) belongs to no backup that is still made."""


def make(
    past: Past, brain: Path, folder: Path, now_ms: int, verify: Callable[[Path], None]
) -> Path:
    """Write the newest state to a new file in a folder, verify it, and return its path.

    The file has the brain's key and is a brain of its own; it holds local_only memories too.
    `verify` opens it and raises if anything is wrong with it.

    Raises:
        PathRefused: the folder lies in the brain's folder, or the file exists already.
        BrainDamaged: the state cannot be read, or the file does not read back.
        StorageFull, StorageReadOnly, StorageFailed: no backup was made.
    """
    inside = brain.parent.resolve()
    if folder.resolve() == inside or inside in folder.resolve().parents:
        raise PathRefused(
            reason="a backup in the brain's own folder is lost together with the brain",
            suggestion="Pass another folder to --to, best on another disk.",
        )
    newest = past.overview().newest
    if newest is None:
        raise BrainDamaged(what="no state of it can be read")
    stamp = format_time(now_ms)[:_STAMP_CHARS].replace(":", "").replace("T", "-")
    path = folder / f"{brain.stem}-{stamp}.myl"
    past.restore_to(newest.seq, path)
    try:
        verify(path)
    except MyelinError:
        _remove(path)
        raise
    finally:
        _remove_locks(path)
    return path


def remove_old(newest: Path, brain: Path, keep: int, now_ms: int) -> int:
    """Remove all but the newest `keep` backups of the same brain; return how many were removed.

    What a killed backup left unfinished goes too, once it is an hour old. Other files of the folder
    are left alone, whatever their names are.
    """
    for left in newest.parent.glob(f"{brain.stem}-{_STAMP_PATTERN}.myl.new"):
        with disk_errors(), suppress(FileNotFoundError):
            if now_ms - left.stat().st_mtime * 1000 > _UNFINISHED_MS:
                left.unlink()
                _remove_locks(left.with_suffix(""))
    brain_id = read_brain_id(newest)
    found = []
    for path in sorted(newest.parent.glob(f"{brain.stem}-{_STAMP_PATTERN}.myl")):
        try:
            if read_brain_id(path) == brain_id:
                found.append(path)
        except MyelinError:
            continue
    old = found[:-keep]
    for path in old:
        _remove(path)
    return len(old)


def _remove(path: Path) -> None:
    with disk_errors():
        path.unlink(missing_ok=True)
    _remove_locks(path)


def _remove_locks(path: Path) -> None:
    with disk_errors():
        for suffix in sidecar.LOCKS:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
