"""The list of proposals that wait for the owner: each opened once, each kind within its share."""

import json
from collections.abc import Sequence

from myelin.contract.errors import IdAmbiguous, ProposalDecided, ProposalUnknown
from myelin.contract.types import Proposal
from myelin.cores.adaptation import queries, records, rules
from myelin.cores.adaptation.kinds import KINDS
from myelin.cores.adaptation.queries import Evidence, ProposalRow
from myelin.cores.adaptation.rules import Rules
from myelin.kernel.audience import Origin
from myelin.kernel.clock import format_time
from myelin.kernel.ids import Chance, id_range, new_row_id
from myelin.kernel.proposals import Asked
from myelin.store import Session

PREFIX = "prp_"


class ProposalList:
    """The proposals of a brain."""

    def __init__(self, *, chance: Chance, rules: Rules) -> None:
        self._chance = chance
        self._rules = rules

    def propose(
        self,
        session: Session,
        kind: str,
        target: str,
        *,
        reason: str,
        words: str | None = None,
        body: str | None = None,
        sensitivity: str = "normal",
    ) -> Asked:
        """Open a proposal that a client asks for and return what became of the request.

        What is open stays as it is, and what the owner turned down is not opened again.
        """
        about = queries.proposals_about(session, kind, target)
        if any(row.state == "open" for row in about):
            return "open"
        if any(row.state == "rejected" and row.body == body for row in about):
            return "rejected"
        least = queries.default_sensitivity(session)
        opened = self.open(
            session,
            kind,
            target,
            reason=reason,
            origin=session.caller.origin,
            sensitivity=rules.strictest([least, sensitivity]),
            words=words,
            body=body,
        )
        return "full" if opened is None else "open"

    def open(
        self,
        session: Session,
        kind: str,
        target: str,
        *,
        reason: str,
        origin: Origin,
        sensitivity: str,
        words: str | None = None,
        body: str | None = None,
        evidence: Sequence[Evidence] = (),
    ) -> ProposalRow | None:
        """Save a proposal and return it, or None if the share of its kind and origin is used up."""
        if kind not in KINDS:
            raise KeyError(f"{kind} is no kind of proposal: add it to KINDS")
        if queries.open_count(session, kind, origin.value) >= self._rules.open_max:
            return None
        seen = [each.sensitivity for each in evidence]
        row = ProposalRow(
            id=new_row_id(self._chance),
            kind=kind,
            target=target,
            state="open",
            reason=reason,
            words=words,
            body=body,
            # Oldest first, and of many the latest.
            evidence=json.dumps([each.id for each in evidence[: self._rules.evidence_max]][::-1]),
            sensitivity=rules.strictest([sensitivity, *seen]),
            origin=origin.value,
            created_at=session.now_ms,
        )
        queries.insert_proposal(session, row)
        return row

    def ask_approval(
        self, session: Session, kind: str, name: str, version: int
    ) -> tuple[Proposal | None, str | None]:
        """Open the approval that the latest version of a name waits for, one a name.

        Returns the open proposal or None, and a note for the client if there was no room.
        """
        reason = "A client saved it, and the version that the owner approved stays in force."
        asked = self.propose(session, kind, name, reason=reason, body=str(version))
        about = queries.proposals_about(session, kind, name)
        found = next((records.proposal(row) for row in about if row.state == "open"), None)
        return found, self.no_room(kind) if asked == "full" else None

    def no_room(self, kind: str) -> str:
        """Return the note for a proposal that was due and had no room."""
        return (
            f"A proposal ({kind}) was due and was not opened: {self._rules.open_max} of its kind"
            " wait for the owner already. The owner decides with `myelin proposals`."
        )

    def last_decision(self, session: Session, kind: str, target: str) -> int | None:
        """Return when a proposal was last decided, 0 for never, and None while one is open."""
        about = queries.proposals_about(session, kind, target)
        if any(row.state == "open" for row in about):
            return None
        return max((row.decided_at or 0 for row in about), default=0)

    def settle(self, session: Session, kind: str, target: str, state: str) -> None:
        """Close the open proposal about a target that happened or became void in another way."""
        for row in queries.proposals_about(session, kind, target):
            if row.state == "open":
                queries.decide(session, row.id, state, None)

    def find(self, session: Session, text: str) -> ProposalRow:
        """Return the proposal of an id or of a unique prefix of one.

        Raises:
            ProposalUnknown: there is none.
            IdAmbiguous: several begin like that.
        """
        if not text.startswith(PREFIX):
            raise ProposalUnknown()
        try:
            first, last = id_range(text)
        except ValueError:
            raise ProposalUnknown() from None
        found = queries.proposals_between(session, first, last)
        if not found:
            raise ProposalUnknown()
        if len(found) > 1:
            raise IdAmbiguous(count=len(found))
        return found[0]

    def find_open(self, session: Session, text: str) -> ProposalRow:
        """Return the one open proposal that an id means.

        Raises:
            ProposalUnknown, IdAmbiguous: the id names no proposal, or several.
            ProposalDecided: it is no longer open.
        """
        row = self.find(session, text)
        if row.state != "open":
            raise ProposalDecided(state=row.state, when=format_time(row.decided_at or 0))
        return row
