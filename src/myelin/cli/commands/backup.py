"""`myelin backup`: one sealed file with the present state, outside the brain's folder."""

from myelin.cli import decisions, failures
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation


def backup(invocation: Invocation, *, to: str | None, keep: int, daily: bool) -> int:
    """Write a backup, remove old ones, and return 0. With `daily` the settings ask for more.

    Raises:
        PathRefused: the folder lies in the brain's folder.
        BrainDamaged: the state cannot be read, or the backup does not read back.
    """
    folder = invocation.file(to)
    arguments = {"to": None if folder is None else str(folder), "keep": keep, "daily": daily}
    owner = decisions.OwnerAtTerminal(invocation)
    document = decisions.carried_out(invocation.brain(), "back_up", arguments, owner)
    if document is None:
        return failures.EXIT_DECLINED
    lines = [f"Wrote and checked {document['path']}. Its key is this brain's."]
    if daily:
        lines.append("`myelin serve` makes one a day from now on: daily_backup in config.json.")
    invocation.console.result(document, Lines(lines))
    return 0
