"""Moving a memory between the tiers core, normal and archive, after a question where one is due."""

from collections.abc import Mapping
from typing import Any, Literal

from myelin.cli import failures, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation


def memory(invocation: Invocation, id: str) -> Mapping[str, Any]:
    """Return the memory with this id, as `get_memory` returns it.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
    """
    found: Mapping[str, Any] = invocation.call("get_memory", {"id": id, "history": False})["memory"]
    return found


def decide(invocation: Invocation, act: str, memory: Mapping[str, Any], question: str) -> int:
    """Show a memory, ask a person, and change its tier; return the exit code.

    Each of these acts can be undone, so a script may do them; the log says that nobody was asked.
    """
    decision = terminal.confirm(
        f"{memory['id']}\n{memory['content']}\n\n{question}",
        invocation.environment,
        unattended=True,
    )
    if decision == "declined":
        invocation.console.remark("Declined; nothing was changed.")
        return failures.EXIT_DECLINED
    return _change(invocation, act, memory["id"], decision)


def change(invocation: Invocation, act: str, id: str) -> int:
    """Run an operation of the memory core that changes a tier, print the new tier, return 0."""
    return _change(invocation, act, id, None)


def _change(
    invocation: Invocation, act: str, id: str, decision: Literal["person", "unattended"] | None
) -> int:
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    with invocation.engine() as engine:
        method = getattr(engine.memory, act)
        if decision is None:
            result = dispatch.run(engine, "write", lambda session: method(session, id))
        else:
            operation = OPERATIONS["archive_core_memory" if act == "archive" else act]
            result = dispatch.decided(
                engine, operation, lambda session: method(session, id), by=decision
            )
    changed = result["memory"]
    invocation.console.result(result, Lines([f"{changed['id']} is in tier {changed['tier']} now"]))
    return 0
