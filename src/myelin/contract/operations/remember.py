# @generated from spec/operations.yaml#remember by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `remember` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Contradiction, Memory


class LinkTarget(arguments.Arguments):
    """A link from the new memory to one that is there."""

    type: arguments.LinkType
    to: arguments.MemoryId


class RememberArgs(arguments.Arguments):
    """What a call of `remember` passes."""

    content: arguments.MemoryText
    class_: arguments.MemoryClass = Field(alias="class")
    subject: arguments.Subject | None = None
    tags: Annotated[list[arguments.ShortName], Field(max_length=16)] = Field(default_factory=list)
    aliases: Annotated[list[arguments.ShortName], Field(max_length=16)] = Field(
        default_factory=list
    )
    observed_at: arguments.Moment | None = None
    session: arguments.ShortName | None = None
    actor: arguments.ShortName | None = None
    sensitivity: arguments.Sensitivity | None = None
    evidence: arguments.Evidence = "stated"
    evidence_ref: arguments.EvidenceRef | None = None
    supersedes: arguments.MemoryId | None = None
    links: Annotated[list[LinkTarget], Field(max_length=64)] = Field(default_factory=list)


class RememberResult(TypedDict):
    """What `remember` answers, its brain aside."""

    memory: Memory
    created: bool
    superseded: NotRequired[str]
    contradictions: list[Contradiction]
    note: NotRequired[str]
