# @generated from spec/owner.yaml#restore_in_place by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `restore_in_place` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Position, RestorePoint


class RestoreInPlaceArgs(arguments.Arguments):
    """What a call of `restore_in_place` passes."""

    at: arguments.RestorePointWord


class RestoreInPlaceResult(TypedDict):
    """What `restore_in_place` answers, its brain aside."""

    name: str
    state: RestorePoint
    why: str
    earlier: list[RestorePoint]
    later: list[RestorePoint]
    restored: Position
