"""`myelin tags`: which tags memories have, and renaming one."""

from myelin.cli import decisions, failures, terminal
from myelin.cli.console import Lines, Table
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.engine import dispatch
from myelin.kernel.decision import Question
from myelin.surface.operations import OPERATIONS


def list_(invocation: Invocation) -> int:
    """Print the tags of live memories, the most frequent first."""
    with invocation.engine() as engine:
        result = dispatch.call(engine, OPERATIONS["list_tags"], {})
    rows = [
        (str(one["count"]), one["tag"], ", ".join(one.get("spellings", ())))
        for one in result["tags"]
    ]
    table = Table(("MEMORIES", "TAG", "ALSO WRITTEN"), rows)
    invocation.console.result(result, table if rows else Lines(["No memory has a tag."]))
    return 0


def rename(invocation: Invocation, *, from_: str, to: str, unattended: bool) -> int:
    """Rename a tag in every memory that has it, after a question; return the exit code.

    Raises:
        ArgumentInvalid: no memory has the tag.
        TerminalRequired: an agent drives this shell, or nobody decided it.
    """
    terminal.refuse_agents(invocation.environment)
    old, new = (_total(invocation, tag) for tag in (from_, to))
    if not old:
        raise argument_invalid("tags rename", "/from", "names a tag that no memory has", "known")
    merged = f", which {_memories(new)} have already" if new else ""
    question = Question(
        act=f"Rename this tag in {_memories(old)}. `myelin undo` takes it back.",
        content=[("The tag:", from_), (f"Its new name{merged}:", to)],
        facts=[("memories", str(old))],
    )
    decision = decisions.confirm(invocation, question, "tags rename", unattended=unattended)
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    with invocation.engine() as engine:
        given = {"from": from_, "to": to}
        result = dispatch.call(engine, OPERATIONS["rename_tag"], given, decision=decision)
        result["record"] = engine.store.position.seq
    said = f"Renamed in {_memories(len(result['renamed']))}."
    invocation.console.result(
        result, Lines([f"{said} To take it back: myelin undo {result['record']}"])
    )
    return 0


def _total(invocation: Invocation, tag: str) -> int:
    """Return how many memories have a tag, replaced and archived ones too."""
    given = {"tags": [tag], "include_superseded": True, "include_archived": True, "limit": 1}
    total: int = invocation.call("list_memories", given)["total"]
    return total


def _memories(count: int) -> str:
    return "1 memory" if count == 1 else f"{count} memories"
