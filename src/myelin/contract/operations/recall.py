# @generated from spec/operations.yaml#recall by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `recall` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import ContradictionGroup, Item, SubjectGroup


class RecallArgs(arguments.Arguments):
    """What a call of `recall` passes."""

    query: arguments.QueryText
    budget_bytes: arguments.BudgetBytes = 8192
    classes: Annotated[list[arguments.MemoryClass], Field(max_length=7)] = Field(
        default_factory=list
    )
    tags: Annotated[list[arguments.ShortName], Field(max_length=16)] = Field(default_factory=list)
    since: arguments.Moment | None = None
    until: arguments.Moment | None = None
    as_of: arguments.Moment | None = None
    include_archived: arguments.Flag = False
    explain: arguments.Flag = False
    tier: arguments.OpenWord = "project"


class RecallResult(TypedDict):
    """What `recall` answers, its brain aside."""

    core: list[Item]
    memories: list[Item]
    contradictions: list[ContradictionGroup]
    same_subject: NotRequired[list[SubjectGroup]]
    omitted: list[str]
    omitted_count: int
    candidates: int
    bytes: int
    note: NotRequired[str]
