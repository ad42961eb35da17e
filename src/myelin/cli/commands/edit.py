"""`myelin edit`: the successor of a memory, or a new version of a document, from an editor."""

from contextlib import suppress
from typing import Any

from myelin.cli import decisions, documents, editor, failures, terminal, tier_change
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import memory
from myelin.contract.errors import ProcessUnknown, StandardUnknown
from myelin.kernel.caller import LOCAL_OWNER

_WITHOUT = {
    "memory": "Run it on a terminal, or use `myelin remember TEXT --supersedes ID`.",
    "process": "Run it on a terminal, or use `myelin process save FILE`.",
    "standard": "Run it on a terminal, or use `myelin standard save FILE`.",
}
_KEPT = ("class", "subject", "tags", "aliases", "sensitivity")
"""What a successor has in common with the memory that it replaces."""


def edit(invocation: Invocation, *, what: str) -> int:
    """Open the editor on a memory, process or standard and save what the person makes of it.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
        ArgumentInvalid: the memory is superseded, or nothing has that name.
        TerminalRequired, EditorFailed, Declined: nothing was saved.
    """
    terminal.refuse_agents(invocation.environment)
    if what.startswith("mem_"):
        return _memory(invocation, what)
    found: dict[str, str] = {}
    with suppress(ProcessUnknown):
        shown = documents.read(invocation, lambda e, s: e.processes.show(s, what, None))
        found["process"] = shown["yaml"]
    with suppress(StandardUnknown):
        shown = documents.read(invocation, lambda e, s: e.quality.show(s, what, None))
        found["standard"] = shown["yaml"]
    if len(found) != 1:
        message = "names a process and a standard: save the file of one with `myelin process save`"
        none = "names no memory, process or standard"
        raise argument_invalid("edit", "/what", message if found else none, "known")
    [(kind, yaml)] = found.items()
    return _document(invocation, kind, what, yaml)


def _memory(invocation: Invocation, id: str) -> int:
    before = tier_change.memory(invocation, id)
    if "superseded_by" in before:
        message = f"is superseded: edit {before['superseded_by']}, which took its place"
        raise argument_invalid("edit", "/what", message, "superseded")
    kept = {name: before[name] for name in _KEPT if before.get(name)}

    def arguments(text: str) -> dict[str, Any]:
        return {"content": text.removesuffix("\n"), "supersedes": before["id"], **kept}

    scaffold = _scaffold(f"{before['id']}: {before['class']}", "a successor") + before["content"]
    with editor.written(
        invocation,
        "memory.txt",
        scaffold + "\n",
        lambda text: _check(invocation, "remember", arguments(text)),
        without=_WITHOUT["memory"],
    ) as draft:
        given = arguments(draft.text)
        decision = None
        if before["tier"] == "core":
            decision = tier_change.confirm_successor(
                invocation, before, given["content"], unattended=False
            )
            if decision is None:
                decisions.declined(invocation)
                return failures.EXIT_DECLINED
        result = invocation.call("remember", given, decision)
        draft.saved = True
    now_ms = invocation.machine.clock.now_ms()
    invocation.console.result(result, *memory.remembered(result, now_ms))
    return 0


def _document(invocation: Invocation, kind: str, name: str, yaml: str) -> int:
    tool = f"save_{kind}"

    def check(text: str) -> None:
        _check(invocation, tool, {"yaml": text})
        documents.parse(kind, text)

    scaffold = _scaffold(f"{kind} {name}", "a new version, which is the reviewed one")
    with editor.written(
        invocation, f"{kind}.yaml", scaffold + yaml, check, without=_WITHOUT[kind]
    ) as draft:
        code = documents.save(invocation, tool, draft.text, unattended=False)
        draft.saved = True
    return code


def _scaffold(what: str, becomes: str) -> str:
    return editor.notes(
        [
            what,
            f"What you save becomes {becomes}. An unchanged or empty file saves nothing.",
            "Lines that begin like this one are left out.",
        ]
    )


def _check(invocation: Invocation, tool: str, arguments: dict[str, Any]) -> None:
    """Do nothing for arguments that the tool takes.

    Raises:
        MyelinError: the error with which it refuses them.
    """
    from myelin.engine.admit import admit
    from myelin.surface.operations import OPERATIONS

    with invocation.brain().opened(LOCAL_OWNER) as engine:
        admit(OPERATIONS[tool], arguments, scan=engine.scan)
