"""Promote a memory to the core tier, because it helped often or a client asks for it."""

from collections.abc import Iterable

from myelin.cores.adaptation import queries, rules
from myelin.cores.adaptation.kinds import of_memories
from myelin.cores.adaptation.kinds.kind import (
    Case,
    Context,
    Justification,
    Logged,
    Near,
    Preview,
    ProposalKind,
)
from myelin.kernel.ids import decode_id, encode_id


class PromoteToCore(ProposalKind):
    """Five helpful outcomes on three days and no harmful one, or a client's request."""

    name = "promote_to_core"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the memories that helped."""
        return [encode_id("mem", each) for each, verdict in logged.uses if verdict == "helpful"]

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why the memory is worth it, if it helped often enough and never misled."""
        memory_id = decode_id(target)
        found = queries.uses(at.session, memory_id, "helpful", since_ms)
        days = rules.days_of([each.recorded_at for each in found])
        if len(found) < at.rules.promote_outcomes or days < at.rules.promote_days:
            return None
        if queries.uses(at.session, memory_id, "harmful", 0):
            return None
        memory = of_memories.standing(at, target)
        if memory is None or memory["tier"] == "core":
            return None
        return Justification(
            f"It helped in {len(found)} outcomes on {days} days and misled in none.", found
        )

    def sensitivity(self, at: Context, target: str) -> str:
        """Return the sensitivity of the memory."""
        return of_memories.sensitivity(at, target)

    def why_stale(self, case: Case) -> str | None:
        """Return why the memory cannot be promoted any more, or None."""
        memory = of_memories.standing(case, case.target)
        if memory is None:
            return of_memories.GONE
        return "the memory is in the core tier already" if memory["tier"] == "core" else None

    def change(self, case: Case) -> str:
        """Return the text of the memory."""
        return of_memories.text(of_memories.memory(case, case.target))

    def preview(self, case: Case) -> Preview:
        """Return that every answer of recall will begin with the memory."""
        return Preview(
            act=f"Accepting puts the memory {case.target} into the core tier: every answer of"
            " recall comes with it from then on.",
            then=self.change(case),
        )

    def near(self, case: Case) -> list[Near]:
        """Return memories with nearly the same text."""
        return of_memories.near(case, case.target)

    def apply(self, case: Case) -> str:
        """Move the memory into the core tier and return its id."""
        case.hubs.memory.core_add(case.session, case.target)
        return case.target
