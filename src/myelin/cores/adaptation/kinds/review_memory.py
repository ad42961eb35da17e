"""Withdraw a memory that misled."""

from collections.abc import Iterable

from myelin.cores.adaptation import queries
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


class ReviewMemory(ProposalKind):
    """Two outcomes in which the memory was harmful."""

    name = "review_memory"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the memories that misled."""
        return [encode_id("mem", each) for each, verdict in logged.uses if verdict == "harmful"]

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why the memory is to be reviewed, if it misled often enough."""
        found = queries.uses(at.session, decode_id(target), "harmful", since_ms)
        if len(found) < at.rules.review_outcomes or of_memories.standing(at, target) is None:
            return None
        return Justification(f"It misled in {len(found)} outcomes.", found)

    def sensitivity(self, at: Context, target: str) -> str:
        """Return the sensitivity of the memory."""
        return of_memories.sensitivity(at, target)

    def why_stale(self, case: Case) -> str | None:
        """Return why there is nothing to withdraw any more, or None."""
        return of_memories.GONE if of_memories.standing(case, case.target) is None else None

    def change(self, case: Case) -> str:
        """Return the text of the memory."""
        return of_memories.text(of_memories.memory(case, case.target))

    def preview(self, case: Case) -> Preview:
        """Return that recall will no longer find the memory."""
        memory = of_memories.memory(case, case.target)
        lost = [f"The memory {case.target} is no longer found by recall."]
        if memory is not None and memory["tier"] == "core":
            lost.append("It leaves the core tier.")
        return Preview(
            act=f"Accepting archives the memory {case.target}. It stays readable by its id, and"
            " `myelin unarchive` brings it back.",
            now=of_memories.text(memory),
            lost=tuple(lost),
        )

    def near(self, case: Case) -> list[Near]:
        """Return memories with nearly the same text."""
        return of_memories.near(case, case.target)

    def apply(self, case: Case) -> str:
        """Move the memory into the archive tier and return its id."""
        case.hubs.memory.archive(case.session, case.target)
        return case.target
