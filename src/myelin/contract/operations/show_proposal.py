# @generated from spec/owner.yaml#show_proposal by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `show_proposal` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import EvidenceOutcome, NearDocument, Proposal, SignalCounts


class ShowProposalArgs(arguments.Arguments):
    """What a call of `show_proposal` passes."""

    id: arguments.LabelArgument


class ShowProposalResult(TypedDict):
    """What `show_proposal` answers, its brain aside."""

    proposal: Proposal
    origin: str
    body: str
    evidence: list[EvidenceOutcome]
    signals: SignalCounts
    span_s: int
    duplicates: list[NearDocument]
    change: str
    sha256: str
    act: str
    now: str
    then: str
    difference: str
    lost: list[str]
    words: NotRequired[str]
    stale: NotRequired[str]
