"""`myelin undo`: put back what stood before a client's write, or before a forget."""

from typing import Any

from myelin.cli import terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.contract.errors import MemoryUnknown, UndoRefused
from myelin.engine import dispatch
from myelin.surface.operations import OPERATIONS
from myelin.upkeep import log

FORGET = "forget"


def undo(invocation: Invocation, *, id: str) -> int:
    """Put back what stood before a client's write or a forget, and return 0.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
        UndoRefused: the owner wrote it, or it is superseded; or the record is no forget.
        TerminalRequired: an agent drives this shell.
    """
    terminal.refuse_agents(invocation.environment)
    if id.isascii() and id.isdigit():
        return _undo_forget(invocation, int(id[:18]))
    with invocation.engine() as engine:
        result = dispatch.call(engine, OPERATIONS["undo"], {"id": id})
    memory = result["memory"]
    if result["how"] == "archived":
        said = f"{result['undone']} replaced nothing; it is in the archive tier now."
    else:
        said = f"{result['undone']} was superseded by {memory['id']}, which says what stood before."
    invocation.console.result(result, Lines([said]))
    return 0


def _undo_forget(invocation: Invocation, seq: int) -> int:
    """Bring back what one forget archived, as far as it still lies in the archive tier."""
    with invocation.brain().past() as past:
        events = [one for one in past.newest_events(log.ENTRIES_MAX) if one.seq == seq]
    if not events or events[0].act != FORGET:
        raise UndoRefused(
            reason=f"record {seq} is not one of the newest {log.ENTRIES_MAX}, or is no forget",
            suggestion="`myelin log` prints the records; or bring a memory back with"
            " `myelin unarchive ID`.",
        )
    with invocation.engine() as engine:
        ids = log.changed_ids(engine.cores, events[0])

        def unarchive(session: Any) -> dict[str, Any]:
            back = []
            for each in ids:
                try:
                    if engine.memory.unarchive(session, each)["changed"]:
                        back.append(each)
                except MemoryUnknown:
                    # It was purged since then.
                    continue
            return {"unarchived": back}

        result = dispatch.run(engine, "write", unarchive, act="undo_forget")
    back = result["unarchived"]
    count = "1 memory is" if len(back) == 1 else f"{len(back)} memories are"
    invocation.console.result(result, Lines([*back, f"{count} in the normal tier again."]))
    return 0
