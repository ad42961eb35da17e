"""Let a client's correction take the place of a core memory. The body is the correction's id."""

from myelin.cores.adaptation.kinds import of_memories
from myelin.cores.adaptation.kinds.kind import Case, Near, Preview, ProposalKind


class ReviseCore(ProposalKind):
    """Opened when a client supersedes a core memory."""

    name = "revise_core"

    def why_stale(self, case: Case) -> str | None:
        """Return why the correction cannot take the place any more, or None."""
        memory = of_memories.standing(case, case.target)
        if memory is None or memory["tier"] != "core":
            return "the memory is no longer in the core tier"
        if of_memories.standing(case, case.row.body) is None:
            return "the memory that corrects it was replaced, withdrawn or removed"
        return None

    def change(self, case: Case) -> str:
        """Return the text of the correction."""
        return of_memories.text(of_memories.memory(case, case.row.body))

    def preview(self, case: Case) -> Preview:
        """Return the core memory that leaves and the one that takes its place."""
        return Preview(
            act=f"Accepting puts the memory {case.row.body} into the core tier and supersedes the"
            f" core memory {case.target}, which it corrects.",
            now=of_memories.text(of_memories.memory(case, case.target)),
            then=self.change(case),
            lost=(f"The memory {case.target} leaves the core tier and is superseded for good.",),
        )

    def near(self, case: Case) -> list[Near]:
        """Return memories with nearly the same text as the core memory."""
        return of_memories.near(case, case.target)

    def apply(self, case: Case) -> str:
        """Let the correction succeed the core memory and return the core memory's id."""
        case.hubs.memory.succeed_in_core(case.session, case.target, case.row.body or "")
        return case.target
