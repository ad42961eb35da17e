# @generated from spec/control.yaml#back_up_server by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `back_up_server` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class BackUpServerArgs(arguments.Arguments):
    """What a call of `back_up_server` passes."""

    to: arguments.DiskPath


class BackUpServerResult(TypedDict):
    """What `back_up_server` answers, its brain aside."""

    path: str
    brains: int
    files: int
    bytes: int
