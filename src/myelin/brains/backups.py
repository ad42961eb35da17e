"""Backups of one brain: on request, and once a day where the owner's settings say so."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from myelin import config
from myelin.brains.brain import Brain
from myelin.contract.errors import BrainDamaged
from myelin.kernel.caller import LOCAL_OWNER
from myelin.upkeep import backup

DAY_MS = 86_400_000
_CLAIM_MS = 3_600_000
"""After this time the claim of another process counts as left over from one that died."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was written and opened again, and how many older ones were removed."""

    path: Path
    bytes: int
    removed: int


def folder_of(brain: Brain) -> Path:
    """Return where backups of a brain go unless the caller names a folder."""
    return (brain.settings.backup_folder or brain.settings.home / "backups") / brain.id


def back_up(brain: Brain, folder: Path, keep: int = backup.KEEP) -> BackedUp:
    """Write a backup, verify it, remove all but the newest `keep` in its folder, and return it.

    Raises:
        PathRefused: the folder lies in the brain's folder.
        BrainDamaged: the state cannot be read, or the backup does not read back.
        StorageFull, StorageReadOnly, StorageFailed: no backup was made.
    """
    config.prepare_home(brain.settings.home)
    now_ms = brain.machine.clock.now_ms()

    def verify(path: Path) -> None:
        location = config.Location(path.parent, path.stem, path, "it is the backup")
        copy = replace(brain, location=location, known_root=brain.root)
        brain.machine.progress("Checking the backup", 0, 1)
        with copy.opened(LOCAL_OWNER, readonly=True) as engine:
            problems = engine.store.check()
        brain.machine.progress("Checking the backup", 1, 1)
        if problems:
            raise BrainDamaged(what="the backup does not read back")

    with brain.past() as past:
        newest = past.overview().newest
        path = backup.make(past, brain.location.path, folder, now_ms, verify)
    removed = backup.remove_old(path, brain.location.path, keep)
    if newest is not None:
        brain.known.backed_up(brain.id, path, now_ms, newest.seq)
    return BackedUp(path, path.stat().st_size, removed)


def back_up_if_due(brain: Brain) -> BackedUp | None:
    """Make the day's backup, if the owner's settings want one and the brain has changed.

    Of several processes one makes it; the others return None.

    Raises:
        MyelinError: no backup was made.
    """
    if not brain.settings.daily_backup:
        return None
    known = brain.known.get(brain.id)
    now_ms = brain.machine.clock.now_ms()
    # A backup from a time to come was made with a wrong clock, and counts for nothing.
    if known is not None and 0 <= now_ms - known.backed_up_ms < DAY_MS:
        return None
    if known is not None and known.backup is not None:
        with brain.past() as past:
            newest = past.overview().newest
        if newest is not None and newest.seq == known.backed_up_seq and Path(known.backup).exists():
            return None
    folder = folder_of(brain)
    claim = folder / ".making"
    if not _claimed(claim, now_ms):
        return None
    try:
        return back_up(brain, folder)
    finally:
        claim.unlink(missing_ok=True)


def _claimed(claim: Path, now_ms: int) -> bool:
    """Return whether this process may make the backup; only one at a time may."""
    claim.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        if now_ms - claim.stat().st_mtime * 1000 > _CLAIM_MS:
            claim.unlink(missing_ok=True)
    except FileNotFoundError:
        pass
    try:
        os.close(os.open(claim, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    return True
