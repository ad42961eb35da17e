# @generated from spec/operations.yaml#get_memory by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `get_memory` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Contradiction, Link, Memory, TrustDetail


class GetMemoryArgs(arguments.Arguments):
    """What a call of `get_memory` passes."""

    id: arguments.MemoryId
    history: arguments.Flag = False


class GetMemoryResult(TypedDict):
    """What `get_memory` answers, its brain aside."""

    memory: Memory
    trust: TrustDetail
    history: list[Memory]
    history_omitted: NotRequired[int]
    links: list[Link]
    parts: NotRequired[list[str]]
    contradictions: list[Contradiction]
