# @generated from spec/owner.yaml#unarchive by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `unarchive` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class UnarchiveArgs(arguments.Arguments):
    """What a call of `unarchive` passes."""

    id: arguments.MemoryId


class UnarchiveResult(TypedDict):
    """What `unarchive` answers, its brain aside."""

    memory: Memory
    changed: bool
