# @generated from spec/operations.yaml#list_memories by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_memories` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Memory


class ListMemoriesArgs(arguments.Arguments):
    """What a call of `list_memories` passes."""

    classes: Annotated[list[arguments.MemoryClass], Field(max_length=7)] = Field(
        default_factory=list
    )
    tags: Annotated[list[arguments.ShortName], Field(max_length=16)] = Field(default_factory=list)
    tier: arguments.MemoryTier | None = None
    subject: arguments.Subject | None = None
    since: arguments.Moment | None = None
    until: arguments.Moment | None = None
    include_superseded: arguments.Flag = False
    include_archived: arguments.Flag = False
    cursor: arguments.Cursor | None = None
    limit: arguments.PageLimit = 50


class ListMemoriesResult(TypedDict):
    """What `list_memories` answers, its brain aside."""

    memories: list[Memory]
    next_cursor: NotRequired[str]
    total: int
    note: NotRequired[str]
