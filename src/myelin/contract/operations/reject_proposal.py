# @generated from spec/owner.yaml#reject_proposal by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `reject_proposal` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class RejectProposalArgs(arguments.Arguments):
    """What a call of `reject_proposal` passes."""

    id: arguments.LabelArgument


class RejectProposalResult(TypedDict):
    """What `reject_proposal` answers, its brain aside."""

    proposal: Proposal
