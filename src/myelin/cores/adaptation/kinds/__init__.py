"""The kinds of proposals, one module each, and the table of them."""

from myelin.cores.adaptation.kinds.approve_document import ApproveProcess, ApproveStandard
from myelin.cores.adaptation.kinds.kind import (
    Case,
    Context,
    Justification,
    Logged,
    Near,
    Preview,
    ProposalKind,
)
from myelin.cores.adaptation.kinds.new_rule import NewRule
from myelin.cores.adaptation.kinds.new_skill import NewSkill
from myelin.cores.adaptation.kinds.new_workflow import NewWorkflow
from myelin.cores.adaptation.kinds.promote_to_core import PromoteToCore
from myelin.cores.adaptation.kinds.review_memory import ReviewMemory
from myelin.cores.adaptation.kinds.revise_core import ReviseCore
from myelin.cores.adaptation.kinds.revise_preference import RevisePreference
from myelin.cores.adaptation.kinds.revise_process import ReviseProcess

KINDS: dict[str, ProposalKind] = {
    kind.name: kind
    for kind in (
        ReviseProcess(),
        NewWorkflow(),
        NewRule(),
        NewSkill(),
        PromoteToCore(),
        ReviewMemory(),
        ReviseCore(),
        RevisePreference(),
        ApproveProcess(),
        ApproveStandard(),
    )
}
"""Every kind by its name, in the order in which the reflector asks them."""

__all__ = [
    "KINDS",
    "Case",
    "Context",
    "Justification",
    "Logged",
    "Near",
    "Preview",
    "ProposalKind",
]
