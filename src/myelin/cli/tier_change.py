"""Moving a memory between the tiers core, normal and archive, after a question if it governs."""

from collections.abc import Mapping
from typing import Any

from myelin.cli import decisions, failures, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.documents.instructions import looks_like_instruction
from myelin.kernel.decision import Decision, Question


def memory(invocation: Invocation, id: str) -> Mapping[str, Any]:
    """Return the memory with this id, as `get_memory` returns it.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
    """
    found: Mapping[str, Any] = invocation.call("get_memory", {"id": id, "history": False})["memory"]
    return found


def decide(
    invocation: Invocation, act: str, memory: Mapping[str, Any], said: str, *, unattended: bool
) -> int:
    """Show a memory, ask a person, and change its tier; return the exit code.

    `said` is what happens on yes, in one sentence.
    """
    question = Question(
        act=said,
        content=[("The memory:", memory["content"])],
        facts=[("id", memory["id"]), ("size", f"{len(memory['content'])} characters")],
        # A text that reads as an order to a model takes more than a keystroke into every recall.
        typed=memory["id"] if looks_like_instruction(memory["content"]) else None,
    )
    decision = decisions.confirm(
        invocation, question, act.replace("_", " "), memory["id"], unattended=unattended
    )
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    return change(invocation, act, memory["id"], decision)


def confirm_successor(
    invocation: Invocation, core: Mapping[str, Any], content: str, *, unattended: bool
) -> Decision | None:
    """Return the decision to put a text in the place of a core memory, or None for a no."""
    question = Question(
        act="Replace a memory of the core tier, which is part of every recall.",
        content=[("Now:", core["content"]), ("Then:", content)],
        facts=[("id", core["id"]), ("size", f"{len(content)} characters")],
    )
    return decisions.confirm(
        invocation, question, "remember in place of", core["id"], unattended=unattended
    )


def change(invocation: Invocation, act: str, id: str, decision: Decision | None = None) -> int:
    """Run an operation of the memory core that changes a tier, print the new tier, return 0.

    Raises:
        TerminalRequired: an agent drives this shell. Withdrawing a memory is the owner's.
    """
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    terminal.refuse_agents(invocation.environment)
    operation = "archive_core_memory" if act == "archive" and decision is not None else act
    with invocation.engine() as engine:
        result = dispatch.call(engine, OPERATIONS[operation], {"id": id}, decision=decision)
    changed = result["memory"]
    invocation.console.result(result, Lines([f"{changed['id']} is in tier {changed['tier']} now"]))
    return 0
