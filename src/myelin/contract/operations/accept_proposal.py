# @generated from spec/owner.yaml#accept_proposal by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `accept_proposal` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class AcceptProposalArgs(arguments.Arguments):
    """What a call of `accept_proposal` passes."""

    id: arguments.LabelArgument
    body: arguments.DocumentText | None = None
    sha256: arguments.LabelArgument | None = None


class AcceptProposalResult(TypedDict):
    """What `accept_proposal` answers, its brain aside."""

    proposal: Proposal
    applied: str
