# @generated from spec/owner.yaml#repair by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `repair` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import BrainFinding


class RepairArgs(arguments.Arguments):
    """What a call of `repair` passes."""


class RepairResult(TypedDict):
    """What `repair` answers, its brain aside."""

    name: str
    sound: bool
    findings: list[BrainFinding]
    repaired: list[str]
    backed_up_at: NotRequired[str]
