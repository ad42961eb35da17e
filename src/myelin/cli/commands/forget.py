"""`myelin forget`: archive the memories of a tag, a class, a subject or a time."""

from collections.abc import Mapping, Sequence
from typing import Any

from myelin.cli import decisions, failures, pages, terminal
from myelin.cli.console import Lines, Part
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import memory
from myelin.contract.errors import MemoryUnknown
from myelin.kernel.clock import parse_time
from myelin.kernel.decision import Question

_LINE_CHARS_MAX = 120


def forget(
    invocation: Invocation, *, before: str | None, dry_run: bool, unattended: bool, **given: Any
) -> int:
    """List the memories that are meant, ask, and archive exactly those; return the exit code.

    Raises:
        ArgumentInvalid: nothing says which memories are meant.
        TerminalRequired: an agent drives this shell, or nobody decided it.
    """
    if not dry_run:
        terminal.refuse_agents(invocation.environment)
    if before is None and not any(given.values()):
        message = "is missing: give --tag, --class, --subject or --before"
        raise argument_invalid("forget", "/tag", message, "one_of")
    listed = pages.every(invocation, "forget", "list_memories", "memories", given)
    meant = [one for one in listed["memories"] if before is None or _is_older(one, before)]
    shown: list[Part] = memory.listed({"memories": meant}, invocation.machine.clock.now_ms())
    if dry_run or not meant:
        result = {"brain": listed["brain"], "memories": meant}
        invocation.console.result(result, *shown)
        return 0
    question = Question(
        act=f"Archive {_count(meant)}. They are no longer found; `myelin undo` brings them back.",
        content=[("The memories:", "\n".join(map(_line, meant)))],
        facts=[("number", str(len(meant)))],
    )
    decision = decisions.confirm(invocation, question, "forget", unattended=unattended)
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    result = _archive(invocation, [one["id"] for one in meant], decision)
    done = [one for one in meant if one["id"] in result["archived"]]
    back = f"Archived {_count(done)}. To bring them back: myelin undo {result['record']}"
    invocation.console.result(
        result, *memory.listed({"memories": done}, invocation.machine.clock.now_ms()), Lines([back])
    )
    return 0


def _archive(invocation: Invocation, ids: Sequence[str], decision: Any) -> dict[str, Any]:
    from myelin.engine import dispatch

    with invocation.engine() as engine:

        def archive(session: Any) -> dict[str, Any]:
            archived = []
            for each in ids:
                try:
                    now = engine.memory.find(session, each)
                except MemoryUnknown:
                    # It was purged since it was listed.
                    continue
                if "superseded_at" not in now and engine.memory.archive(session, each)["changed"]:
                    archived.append(each)
            return {"archived": archived}

        result = dispatch.run(engine, "write", archive, decision=decision, act="forget")
        return {**result, "record": engine.store.position.seq}


def _is_older(of: Mapping[str, Any], before: str) -> bool:
    """Return whether a memory is older than a time, by the time that its age is counted from."""
    return parse_time(of.get("observed_at") or of["recorded_at"]) < parse_time(before)


def _line(of: Mapping[str, Any]) -> str:
    words = " ".join(of["content"].split())
    tier = " (core)" if of["tier"] == "core" else ""
    return f"{of['id']}{tier} {of['class']}: {words}"[:_LINE_CHARS_MAX]


def _count(memories: Sequence[Any]) -> str:
    return "1 memory" if len(memories) == 1 else f"{len(memories)} memories"
