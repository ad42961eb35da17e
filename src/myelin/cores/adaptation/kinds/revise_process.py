"""Revise a process whose last outcomes were setbacks."""

from collections.abc import Iterable

from myelin.cores.adaptation import queries, rules
from myelin.cores.adaptation.kinds import of_documents
from myelin.cores.adaptation.kinds.kind import (
    Case,
    Context,
    Justification,
    Logged,
    Preview,
    ProposalKind,
    Scaffold,
)


class ReviseProcess(ProposalKind):
    """Three failures or partial results among the last six outcomes of one version."""

    name = "revise_process"
    body = "process"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the process version that was followed."""
        row = logged.row
        if logged.is_known and row.process is not None and row.process_version is not None:
            yield rules.versioned(row.process, row.process_version)

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why a revision is due, if many of the last outcomes were setbacks."""
        name, version = rules.named_version(target)
        last = queries.outcomes_of_process(at.session, name, version, since_ms)
        last = last[: at.rules.process_last_outcomes]
        if not at.rules.setbacks_are_many([each.outcome for each in last]):
            return None
        setbacks = [each for each in last if each.outcome != rules.SUCCESS]
        return Justification(
            f"{len(setbacks)} of its last {len(last)} outcomes failed or were partial.", setbacks
        )

    def why_stale(self, case: Case) -> str | None:
        """Return that another version is in force by now, or None."""
        name, version = rules.named_version(case.target)
        holds = case.hubs.processes.in_force(case.session, name)
        if holds is None or holds.version != version:
            return "that version of the process is no longer in force"
        return None

    def preview(self, case: Case) -> Preview:
        """Return the difference of the owner's document from the version in force."""
        name, version = rules.named_version(case.target)
        holds = case.hubs.processes.in_force(case.session, name)
        changed = (
            of_documents.from_version(holds, case.body) if holds is not None and case.body else ""
        )
        return Preview(
            act=f"Accepting saves your document as the next version of the process {name}, and puts"
            f" it in force in the place of version {version}.",
            difference=changed,
            lost=(f"Version {version} is no longer in force. It stays readable.",),
        )

    def apply(self, case: Case) -> str:
        """Save the document under the same name and return its name and number."""
        saved = of_documents.save_process(case, case.body or "")
        if saved["name"] != rules.named_version(case.target)[0]:
            raise of_documents.invalid("/name", "names another process than the one to revise")
        return of_documents.applied(saved)

    def scaffold(self, case: Case) -> Scaffold:
        """Return the version in force."""
        holds = case.hubs.processes.in_force(case.session, rules.named_version(case.target)[0])
        return Scaffold("" if holds is None else holds.yaml)
