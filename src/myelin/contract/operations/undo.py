# @generated from spec/owner.yaml#undo by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `undo` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class UndoArgs(arguments.Arguments):
    """What a call of `undo` passes."""

    id: arguments.MemoryId


class UndoResult(TypedDict):
    """What `undo` answers, its brain aside."""

    undone: str
    how: str
    memory: Memory
