# @generated from spec/owner.yaml#archive by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `archive` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class ArchiveArgs(arguments.Arguments):
    """What a call of `archive` passes."""

    id: arguments.MemoryId


class ArchiveResult(TypedDict):
    """What `archive` answers, its brain aside."""

    memory: Memory
    changed: bool
