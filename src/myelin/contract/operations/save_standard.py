# @generated from spec/operations.yaml#save_standard by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `save_standard` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Proposal


class SaveStandardArgs(arguments.Arguments):
    """What a call of `save_standard` passes."""

    yaml: arguments.DocumentText


class SaveStandardResult(TypedDict):
    """What `save_standard` answers, its brain aside."""

    name: str
    version: int
    created: bool
    reviewed: bool
    diff: NotRequired[str]
    proposal: NotRequired[Proposal]
    note: NotRequired[str]
