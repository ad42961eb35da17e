# @generated from spec/owner.yaml#accept_rollback by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `accept_rollback` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import BrainFinding


class AcceptRollbackArgs(arguments.Arguments):
    """What a call of `accept_rollback` passes."""


class AcceptRollbackResult(TypedDict):
    """What `accept_rollback` answers, its brain aside."""

    name: str
    sound: bool
    findings: list[BrainFinding]
    repaired: list[str]
    backed_up_at: NotRequired[str]
