# @generated from spec/owner.yaml#reject_proposals by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `reject_proposals` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class RejectProposalsArgs(arguments.Arguments):
    """What a call of `reject_proposals` passes."""

    kind: arguments.OpenWord


class RejectProposalsResult(TypedDict):
    """What `reject_proposals` answers, its brain aside."""

    proposals: list[Proposal]
