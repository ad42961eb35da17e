# @generated from spec/owner.yaml#manual by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `manual` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ManualArgs(arguments.Arguments):
    """What a call of `manual` passes."""


class ManualResult(TypedDict):
    """What `manual` answers, its brain aside."""

    command: str
    page: str
