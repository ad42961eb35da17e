"""Back up a brain: write the present state to one sealed file, check it, remove old backups."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin import config
from myelin.brains.brain import Brain
from myelin.contract.errors import BrainDamaged
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.decision import Owner
from myelin.upkeep import backup as backups

if TYPE_CHECKING:
    from myelin.contract.operations.back_up import BackUpArgs


def back_up(brain: Brain, args: "BackUpArgs", _owner: Owner) -> dict[str, Any]:
    """Write and check a backup, and remove all but the newest `keep` ones.

    Without `to` it goes to the folder backups in the per-user folder.

    Raises:
        PathRefused: the folder lies in the brain's folder.
        BrainDamaged: the state cannot be read, or the backup does not read back.
    """
    config.prepare_home(brain.settings.home)
    folder = default_folder(brain) if args.to is None else Path(args.to)

    def verify(path: Path) -> None:
        location = config.Location(path.parent, path.stem, path, "it is the backup")
        copy = replace(brain, location=location, known_root=brain.root)
        with copy.opened(LOCAL_OWNER, readonly=True) as engine:
            problems = engine.store.check()
        if problems:
            raise BrainDamaged(what="the backup does not read back")

    with brain.past() as past:
        path = backups.make(past, brain.location.path, folder, brain.machine.clock.now_ms(), verify)
    removed = backups.remove_old(path, brain.location.path, args.keep)
    return {"path": str(path), "bytes": path.stat().st_size, "removed": removed}


def default_folder(brain: Brain) -> Path:
    """Return the folder of a brain's backups in the per-user folder."""
    return brain.settings.home / "backups" / brain.id
