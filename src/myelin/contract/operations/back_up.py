# @generated from spec/owner.yaml#back_up by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `back_up` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class BackUpArgs(arguments.Arguments):
    """What a call of `back_up` passes."""

    to: arguments.DiskPath | None = None
    keep: arguments.BackupCount = 7
    daily: arguments.Flag = False


class BackUpResult(TypedDict):
    """What `back_up` answers, its brain aside."""

    path: str
    bytes: int
    removed: int
