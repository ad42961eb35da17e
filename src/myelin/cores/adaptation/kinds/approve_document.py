"""Approve the latest version of a process or a standard. The body is a version number."""

from typing import ClassVar

from myelin.cores.adaptation import rules
from myelin.cores.adaptation.hubs import Processes, Standards
from myelin.cores.adaptation.kinds.kind import Case, Context, Preview, ProposalKind
from myelin.registry import diff_of


class ApproveDocument(ProposalKind):
    """Opened when a client saves a version behind an approved one. One open approval a name."""

    noun: ClassVar[str]

    def hub(self, at: Context) -> Processes | Standards:
        """Return the core that keeps the documents."""
        raise NotImplementedError

    def why_stale(self, case: Case) -> str | None:
        """Return that no version waits any more, or None."""
        if self.hub(case).waiting(case.session, case.target) is None:
            return "nothing of that name waits for approval any more"
        return None

    def change(self, case: Case) -> str:
        """Return the YAML of the version that waits."""
        waiting = self.hub(case).waiting(case.session, case.target)
        return "" if waiting is None else waiting.yaml

    def preview(self, case: Case) -> Preview:
        """Return the difference of the waiting version from the one in force."""
        waiting = self.hub(case).waiting(case.session, case.target)
        holds = self.hub(case).in_force(case.session, case.target)
        if waiting is None:
            return Preview(act="Nothing waits for approval, so accepting changes nothing.")
        name = case.target
        act = f"Accepting puts version {waiting.version} of the {self.noun} {name} in force"
        if holds is None:
            text = f"{act}. No version of that name is in use now."
            return Preview(act=text, then=waiting.yaml)
        return Preview(
            act=f"{act} in the place of version {holds.version}.",
            difference=diff_of(holds, waiting),
            lost=(f"Version {holds.version} is no longer in force. It stays readable.",),
        )

    def apply(self, case: Case) -> str:
        """Approve the version that waits and return its name and number."""
        waiting = self.hub(case).waiting(case.session, case.target)
        assert waiting is not None, "a proposal without a waiting version is stale"
        self.hub(case).approve(case.session, case.target, waiting.version)
        return rules.versioned(case.target, waiting.version)


class ApproveProcess(ApproveDocument):
    """A version of a process that waits."""

    name = "approve_process"
    noun = "process"

    def hub(self, at: Context) -> Processes:
        """Return the processes core."""
        return at.hubs.processes


class ApproveStandard(ApproveDocument):
    """A version of a standard that waits."""

    name = "approve_standard"
    noun = "standard"

    def hub(self, at: Context) -> Standards:
        """Return the quality core."""
        return at.hubs.quality
