# @generated from spec/owner.yaml#core_add by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `core_add` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class CoreAddArgs(arguments.Arguments):
    """What a call of `core_add` passes."""

    id: arguments.MemoryId


class CoreAddResult(TypedDict):
    """What `core_add` answers, its brain aside."""

    memory: Memory
    changed: bool
