"""`myelin undo`: put back what stood before a client's write."""

from myelin.cli import terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.engine import dispatch


def undo(invocation: Invocation, *, id: str) -> int:
    """Put back what stood before a client's write, and return 0.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
        UndoRefused: the owner wrote it, or it is superseded.
        TerminalRequired: an agent drives this shell.
    """
    terminal.refuse_agents(invocation.environment)
    with invocation.engine() as engine:
        result = dispatch.run(
            engine,
            "write",
            lambda session: engine.memory.undo(session, id),
            note="undo",
            act="undo",
        )
    memory = result["memory"]
    if result["how"] == "archived":
        said = f"{result['undone']} replaced nothing; it is in the archive tier now."
    else:
        said = f"{result['undone']} was superseded by {memory['id']}, which says what stood before."
    invocation.console.result(result, Lines([said]))
    return 0
