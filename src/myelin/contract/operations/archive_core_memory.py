# @generated from spec/owner.yaml#archive_core_memory by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `archive_core_memory` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class ArchiveCoreMemoryArgs(arguments.Arguments):
    """What a call of `archive_core_memory` passes."""

    id: arguments.MemoryId


class ArchiveCoreMemoryResult(TypedDict):
    """What `archive_core_memory` answers, its brain aside."""

    memory: Memory
    changed: bool
