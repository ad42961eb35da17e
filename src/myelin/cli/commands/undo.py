"""`myelin undo`: put back what stood before a client's write, a forget or a renamed tag."""

import sys
from typing import Any

from myelin.cli import decisions, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.contract.errors import MemoryUnknown, UndoRefused
from myelin.cores.memory.tables import MEMORY
from myelin.engine import dispatch
from myelin.store.events import Event
from myelin.surface.operations import OPERATIONS
from myelin.upkeep import former, log

FORGET, RENAME = "forget", "rename_tag"


def undo(invocation: Invocation, *, id: str) -> int:
    """Put back what stood before a client's write or a forget, and return 0.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
        UndoRefused: the owner wrote it, or it is superseded; or the record is no forget.
        TerminalRequired: an agent drives this shell.
    """
    terminal.refuse_agents(invocation.environment)
    if id.isascii() and id.isdigit():
        return _undo_record(invocation, int(id[:18]))
    with invocation.engine() as engine:
        result = dispatch.call(engine, OPERATIONS["undo"], {"id": id})
    memory = result["memory"]
    if result["how"] == "archived":
        said = f"{result['undone']} replaced nothing; it is in the archive tier now."
    else:
        said = f"{result['undone']} was superseded by {memory['id']}, which says what stood before."
    invocation.console.result(result, Lines([said]))
    return 0


def _undo_record(invocation: Invocation, seq: int) -> int:
    with invocation.brain().past() as past:
        events = [one for one in past.newest_events(log.ENTRIES_MAX) if one.seq == seq]
    act = events[0].act if events else None
    if act == FORGET:
        return _undo_forget(invocation, events[0])
    if act == RENAME:
        return _undo_renaming(invocation, seq)
    raise UndoRefused(
        reason=f"record {seq} is not one of the newest {log.ENTRIES_MAX}, or is neither a forget"
        " nor the renaming of a tag",
        suggestion="`myelin log` prints the records; or bring a memory back with"
        " `myelin unarchive ID`.",
    )


def _undo_renaming(invocation: Invocation, seq: int) -> int:
    """Give memories their former tags, those whose tags have not changed since."""
    with invocation.brain().past() as past:
        tags = former.values(past.newest_events(sys.maxsize), seq, MEMORY, "tags")
    # Some of them may be in the core tier.
    decision = decisions.stated(invocation, "undo", str(seq), unattended=False)
    with invocation.engine() as engine:
        result = dispatch.run(
            engine,
            "write",
            lambda session: engine.memory.restore_tags(session, tags),
            decision=decision,
            act="undo_rename_tag",
        )
    count = len(result["restored"])
    said = "1 memory has its former tags" if count == 1 else f"{count} memories have former tags"
    invocation.console.result(result, Lines([f"{said} again."]))
    return 0


def _undo_forget(invocation: Invocation, event: Event) -> int:
    """Bring back what one forget archived, as far as it still lies in the archive tier."""
    with invocation.engine() as engine:
        ids = log.changed_ids(engine.cores, event)

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
