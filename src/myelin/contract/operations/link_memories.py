# @generated from spec/operations.yaml#link_memories by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `link_memories` takes and answers."""

from typing import TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Link


class LinkMemoriesArgs(arguments.Arguments):
    """What a call of `link_memories` passes."""

    from_: arguments.MemoryId = Field(alias="from")
    to: arguments.MemoryId
    type: arguments.LinkType


class LinkMemoriesResult(TypedDict):
    """What `link_memories` answers, its brain aside."""

    link: Link
    created: bool
