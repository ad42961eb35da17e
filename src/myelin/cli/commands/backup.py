"""`myelin backup`: one sealed file with the present state, outside the brain's folder."""

from myelin import config
from myelin.brains import backups
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid


def backup(invocation: Invocation, *, to: str | None, keep: int, daily: bool) -> int:
    """Write a backup, remove old ones, and return 0. With `daily` the settings ask for more.

    Raises:
        PathRefused: the folder lies in the brain's folder.
        BrainDamaged: the state cannot be read, or the backup does not read back.
    """
    if keep < 1:
        raise argument_invalid("backup", "/keep", "is less than 1")
    brain = invocation.brain()
    made = backups.back_up(brain, invocation.file(to) or backups.folder_of(brain), keep)
    document = {"path": str(made.path), "bytes": made.bytes, "removed": made.removed}
    lines = [f"Wrote and checked {made.path}. Its key is this brain's."]
    if daily:
        home = invocation.settings().home
        config.keep(home, "daily_backup", True)
        if to is not None:
            config.keep(home, "backup_folder", str(made.path.parent))
        lines.append("`myelin serve` makes one a day from now on: daily_backup in config.json.")
    invocation.console.result(document, Lines(lines))
    return 0
