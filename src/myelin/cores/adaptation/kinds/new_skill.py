"""Write a skill for a standard that is often broken."""

from collections.abc import Iterable

from myelin.cores.adaptation import queries
from myelin.cores.adaptation.kinds import of_documents
from myelin.cores.adaptation.kinds.kind import (
    Case,
    Context,
    Justification,
    Logged,
    Near,
    Preview,
    ProposalKind,
    Scaffold,
)


class NewSkill(ProposalKind):
    """Violations of one standard in three outcomes, with no skill that names it."""

    name = "new_skill"
    body = "process"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the standards that were broken."""
        return sorted({standard for standard, _ in logged.violations}) if logged.is_known else ()

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why a skill is due, if the standard was broken often and none names it."""
        found = queries.violations(at.session, target, None, since_ms)
        if len(found) < at.rules.skill_outcomes:
            return None
        if target in at.hubs.processes.skilled_standards(at.session):
            return None
        return Justification(
            f"{len(found)} outcomes broke this standard, and no skill names it.", found
        )

    def why_stale(self, case: Case) -> str | None:
        """Return that a skill names the standard by now, or None."""
        named = case.hubs.processes.skilled_standards(case.session)
        return "a skill names that standard by now" if case.target in named else None

    def preview(self, case: Case) -> Preview:
        """Return that the owner's document comes into force."""
        return Preview(
            act=f"Accepting saves the skill that you write for the standard {case.target}, and puts"
            " it in force.",
            then=case.body or "",
        )

    def near(self, case: Case) -> list[Near]:
        """Return processes that fit such a task."""
        words = " ".join([case.target.replace("-", " "), *case.tasks])
        return [Near("process", name) for name in case.hubs.processes.fitting(case.session, words)]

    def apply(self, case: Case) -> str:
        """Save the document, a skill that names the standard, and return its name and number."""
        saved = of_documents.save_process(case, case.body or "")
        if saved["kind"] != "skill":
            raise of_documents.invalid("/kind", "is no skill")
        if case.hubs.processes.standard_of_skill(case.session, saved["name"]) != case.target:
            raise of_documents.invalid("/standard", "is not the standard that the skill is for")
        return of_documents.applied(saved)

    def scaffold(self, case: Case) -> Scaffold:
        """Return an empty skill for the standard."""
        return Scaffold(
            f"kind: skill\nname: {case.target}\ntitle:\nsummary:\ntriggers: [{case.target}]\n"
            f"produces:\nguidance:\nstandard: {case.target}\n"
        )
