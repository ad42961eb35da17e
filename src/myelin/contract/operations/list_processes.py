# @generated from spec/operations.yaml#list_processes by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_processes` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Process


class ListProcessesArgs(arguments.Arguments):
    """What a call of `list_processes` passes."""

    kinds: Annotated[list[arguments.ProcessKind], Field(max_length=3)] = Field(default_factory=list)
    include_versions: arguments.Flag = False
    cursor: arguments.Cursor | None = None
    limit: arguments.PageLimit = 200


class ListProcessesResult(TypedDict):
    """What `list_processes` answers, its brain aside."""

    processes: list[Process]
    next_cursor: NotRequired[str]
    omitted_count: NotRequired[int]
