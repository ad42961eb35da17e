"""The commands that keep a brain in order: each is loaded when it is called, for few are often."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from myelin.cli.asking import Asking
from myelin.surface.commands import Flags

if TYPE_CHECKING:
    from myelin.cli.desk import Desk


class Tending(Asking):
    """The handlers of `myelin restore`, `purge`, `doctor`, `export`, `import`, `log` and so on."""

    def key_rotate(self, flags: Flags, *, phrase_file: str | None) -> int:
        """Seal all files with a new key, and show its words once."""
        from myelin.cli import purging

        return purging.rotate(self._desk(flags), self._file(phrase_file))

    def purge(self, flags: Flags, *, brain: str, **given: Any) -> int:
        """Remove one thing and its bytes for good."""
        from myelin.cli import purging

        desk = self._desk(flags, brain)
        given["phrase_file"] = self._file(given["phrase_file"])
        given["receipt"] = self._file(given["receipt"])
        return purging.purge(desk, purging.Wanted(**given))

    def snapshot_create(self, flags: Flags, *, label: str | None) -> int:
        """Make a restore point."""
        from myelin.cli import restoring

        return restoring.create(self._desk(flags), label)

    def snapshot_list(self, flags: Flags) -> int:
        """List the restore points."""
        from myelin.cli import restoring

        return restoring.list_(self._desk(flags))

    def restore(
        self, flags: Flags, *, brain: str, at: str, to: str | None, in_place: bool, dry_run: bool
    ) -> int:
        """Bring back an earlier state, or say which one is meant."""
        from myelin.cli import restoring

        desk = self._desk(flags, brain)
        path = None if dry_run else self._file(to)
        return restoring.restore(desk, at, path, in_place=in_place and not dry_run)

    def doctor(self, flags: Flags, *, repair: bool, accept_rollback: bool) -> int:
        """Check the brain's files and what is in them."""
        from myelin.cli import doctor

        return doctor.run(self._desk(flags), repair=repair, accept_rollback=accept_rollback)

    def export(self, flags: Flags, *, folder: str) -> int:
        """Write everything to a new folder in plain files."""
        from myelin.cli import transfer

        return transfer.export(self._desk(flags), self._cwd / folder)

    def import_(self, flags: Flags, *, path: str) -> int:
        """Bring in what an export holds."""
        from myelin.cli import transfer

        return transfer.import_(self._desk(flags), self._cwd / path)

    def log(self, flags: Flags, *, since: str | None, limit: int) -> int:
        """Print what was written and served, and by whom."""
        from myelin.cli import history

        return history.log(self._desk(flags), since, limit)

    def undo(self, flags: Flags, *, id: str) -> int:
        """Put back what stood before a client's write."""
        from myelin.cli import history

        return history.undo(self._desk(flags), id)

    def _desk(self, flags: Flags, brain: str | None = None) -> "Desk":
        from myelin.cli.desk import Desk, invalid

        if brain is not None:
            if flags.name is not None and flags.name != brain:
                self._console.json = flags.json
                raise invalid("this command", "/brain", f"is {brain}, but --name is {flags.name}")
            flags = replace(flags, name=brain)
        return Desk(
            self._console,
            self._settings(flags),
            self._cwd,
            self._environment,
            self._clock,
            self._chance,
        )
