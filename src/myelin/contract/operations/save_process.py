# @generated from spec/operations.yaml#save_process by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `save_process` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class SaveProcessArgs(arguments.Arguments):
    """What a call of `save_process` passes."""

    yaml: arguments.DocumentText


class SaveProcessResult(TypedDict):
    """What `save_process` answers, its brain aside."""

    name: str
    kind: str
    version: int
    created: bool
    reviewed: bool
    diff: NotRequired[str]
    proposal: NotRequired[Proposal]
    note: NotRequired[str]
