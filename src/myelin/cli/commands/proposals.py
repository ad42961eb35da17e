"""`myelin proposals`: the changes that wait for the owner, and the owner's decisions."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from myelin.cli import decisions, documents, editor, failures, scaffold, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import adaptation
from myelin.contract.errors import ProposalDecided, ProposalStale
from myelin.documents.instructions import looks_like_instruction
from myelin.engine.engine import Engine
from myelin.kernel.decision import Decision, Question

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
        invocation.console.remark(f"Decided without a terminal: {', '.join(decided)}")
    return code


def show(invocation: Invocation, *, id: str) -> int:
    """Print one proposal and its evidence."""
    with invocation.engine() as engine:
        shown = _shown(engine, id)
    invocation.console.result(shown, *adaptation.proposal(shown))
    return 0


def accept(
    invocation: Invocation, *, id: str, body: str | None, sha256: str | None, unattended: bool
) -> int:
    """Apply a proposal that a person decides about, after a snapshot."""
    terminal.refuse_agents(invocation.environment)
    with invocation.engine() as engine:
        shown = _open(engine, id)
        _ensure_as_shown(shown, sha256)
        if "stale" in shown:
            return _close_stale(invocation, engine, shown, unattended=unattended)
        with _body(invocation, engine, shown, body) as draft:
            text = draft.text if draft is not None else None
            shown = _shown(engine, id, text)
            decision = _decision(invocation, shown, "accept", unattended=unattended)
            if decision is None:
                return _declined(invocation)
            if decision.by == "unattended" and sha256 is None:
                message = "is needed without a terminal: the hash that `proposals show` printed"
                raise argument_invalid("proposals accept", "/sha256", message)
            # A document of the owner's own is no part of the hash that was printed before.
            seen = sha256 if sha256 is not None and text is None else shown["sha256"]
            result = _apply(engine, shown, decision, seen, text)
            if draft is not None:
                draft.saved = True
    accepted = f"{shown['proposal']['id']} is accepted: {result['applied']}"
    invocation.console.result(result, Lines([accepted]))
    return 0


def _apply(
    engine: Engine, shown: _Shown, decision: Decision, sha256: str, body: str | None
) -> dict[str, Any]:
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    arguments = {"id": shown["proposal"]["id"], "body": body, "sha256": sha256}
    given = {name: value for name, value in arguments.items() if value is not None}
    return dispatch.call(engine, OPERATIONS["accept_proposal"], given, decision=decision)


def reject(
    invocation: Invocation, *, id: str | None, kind: str | None, all: bool, unattended: bool
) -> int:
    """Turn one proposal down, or every open one of a kind."""
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    terminal.refuse_agents(invocation.environment)
    if (id is None) != (all and kind is not None) or (id is not None and (all or kind)):
        message = "or --kind KIND with --all: give one of the two"
        raise argument_invalid("proposals reject", "/id", message)
    with invocation.engine() as engine:
        if kind is not None:
            return _reject_kind(invocation, engine, kind, unattended=unattended)
        shown = _open(engine, id or "")
        decision = _decision(invocation, shown, "reject", unattended=unattended)
        if decision is None:
            return _declined(invocation)
        whole_id = shown["proposal"]["id"]
        result = dispatch.call(
            engine, OPERATIONS["reject_proposal"], {"id": whole_id}, decision=decision
        )
    invocation.console.result(result, Lines([f"{whole_id} is rejected"]))
    return 0


def _reject_kind(invocation: Invocation, engine: Engine, kind: str, *, unattended: bool) -> int:
    from myelin.engine import dispatch

    found = dispatch.run(engine, "read", lambda s: engine.adaptation.open_of_kind(s, kind))
    if kind not in found["kinds"]:
        message = f"is none of {', '.join(found['kinds'])}"
        raise argument_invalid("proposals reject", "/kind", message)
    listed = [f"{one['id']}  {one['target']}  {one['reason']}" for one in found["proposals"]]
    if not listed:
        invocation.console.result({"proposals": []}, Lines(["No proposal of that kind is open."]))
        return 0
    question = Question(
        act=f"Turn down all {len(listed)} open proposals of the kind {kind}.",
        content=[("The proposals:", "\n".join(listed))],
        facts=[("kind", kind), ("size", f"{len(listed)} proposals")],
    )
    decision = decisions.confirm(
        invocation, question, "proposals reject", kind, unattended=unattended
    )
    if decision is None:
        return _declined(invocation)
    ids = [one["id"] for one in found["proposals"]]
    # What was raised since the question is not among them.
    result = dispatch.run(
        engine,
        "write",
        lambda s: engine.adaptation.reject_all(s, ids, decided_by=decision.by),
        decision=decision,
        act="reject_proposals",
    )
    rejected = [f"{one['id']} is rejected" for one in result["proposals"]]
    invocation.console.result(result, Lines(rejected))
    return 0


def _close_stale(invocation: Invocation, engine: Engine, shown: _Shown, *, unattended: bool) -> int:
    """Ask whether a proposal that can no longer be applied is closed.

    Raises:
        ProposalStale: it cannot be applied, whether it was closed or not.
    """
    from myelin.engine import dispatch

    decision = _decision(invocation, shown, "close", unattended=unattended)
    if decision is None:
        return _declined(invocation)
    whole_id = shown["proposal"]["id"]
    dispatch.run(
        engine,
        "write",
        lambda s: engine.adaptation.close_stale(s, whole_id, decided_by=decision.by),
        decision=decision,
        act="reject_proposal",
    )
    raise ProposalStale(reason=shown["stale"], suggestion="It is closed as stale.")


def _ensure_as_shown(shown: _Shown, sha256: str | None) -> None:
    """Refuse a hash that is not that of the proposal as it is now."""
    if sha256 is not None and sha256 != shown["sha256"]:
        raise ProposalStale(
            reason="another text than the one with that hash",
            suggestion="Look at it again with `myelin proposals show`.",
        )


def _declined(invocation: Invocation) -> int:
    decisions.declined(invocation)
    return failures.EXIT_DECLINED


_ACTS = {
    "accept": "Accept the proposal, after a snapshot.",
    "reject": "Turn the proposal down.",
    "close": "The proposal can no longer be applied. Close it.",
}


def _decision(
    invocation: Invocation, shown: _Shown, act: str, *, unattended: bool
) -> Decision | None:
    proposal = shown["proposal"]
    text = "\n".join(adaptation.proposal_lines(shown))
    said = _ACTS[act] if act != "accept" else f"{_ACTS[act]} {shown.get('act', '')}".strip()
    question = Question(
        act=said,
        content=[("The proposal:", text)],
        facts=[
            ("id", proposal["id"]),
            ("sha256", shown.get("sha256", "")),
            ("size", f"{len(text)} characters"),
        ],
        typed=proposal["id"] if act == "accept" and looks_like_instruction(text) else None,
    )
    return decisions.confirm(
        invocation, question, f"proposals {act}", proposal["id"], unattended=unattended
    )


@contextmanager
def _body(
    invocation: Invocation, engine: Engine, shown: _Shown, given: str | None
) -> Iterator[editor.Draft | None]:
    """Give the document that a proposal needs, checked as every save is; None if it needs none."""
    kind = shown["body"]
    if kind == "none":
        if given is not None:
            raise argument_invalid("proposals accept", "/body", "is not needed by this kind")
        yield None
        return

    def check(text: str) -> None:
        from myelin.engine.admit import admit
        from myelin.surface.operations import OPERATIONS

        admit(OPERATIONS[_TOOL_OF[kind]], {"yaml": text}, scan=engine.scan)
        documents.parse(kind, text)
        _shown(engine, shown["proposal"]["id"], text)

    if given is not None:
        text = invocation.read("body", given, _BODY_BYTES_MAX)
        check(text)
        yield editor.Draft(text, invocation.cwd / given)
        return
    without = "Pass --body FILE with the document, or run it on a terminal and write it there."
    opened = scaffold.text(engine, shown)
    with editor.written(invocation, f"{kind}.yaml", opened, check, without=without) as draft:
        yield draft


def _shown(engine: Engine, id: str, body: str | None = None) -> dict[str, Any]:
    from myelin.engine import dispatch

    return dispatch.run(engine, "read", lambda s: engine.adaptation.show(s, id, body))


def _open(engine: Engine, id: str) -> dict[str, Any]:
    shown = _shown(engine, id)
    proposal = shown["proposal"]
    if proposal["state"] != "open":
        raise ProposalDecided(state=proposal["state"], when=proposal["decided_at"])
    return shown
