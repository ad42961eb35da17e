"""`myelin proposals`: the changes that wait for the owner, and the owner's decisions."""

from collections.abc import Mapping
from typing import Any

from myelin.cli import editor, failures, scaffold, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import adaptation
from myelin.contract.errors import ProposalDecided, TerminalRequired
from myelin.engine.engine import Engine

_TOOL_OF = {"process": "save_process", "standard": "save_standard"}
_BODY_BYTES_MAX = 65_536
_Shown = Mapping[str, Any]


def list_(invocation: Invocation, **given: Any) -> int:
    """Print the proposals in one state."""
    from myelin.engine import dispatch

    code = invocation.print_call("list_proposals", given, adaptation.proposals)
    with invocation.engine() as engine:
        decided = dispatch.run(engine, "read", engine.adaptation.unattended)["unattended"]
    if decided:
        invocation.console.remark(f"Decided by nobody at a terminal: {', '.join(decided)}")
    return code


def show(invocation: Invocation, *, id: str) -> int:
    """Print one proposal and its evidence."""
    with invocation.engine() as engine:
        shown = _shown(engine, id)
    invocation.console.result(shown, *adaptation.proposal(shown))
    return 0


def accept(invocation: Invocation, *, id: str, body: str | None, unattended: bool) -> int:
    """Apply a proposal that a person decides about, after a snapshot."""
    from myelin.engine import dispatch

    terminal.refuse_agents(invocation.environment)
    with invocation.engine() as engine:
        shown = _open(engine, id)
        text = None
        if "stale" not in shown:
            text = _body(invocation, engine, shown, body)
            shown = _shown(engine, id, text)
            question = "Shall it be applied?"
            decision = _decision(invocation, shown, question, unattended=unattended)
        else:
            decision = "unattended"
        if decision == "declined":
            invocation.console.remark("Declined; nothing was changed.")
            return failures.EXIT_DECLINED
        whole_id, sha256 = shown["proposal"]["id"], shown["sha256"]
        result = dispatch.run(
            engine,
            "write",
            lambda s: engine.adaptation.accept(
                s, whole_id, sha256=sha256, decided_by=decision, body=text
            ),
            f"decided_by: {decision}",
            # What cannot be applied needs no state to go back to.
            snapshot=None if "stale" in shown else _label(invocation, whole_id),
        )
    invocation.console.result(result, Lines([f"{whole_id} is accepted: {result['applied']}"]))
    return 0


def reject(invocation: Invocation, *, id: str, unattended: bool) -> int:
    """Turn a proposal down."""
    from myelin.engine import dispatch

    terminal.refuse_agents(invocation.environment)
    with invocation.engine() as engine:
        shown = _open(engine, id)
        question = "Shall it be turned down?"
        decision = _decision(invocation, shown, question, unattended=unattended)
        if decision == "declined":
            invocation.console.remark("Declined; nothing was changed.")
            return failures.EXIT_DECLINED
        whole_id = shown["proposal"]["id"]
        result = dispatch.run(
            engine,
            "write",
            lambda s: engine.adaptation.reject(s, whole_id, decided_by=decision),
            f"decided_by: {decision}",
        )
    invocation.console.result(result, Lines([f"{whole_id} is rejected"]))
    return 0


def _decision(
    invocation: Invocation, shown: _Shown, question: str, *, unattended: bool
) -> terminal.Decision:
    text = "\n".join(adaptation.proposal_lines(shown))
    return terminal.confirm(f"{text}\n\n{question}", invocation.environment, unattended=unattended)


def _body(invocation: Invocation, engine: Engine, shown: _Shown, given: str | None) -> str | None:
    """Return the document that a proposal needs, checked as every save is."""
    from myelin.engine.admit import admit
    from myelin.surface.operations import OPERATIONS

    kind = shown["body"]
    if kind == "none":
        if given is not None:
            raise argument_invalid("proposals accept", "/body", "is not needed by this kind")
        return None
    if given is not None:
        text = invocation.read("proposals accept", given, _BODY_BYTES_MAX)
    else:
        written = editor.edited(scaffold.text(engine, shown), invocation.environment)
        if written is None:
            raise TerminalRequired(
                suggestion="Pass --body FILE with the document, or run it on a terminal with"
                " EDITOR set and write it there."
            )
        text = written
    admit(OPERATIONS[_TOOL_OF[kind]], {"yaml": text}, scan=engine.scan)
    return text


def _label(invocation: Invocation, proposal_id: str) -> str:
    from myelin.kernel.clock import format_time

    return f"before {proposal_id} {format_time(invocation.machine.clock.now_ms())}"


def _shown(engine: Engine, id: str, body: str | None = None) -> dict[str, Any]:
    from myelin.engine import dispatch

    return dispatch.run(engine, "read", lambda s: engine.adaptation.show(s, id, body))


def _open(engine: Engine, id: str) -> dict[str, Any]:
    shown = _shown(engine, id)
    proposal = shown["proposal"]
    if proposal["state"] != "open":
        raise ProposalDecided(state=proposal["state"], when=proposal["decided_at"])
    return shown
