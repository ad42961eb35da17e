# @generated from spec/operations.yaml#match_process by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `match_process` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import ProcessMatch


class MatchProcessArgs(arguments.Arguments):
    """What a call of `match_process` passes."""

    task: arguments.TaskText
    kinds: Annotated[list[arguments.ProcessKind], Field(max_length=3)] = Field(default_factory=list)
    limit: arguments.MatchLimit = 5


class MatchProcessResult(TypedDict):
    """What `match_process` answers, its brain aside."""

    matches: list[ProcessMatch]
    note: NotRequired[str]
