# @generated from spec/operations.yaml#list_proposals by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_proposals` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class ListProposalsArgs(arguments.Arguments):
    """What a call of `list_proposals` passes."""

    state: arguments.ProposalState = "open"


class ListProposalsResult(TypedDict):
    """What `list_proposals` answers, its brain aside."""

    proposals: list[Proposal]
