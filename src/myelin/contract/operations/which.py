# @generated from spec/owner.yaml#which by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `which` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments


class WhichArgs(arguments.Arguments):
    """What a call of `which` passes."""


class WhichResult(TypedDict):
    """What `which` answers, its brain aside."""

    name: str
    data: str
    path: str
    exists: bool
    why: str
    was: NotRequired[str]
    backup: NotRequired[str]
