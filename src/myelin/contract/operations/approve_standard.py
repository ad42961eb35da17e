# @generated from spec/owner.yaml#approve_standard by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `approve_standard` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import StandardSummary


class ApproveStandardArgs(arguments.Arguments):
    """What a call of `approve_standard` passes."""

    name: arguments.Name
    version: arguments.VersionNumber


class ApproveStandardResult(TypedDict):
    """What `approve_standard` answers, its brain aside."""

    standard: StandardSummary
