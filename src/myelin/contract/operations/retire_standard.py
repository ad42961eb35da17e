# @generated from spec/owner.yaml#retire_standard by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `retire_standard` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import StandardSummary


class RetireStandardArgs(arguments.Arguments):
    """What a call of `retire_standard` passes."""

    name: arguments.Name


class RetireStandardResult(TypedDict):
    """What `retire_standard` answers, its brain aside."""

    standard: StandardSummary
