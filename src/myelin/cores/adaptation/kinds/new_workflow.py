"""Write a workflow for a kind of task that went well without one."""

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
from myelin.cores.adaptation.rules import SUCCESS


class NewWorkflow(ProposalKind):
    """Three successes of a task kind without a process, within 90 days."""

    name = "new_workflow"
    body = "process"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the task kind of a success without a process."""
        row = logged.row
        without = row.process is None or row.process_version is None
        if logged.is_known and without and row.outcome == SUCCESS:
            yield row.task_kind

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why a workflow is due, if the tasks went well often enough."""
        window_ms = at.session.now_ms - at.rules.workflow_window_ms - 1
        found = queries.successes_without_process(at.session, target, max(since_ms, window_ms))
        if len(found) < at.rules.workflow_successes:
            return None
        return Justification(
            f"{len(found)} tasks of this kind went well without a process in 90 days.", found
        )

    def preview(self, case: Case) -> Preview:
        """Return that the owner's document comes into force."""
        return Preview(
            act=f"Accepting saves the workflow or loop that you write for tasks of the kind"
            f" {case.target}, and puts it in force.",
            then=case.body or "",
        )

    def near(self, case: Case) -> list[Near]:
        """Return processes that fit such a task."""
        words = " ".join([case.target.replace("-", " "), *case.tasks])
        return [Near("process", name) for name in case.hubs.processes.fitting(case.session, words)]

    def apply(self, case: Case) -> str:
        """Save the document, which is no skill, and return its name and number."""
        saved = of_documents.save_process(case, case.body or "")
        if saved["kind"] == "skill":
            raise of_documents.invalid("/kind", "is neither a workflow nor a loop")
        return of_documents.applied(saved)

    def scaffold(self, case: Case) -> Scaffold:
        """Return an empty workflow for the task kind."""
        return Scaffold(
            f"kind: workflow\nname: {case.target}\ntitle:\nsummary:\ntriggers: [{case.target}]\n"
            "steps:\n  - {id: , do: }\n"
        )
