# @generated from spec/operations.yaml#promote_to_core by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `promote_to_core` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class PromoteToCoreArgs(arguments.Arguments):
    """What a call of `promote_to_core` passes."""

    id: arguments.MemoryId
    reason: arguments.ReasonText
    target: arguments.CoreTarget = "core"


class PromoteToCoreResult(TypedDict):
    """What `promote_to_core` answers, its brain aside."""

    proposal: Proposal
