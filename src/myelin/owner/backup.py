"""Back up a brain: write the present state to one sealed file, check it, remove old backups."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin import config
from myelin.brains import backups
from myelin.brains.brain import Brain
from myelin.kernel.decision import Owner

if TYPE_CHECKING:
    from myelin.contract.operations.back_up import BackUpArgs


def back_up(brain: Brain, args: "BackUpArgs", _owner: Owner) -> dict[str, Any]:
    """Write and check a backup, and remove all but the newest `keep` ones of its folder.

    With `daily` the settings let the server make one a day from now on, in the same folder.

    Raises:
        PathRefused: the folder lies in the brain's folder.
        BrainDamaged: the state cannot be read, or the backup does not read back.
    """
    folder = backups.folder_of(brain) if args.to is None else Path(args.to)
    made = asdict(backups.back_up(brain, folder, args.keep))
    if args.daily:
        config.keep(brain.settings.home, "daily_backup", True)
        if args.to is not None:
            config.keep(brain.settings.home, "backup_folder", args.to)
    return made | {"path": str(made["path"])}
