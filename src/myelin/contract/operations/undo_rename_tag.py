# @generated from spec/owner.yaml#undo_rename_tag by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `undo_rename_tag` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class UndoRenameTagArgs(arguments.Arguments):
    """What a call of `undo_rename_tag` passes."""


class UndoRenameTagResult(TypedDict):
    """What `undo_rename_tag` answers, its brain aside."""

    restored: list[str]
