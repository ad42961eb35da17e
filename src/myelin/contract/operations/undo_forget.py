# @generated from spec/owner.yaml#undo_forget by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `undo_forget` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class UndoForgetArgs(arguments.Arguments):
    """What a call of `undo_forget` passes."""


class UndoForgetResult(TypedDict):
    """What `undo_forget` answers, its brain aside."""

    unarchived: list[str]
