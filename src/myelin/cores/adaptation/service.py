"""The adaptation hub: a method per operation, each inside one transaction of the engine.

A host logs and asks; only an engine of the owner's accepts or rejects, and no tool leads there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from myelin.contract.errors import ArgumentInvalid, ProposalsFull, ProposalStale
from myelin.cores.adaptation import queries, records, report, rules
from myelin.cores.adaptation.hubs import Hubs, memory_stands
from myelin.cores.adaptation.kinds import KINDS, Case, Logged
from myelin.cores.adaptation.proposal_list import ProposalList
from myelin.cores.adaptation.queries import OutcomeRow, ProposalRow
from myelin.cores.adaptation.reflector import Reflector
from myelin.cores.adaptation.rules import Rules
from myelin.documents.page import page
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.ids import Chance, decode_id, encode_id, new_row_id
from myelin.store import Session

if TYPE_CHECKING:
    # The models cost time to build; whoever calls has built the one that it needs.
    from myelin.contract.operations.list_proposals import ListProposalsArgs, ListProposalsResult
    from myelin.contract.operations.log_outcome import LogOutcomeArgs, LogOutcomeResult
    from myelin.contract.operations.promote_to_core import PromoteToCoreArgs, PromoteToCoreResult

_DOCUMENT_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}", re.ASCII)
_WORST_FIRST = ("harmful", "helpful", "neutral")


class AdaptationHub:
    """Outcomes of tasks, and the proposals that follow from them."""

    def __init__(
        self,
        *,
        chance: Chance,
        proposals: ProposalList,
        hubs: Hubs,
        rules: Rules,
    ) -> None:
        self._chance = chance
        self._proposals = proposals
        self._hubs = hubs
        self._rules = rules
        self._reflector = Reflector(proposals, hubs, rules)

    def log_outcome(self, session: Session, args: LogOutcomeArgs) -> LogOutcomeResult:
        """Save an outcome and its episode, and return them with the proposals that were opened.

        Raises:
            MemoryUnknown, IdAmbiguous, ProcessUnknown, LocalOnlyRefused: nothing is saved.
        """
        uses = self._uses(session, args)
        if args.process is not None:
            self._hubs.processes.ensure_version(session, args.process.name, args.process.version)
        row = self._row(session, args)
        violations = _violations(args)
        queries.insert_outcome(session, row)
        queries.insert_uses(
            session, row.id, [(new_row_id(self._chance), *use) for use in uses.items()]
        )
        queries.insert_violations(
            session, row.id, [(new_row_id(self._chance), *each) for each in violations]
        )
        session.touch(memory for memory, verdict in uses.items() if verdict == "helpful")
        known = [(name, rule) for name, rule, _ in violations if _DOCUMENT_NAME.fullmatch(name)]
        reflected = self._reflector.reflect(session, Logged(row, list(uses.items()), known))
        result: LogOutcomeResult = {
            "outcome": records.outcome(row, sorted(uses.items()), sorted(violations)),
            "memory": records.outcome(row, (), ())["memory"],
            "proposals": [records.proposal(each) for each in reflected.raised],
        }
        notes = []
        if not row.counts:
            notes.append("One outcome of a kind counts an hour, so this one raises nothing.")
        notes += [self._proposals.no_room(kind) for kind in reflected.full]
        if notes:
            result["note"] = " ".join(notes)
        return result

    def list_proposals(self, session: Session, args: ListProposalsArgs) -> ListProposalsResult:
        """Return the proposals in a state, newest first, as many as one answer carries."""
        rows = queries.proposals_in(session, args.state, self._rules.listed_max)
        return {"proposals": page(records.proposal(row) for row in rows)}

    def promote_to_core(self, session: Session, args: PromoteToCoreArgs) -> PromoteToCoreResult:
        """Ask the owner to put a memory into the core tier and return the proposal.

        What the owner turned down is not asked again: that proposal is returned as it stands.

        Raises:
            MemoryUnknown, IdAmbiguous, ArgumentInvalid, CoreFull, ProposalsFull: nothing is saved.
        """
        memory = self._hubs.memory.find(session, args.id)
        if not memory_stands(memory) or memory["tier"] == "core":
            raise _not_for_core(memory["tier"] == "core")
        kind, target = "promote_to_core", memory["id"]
        for row in queries.proposals_about(session, kind, target):
            if row.state in ("open", "rejected"):
                return {"proposal": records.proposal(row)}
        self._hubs.memory.ensure_room_in_core(session, target)
        opened = self._proposals.open(
            session,
            kind,
            target,
            reason="A client asks for it.",
            words=args.reason,
            origin=session.caller.origin,
            sensitivity=memory["sensitivity"],
        )
        if opened is None:
            raise ProposalsFull(limit=self._rules.open_max)
        return {"proposal": records.proposal(opened)}

    def show(self, session: Session, proposal_id: str, body: str | None = None) -> dict[str, Any]:
        """Return a proposal with its evidence, its preview and the hash of its change.

        Raises:
            ProposalUnknown, IdAmbiguous: the id names no proposal, or several.
        """
        row = self._proposals.find(session, proposal_id)
        kind = KINDS[row.kind]
        seen = queries.outcomes(session, json.loads(row.evidence))
        case = self._case(session, row, body, [each.task for each in seen])
        change = kind.change(case)
        preview = kind.preview(case)
        shown: dict[str, Any] = {
            "proposal": records.proposal(row),
            "origin": row.origin,
            "body": kind.body,
            "evidence": [self._outcome(session, each) for each in seen],
            "signals": report.signals(seen),
            "span_s": (seen[-1].recorded_at - seen[0].recorded_at) // 1000 if seen else 0,
            "duplicates": [
                {"kind": near.kind, "name": near.name, "text": near.text}
                for near in kind.near(case)
            ],
            "change": change,
            "sha256": rules.digest(row.kind, row.target, change),
            "act": preview.act,
            "now": preview.now,
            "then": preview.then,
            "difference": preview.difference,
            "lost": list(preview.lost),
        }
        if row.words is not None:
            shown["words"] = row.words
        stale = kind.why_stale(case) if row.state == "open" else None
        if stale is not None:
            shown["stale"] = stale
        return shown

    def scaffold(self, session: Session, proposal_id: str) -> dict[str, str]:
        """Return the `document` that the owner's editor opens on for a proposal, and a `note`.

        Raises:
            ProposalUnknown, IdAmbiguous: the id names no proposal, or several.
        """
        row = self._proposals.find(session, proposal_id)
        made = KINDS[row.kind].scaffold(self._case(session, row))
        return {"document": made.document, "note": made.note}

    def accept(
        self,
        session: Session,
        proposal_id: str,
        body: str | None = None,
        sha256: str | None = None,
        *,
        decided_by: str,
    ) -> dict[str, Any]:
        """Apply a proposal as shown; return it (`proposal`) and the new state (`applied`).

        Raises:
            ProposalUnknown, IdAmbiguous, ProposalDecided: there is no such open proposal.
            ProposalStale: its target changed, or another text would be applied than was shown.
            CoreFull, ProcessInvalid, StandardInvalid: it cannot be applied.

        Nothing is saved in each of these cases.
        """
        _ensure_owner(session)
        row = self._proposals.find_open(session, proposal_id)
        kind, case = KINDS[row.kind], self._case(session, row, body)
        stale = kind.why_stale(case)
        if stale is not None:
            raise ProposalStale(reason=stale, suggestion="The owner may close it.")
        change = kind.change(case)
        if rules.digest(row.kind, row.target, change) != sha256:
            raise ProposalStale(
                reason="another text than the one shown", suggestion="Look at it again first."
            )
        # Decided first: what is applied would otherwise find a proposal of its own still open.
        queries.decide(session, row.id, "accepted", decided_by)
        applied = kind.apply(case)
        return {"proposal": self._decided(session, row), "applied": applied}

    def reject(self, session: Session, proposal_id: str, *, decided_by: str) -> dict[str, Any]:
        """Reject an open proposal and return it.

        Raises:
            ProposalUnknown, IdAmbiguous, ProposalDecided: there is no such open proposal.
        """
        _ensure_owner(session)
        row = self._proposals.find_open(session, proposal_id)
        queries.decide(session, row.id, "rejected", decided_by)
        return {"proposal": self._decided(session, row)}

    def reject_all(
        self, session: Session, proposal_ids: Sequence[str], *, decided_by: str
    ) -> dict[str, Any]:
        """Turn those of the proposals down that are still open; return all of them (`proposals`).

        Raises:
            ProposalUnknown, IdAmbiguous: an id names no proposal, or several.
        """
        _ensure_owner(session)
        rows = [self._proposals.find(session, each) for each in proposal_ids]
        for row in rows:
            queries.decide(session, row.id, "rejected", decided_by)
        return {"proposals": [self._decided(session, row) for row in rows]}

    def open_of_kind(self, session: Session, kind: str) -> dict[str, Any]:
        """Return the open proposals of a kind (`proposals`), oldest first, and all `kinds`."""
        found = [records.proposal(row) for row in queries.open_of_kind(session, kind)]
        return {"proposals": found, "kinds": list(KINDS)}

    def close_stale(self, session: Session, proposal_id: str, *, decided_by: str) -> dict[str, Any]:
        """Close an open proposal whose target changed, and return it.

        Raises:
            ProposalUnknown, IdAmbiguous, ProposalDecided: there is no such open proposal.
            ValueError: it can still be applied.
        """
        _ensure_owner(session)
        row = self._proposals.find_open(session, proposal_id)
        if KINDS[row.kind].why_stale(self._case(session, row)) is None:
            raise ValueError("a proposal that can be applied is not stale")
        queries.decide(session, row.id, "stale", decided_by)
        return {"proposal": self._decided(session, row)}

    def unattended(self, session: Session) -> dict[str, list[str]]:
        """Return the proposals that were decided without a terminal, the latest first."""
        decided = queries.unattended(session, self._rules.decided_shown_max)
        return {"unattended": [encode_id("prp", row_id) for row_id in decided]}

    def outcomes(self, session: Session) -> dict[str, Any]:
        """Return success rates over time and the effect of memories; see `report.outcomes`."""
        return report.outcomes(session)

    def _case(
        self,
        session: Session,
        row: ProposalRow,
        body: str | None = None,
        tasks: Sequence[str] = (),
    ) -> Case:
        return Case(session, self._hubs, self._rules, row, body, tasks)

    def _decided(self, session: Session, row: ProposalRow) -> Any:
        return records.proposal(queries.proposals_between(session, row.id, row.id)[0])

    def _uses(self, session: Session, args: LogOutcomeArgs) -> dict[int, str]:
        """Return the verdict on each named memory, by row id; the worst of several."""
        uses: dict[int, str] = {}
        for used in args.used:
            row_id = decode_id(self._hubs.memory.find(session, used.id)["id"])
            known = uses.get(row_id, used.verdict)
            uses[row_id] = min(known, used.verdict, key=_WORST_FIRST.index)
        return uses

    def _row(self, session: Session, args: LogOutcomeArgs) -> OutcomeRow:
        """Save the episode and return the outcome row that belongs to it."""
        from myelin.contract.operations.remember import RememberArgs

        row_id = new_row_id(self._chance)
        by_owner = session.caller.origin is Origin.OWNER
        evidence = {"verification": "verified" if by_owner else "stated", "feedback": "stated"}
        given: dict[str, Any] = {
            "content": _episode(args, self._rules.episode_task_bytes_max, claimed=not by_owner),
            "class": "episode",
            "evidence": evidence.get(args.signal, "unverified"),
            "evidence_ref": records.outcome_id(row_id),
        }
        if session.caller.actor is not None:
            given["actor"] = session.caller.actor
        if args.sensitivity is not None:
            given["sensitivity"] = args.sensitivity
        memory = self._hubs.memory.remember(session, RememberArgs.model_validate(given))["memory"]
        return OutcomeRow(
            id=row_id,
            task=args.task,
            task_kind=args.task_kind,
            outcome=args.outcome,
            summary=args.summary,
            signal=args.signal,
            process=None if args.process is None else args.process.name,
            process_version=None if args.process is None else args.process.version,
            sensitivity=memory["sensitivity"],
            origin=session.caller.origin.value,
            actor=session.caller.actor,
            audience=session.caller.audience.value,
            counts=int(self._counts(session, args.task_kind)),
            memory_id=decode_id(memory["id"]),
            recorded_at=session.now_ms,
        )

    def _counts(self, session: Session, task_kind: str) -> bool:
        """Return whether an outcome counts. From afar, one of a task kind an hour does."""
        audience = session.caller.audience
        if audience is Audience.LOCAL:
            return True
        since = session.now_ms - self._rules.remote_interval_ms
        return not queries.counted_since(session, task_kind, audience.value, since)

    def _outcome(self, session: Session, row: OutcomeRow) -> dict[str, Any]:
        """Return an outcome as evidence. Its signal is `claimed` unless the owner logged it."""
        uses = queries.uses_of(session, row.id)
        whole = records.outcome(row, uses, queries.violations_of(session, row.id))
        by = {"origin": row.origin} | ({} if row.actor is None else {"actor": row.actor})
        return {**whole, **by, "claimed": row.origin != Origin.OWNER}


def _ensure_owner(session: Session) -> None:
    caller = session.caller
    if caller.origin is not Origin.OWNER or caller.audience is not Audience.LOCAL:
        raise PermissionError("only the owner decides, and on this machine")


def _violations(args: LogOutcomeArgs) -> list[tuple[str, str, int]]:
    met: dict[tuple[str, str], int] = {}
    for each in args.violations:
        at = (each.standard, each.rule)
        met[at] = met.get(at, 0) + each.count
    return [(standard, rule, times) for (standard, rule), times in met.items()]


def _episode(args: LogOutcomeArgs, task_bytes_max: int, *, claimed: bool) -> str:
    known = f"{args.signal}, as the client says" if claimed else args.signal
    followed = "" if args.process is None else f" with {args.process.name}@{args.process.version}"
    task = rules.cut(args.task.strip(), task_bytes_max)
    first = f"{args.outcome.capitalize()} ({known}) of a {args.task_kind}{followed}."
    return f"{first}\nTask: {task}\nWhat happened: {args.summary.strip()}"


def _not_for_core(in_core: bool) -> ArgumentInvalid:
    message = "is in the core tier already" if in_core else "was replaced or withdrawn"
    problem = {"path": "/id", "rule": "live", "message": message}
    return ArgumentInvalid(count=1, tool="promote_to_core", details={"problems": [problem]})
