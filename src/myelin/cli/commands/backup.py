"""`myelin backup`: one sealed file with the present state, outside the brain's folder."""

from dataclasses import replace
from pathlib import Path

from myelin import config
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.contract.errors import BrainDamaged
from myelin.kernel.caller import LOCAL_OWNER
from myelin.upkeep import backup as backups


def backup(invocation: Invocation, *, to: str | None, keep: int) -> int:
    """Write a backup, remove old ones, and return 0.

    Raises:
        PathRefused: the folder lies in the brain's folder.
        BrainDamaged: the state cannot be read, or the backup does not read back.
    """
    if keep < 1:
        raise argument_invalid("backup", "/keep", "is less than 1")
    brain, settings = invocation.brain(), invocation.settings()
    config.prepare_home(settings.home)
    folder = invocation.file(to) or settings.home / "backups" / brain.id

    def verify(path: Path) -> None:
        location = config.Location(path.parent, path.stem, path, "it is the backup")
        copy = replace(brain, location=location, known_root=brain.root)
        with copy.opened(LOCAL_OWNER, readonly=True) as engine:
            problems = engine.store.check()
        if problems:
            raise BrainDamaged(what="the backup does not read back")

    with brain.past() as past:
        path = backups.make(
            past, brain.location.path, folder, invocation.machine.clock.now_ms(), verify
        )
    removed = backups.remove_old(path, brain.location.path, keep)
    document = {"path": str(path), "bytes": path.stat().st_size, "removed": removed}
    said = f"Wrote and checked {path}. Its key is this brain's."
    invocation.console.result(document, Lines([said]))
    return 0
