# @generated from spec/operations.yaml#remember_note by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `remember_note` takes and answers."""

from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Contradiction, Memory


class RememberNoteArgs(arguments.Arguments):
    """What a call of `remember_note` passes."""

    content: arguments.LongText
    class_: arguments.MemoryClass = Field(alias="class")
    subject: arguments.Subject | None = None
    tags: Annotated[list[arguments.ShortName], Field(max_length=16)] = Field(default_factory=list)
    aliases: Annotated[list[arguments.ShortName], Field(max_length=16)] = Field(
        default_factory=list
    )
    observed_at: arguments.Moment | None = None
    actor: arguments.ShortName | None = None
    sensitivity: arguments.Sensitivity | None = None
    evidence: arguments.Evidence = "stated"
    evidence_ref: arguments.EvidenceRef | None = None
    supersedes: arguments.MemoryId | None = None


class RememberNoteResult(TypedDict):
    """What `remember_note` answers, its brain aside."""

    memory: Memory
    created: bool
    parts: list[str]
    superseded: NotRequired[str]
    contradictions: list[Contradiction]
    note: NotRequired[str]
