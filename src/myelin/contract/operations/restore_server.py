# @generated from spec/control.yaml#restore_server by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `restore_server` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class RestoreServerArgs(arguments.Arguments):
    """What a call of `restore_server` passes."""

    source: arguments.DiskPath


class RestoreServerResult(TypedDict):
    """What `restore_server` answers, its brain aside."""

    path: str
    brains: int
    files: int
