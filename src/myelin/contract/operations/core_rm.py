# @generated from spec/owner.yaml#core_rm by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `core_rm` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class CoreRmArgs(arguments.Arguments):
    """What a call of `core_rm` passes."""

    id: arguments.MemoryId


class CoreRmResult(TypedDict):
    """What `core_rm` answers, its brain aside."""

    memory: Memory
    changed: bool
