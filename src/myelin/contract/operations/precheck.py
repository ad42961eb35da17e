# @generated from spec/operations.yaml#precheck by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `precheck` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RiskMatch


class PrecheckArgs(arguments.Arguments):
    """What a call of `precheck` passes."""

    action: arguments.ActionText
    standard: arguments.Name | None = None


class PrecheckResult(TypedDict):
    """What `precheck` answers, its brain aside."""

    level: str
    matches: list[RiskMatch]
    note: str
