# @generated from spec/owner.yaml#edit by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `edit` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Contradiction, Memory


class EditArgs(arguments.Arguments):
    """What a call of `edit` passes."""


class EditResult(TypedDict):
    """What `edit` answers, its brain aside."""

    memory: Memory
    created: bool
    superseded: NotRequired[str]
    contradictions: list[Contradiction]
    note: NotRequired[str]
