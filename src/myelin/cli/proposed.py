"""The commands of the loop: logging outcomes, and what a person decides about proposals."""

from collections.abc import Mapping
from typing import Any

from myelin.cli import ask, failures, render_loop, scaffold
from myelin.cli.asking import Asking, refused
from myelin.cli.console import Lines
from myelin.contract.errors import ProposalDecided, TerminalRequired
from myelin.engine.engine import Engine
from myelin.surface.commands import Flags

_TOOL_OF = {"process": "save_process", "standard": "save_standard"}
_BODY_BYTES_MAX = 65_536
_Shown = Mapping[str, Any]


class Proposed(Asking):
    """The handlers of `myelin outcome`, `myelin proposals` and `myelin stats --outcomes`."""

    def outcome_log(
        self,
        flags: Flags,
        *,
        process: str | None,
        used: list[str],
        violations: list[str],
        **given: Any,
    ) -> int:
        """Say how a task went: the owner's word, or an agent's where one drives the shell."""
        arguments = {
            **given,
            "process": None if process is None else _process(process),
            "used": [
                dict(zip(("id", "verdict"), _pair(each, "used"), strict=True)) for each in used
            ],
            "violations": [
                dict(zip(("standard", "rule"), _pair(each, "violations"), strict=True))
                for each in violations
            ],
        }
        agent = ask.driving_agent(self._environment)
        result = self._ask(flags, "log_outcome", arguments, agent)
        self._console.result(result, *render_loop.logged(result))
        return 0

    def proposals_list(self, flags: Flags, **given: Any) -> int:
        """List the proposals."""
        from myelin.engine import dispatch

        code = self._tool(flags, "list_proposals", given, render_loop.proposals)
        with self._engine(flags) as engine:
            decided = dispatch.run(engine, "read", engine.adaptation.unattended)["unattended"]
        if decided:
            self._console.remark(f"Decided by nobody at a terminal: {', '.join(decided)}")
        return code

    def proposals_show(self, flags: Flags, *, id: str) -> int:
        """Print one proposal and what it rests on."""
        with self._engine(flags) as engine:
            shown = _shown(engine, id)
        self._console.result(shown, *render_loop.proposal(shown))
        return 0

    def proposals_accept(self, flags: Flags, *, id: str, body: str | None, unattended: bool) -> int:
        """Apply a proposal that a person decides about, after a snapshot."""
        from myelin.engine import dispatch

        ask.refuse_agents(self._environment)
        with self._engine(flags) as engine:
            shown = _open(engine, id)
            text = None
            if "stale" not in shown:
                text = self._body(engine, shown, body)
                shown = _shown(engine, id, text)
                decision = self._decision(shown, "Shall it be applied?", unattended=unattended)
            else:
                decision = "unattended"
            if decision == "declined":
                self._console.remark("Declined; nothing was changed.")
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
                snapshot=None if "stale" in shown else self._label(whole_id),
            )
        self._console.result(result, Lines([f"{whole_id} is accepted: {result['applied']}"]))
        return 0

    def proposals_reject(self, flags: Flags, *, id: str, unattended: bool) -> int:
        """Turn a proposal down."""
        from myelin.engine import dispatch

        ask.refuse_agents(self._environment)
        with self._engine(flags) as engine:
            shown = _open(engine, id)
            decision = self._decision(shown, "Shall it be turned down?", unattended=unattended)
            if decision == "declined":
                self._console.remark("Declined; nothing was changed.")
                return failures.EXIT_DECLINED
            whole_id = shown["proposal"]["id"]
            result = dispatch.run(
                engine,
                "write",
                lambda s: engine.adaptation.reject(s, whole_id, decided_by=decision),
                f"decided_by: {decision}",
            )
        self._console.result(result, Lines([f"{whole_id} is rejected"]))
        return 0

    def _outcomes(self, flags: Flags) -> int:
        from myelin.engine import dispatch

        with self._engine(flags) as engine:
            result = dispatch.run(engine, "read", engine.adaptation.outcomes)
        self._console.result(result, *render_loop.outcomes(result))
        return 0

    def _decision(self, shown: _Shown, question: str, *, unattended: bool) -> ask.Decision:
        text = "\n".join(render_loop.proposal_lines(shown))
        return ask.confirm(f"{text}\n\n{question}", self._environment, unattended=unattended)

    def _body(self, engine: Engine, shown: _Shown, given: str | None) -> str | None:
        """Return the document that a proposal needs, checked as every save is."""
        from myelin.engine.admit import admit
        from myelin.surface.operations import OPERATIONS

        kind = shown["body"]
        if kind == "none":
            if given is not None:
                raise refused("proposals accept", "/body", "usage", "is not needed by this kind")
            return None
        if given is not None:
            text = self._read("proposals accept", given, _BODY_BYTES_MAX)
        else:
            written = scaffold.edited(scaffold.text(engine, shown), self._environment)
            if written is None:
                raise TerminalRequired(
                    suggestion="Pass --body FILE with the document, or run it on a terminal with"
                    " EDITOR set and write it there."
                )
            text = written
        admit(OPERATIONS[_TOOL_OF[kind]], {"yaml": text}, scan=engine.scan)
        return text

    def _label(self, proposal_id: str) -> str:
        from myelin.kernel.clock import format_time

        return f"before {proposal_id} {format_time(self._clock.now_ms())}"


def _shown(engine: Engine, id: str, body: str | None = None) -> dict[str, Any]:
    from myelin.engine import dispatch

    return dispatch.run(engine, "read", lambda s: engine.adaptation.show(s, id, body))


def _open(engine: Engine, id: str) -> dict[str, Any]:
    shown = _shown(engine, id)
    proposal = shown["proposal"]
    if proposal["state"] != "open":
        raise ProposalDecided(state=proposal["state"], when=proposal["decided_at"])
    return shown


def _process(given: str) -> dict[str, Any]:
    name, at, version = given.rpartition("@")
    if not at or not version.isascii() or not version.isdigit() or int(version[:9]) < 1:
        raise refused("outcome log", "/process", "version", "is not NAME@VERSION")
    return {"name": name, "version": int(version[:9])}


def _pair(given: str, field: str) -> tuple[str, str]:
    first, colon, second = given.rpartition(":")
    if not colon:
        raise refused("outcome log", f"/{field}", "usage", "is not two words with a colon between")
    return first, second
