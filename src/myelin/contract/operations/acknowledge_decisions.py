# @generated from spec/owner.yaml#acknowledge_decisions by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `acknowledge_decisions` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RecordedDecision


class AcknowledgeDecisionsArgs(arguments.Arguments):
    """What a call of `acknowledge_decisions` passes."""


class AcknowledgeDecisionsResult(TypedDict):
    """What `acknowledge_decisions` answers, its brain aside."""

    acknowledged: int
    decisions: list[RecordedDecision]
