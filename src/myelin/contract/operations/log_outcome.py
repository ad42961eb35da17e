# @generated from spec/operations.yaml#log_outcome by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `log_outcome` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Outcome, Proposal


class NamedVersion(arguments.Arguments):
    """A process at one version."""

    name: arguments.Name
    version: arguments.VersionNumber


class UsedMemory(arguments.Arguments):
    """A memory that bore on the task."""

    id: arguments.MemoryId
    verdict: arguments.Verdict


class MetViolation(arguments.Arguments):
    """A rule that the work broke on the way."""

    standard: arguments.Name
    rule: arguments.Slug
    count: arguments.TimesMet = 1


class LogOutcomeArgs(arguments.Arguments):
    """What a call of `log_outcome` passes."""

    task: arguments.TaskText
    task_kind: arguments.TaskKind
    outcome: arguments.OutcomeKind
    summary: arguments.SummaryText
    signal: arguments.Signal
    process: NamedVersion | None = None
    used: Annotated[list[UsedMemory], Field(max_length=64)] = Field(default_factory=list)
    violations: Annotated[list[MetViolation], Field(max_length=64)] = Field(default_factory=list)
    sensitivity: arguments.Sensitivity | None = None


class LogOutcomeResult(TypedDict):
    """What `log_outcome` answers, its brain aside."""

    outcome: Outcome
    memory: str
    proposals: list[Proposal]
    note: NotRequired[str]
