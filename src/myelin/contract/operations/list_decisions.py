# @generated from spec/owner.yaml#list_decisions by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_decisions` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RecordedDecision


class ListDecisionsArgs(arguments.Arguments):
    """What a call of `list_decisions` passes."""


class ListDecisionsResult(TypedDict):
    """What `list_decisions` answers, its brain aside."""

    decisions: list[RecordedDecision]
