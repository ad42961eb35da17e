# @generated from spec/owner.yaml#restore by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `restore` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Position, RestorePoint


class RestoreArgs(arguments.Arguments):
    """What a call of `restore` passes."""

    at: arguments.RestorePointWord
    to: arguments.DiskPath | None = None


class RestoreResult(TypedDict):
    """What `restore` answers, its brain aside."""

    name: str
    state: RestorePoint
    why: str
    earlier: list[RestorePoint]
    later: list[RestorePoint]
    path: NotRequired[str]
    restored: NotRequired[Position]
