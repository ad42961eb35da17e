# @generated from spec/owner.yaml#doctor by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `doctor` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import BrainFinding


class DoctorArgs(arguments.Arguments):
    """What a call of `doctor` passes."""


class DoctorResult(TypedDict):
    """What `doctor` answers, its brain aside."""

    name: str
    sound: bool
    findings: list[BrainFinding]
    repaired: list[str]
    backed_up_at: NotRequired[str]
