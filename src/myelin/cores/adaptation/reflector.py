"""The reflector: counts what outcomes add up to and opens proposals. It calls no model."""

from dataclasses import dataclass, field

from myelin.cores.adaptation.hubs import Hubs
from myelin.cores.adaptation.kinds import KINDS, Context, Logged
from myelin.cores.adaptation.proposal_list import ProposalList
from myelin.cores.adaptation.queries import ProposalRow
from myelin.cores.adaptation.rules import Rules
from myelin.kernel.audience import Origin
from myelin.store import Session


@dataclass(slots=True)
class Reflected:
    """The proposals that one outcome raised, and the kinds that had no room for another."""

    raised: list[ProposalRow] = field(default_factory=list)
    full: list[str] = field(default_factory=list)


class Reflector:
    """Asks every kind of proposal what one more outcome adds up to."""

    def __init__(self, proposals: ProposalList, hubs: Hubs, rules: Rules) -> None:
        self._proposals = proposals
        self._hubs = hubs
        self._rules = rules

    def reflect(self, session: Session, logged: Logged) -> Reflected:
        """Open each proposal that is due and not open yet, and return them."""
        done = Reflected()
        if not logged.row.counts:
            return done
        at = Context(session, self._hubs, self._rules)
        for kind in KINDS.values():
            for target in kind.targets(logged):
                since_ms = self._proposals.last_decision(session, kind.name, target)
                found = None if since_ms is None else kind.count(at, target, since_ms)
                if found is None:
                    continue
                row = self._proposals.open(
                    session,
                    kind.name,
                    target,
                    reason=found.reason,
                    origin=Origin.LOOP,
                    sensitivity=kind.sensitivity(at, target),
                    evidence=found.evidence,
                )
                if row is not None:
                    done.raised.append(row)
                elif kind.name not in done.full:
                    done.full.append(kind.name)
        return done
