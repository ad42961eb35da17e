# @generated from spec/owner.yaml#forget by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `forget` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ForgetArgs(arguments.Arguments):
    """What a call of `forget` passes."""


class ForgetResult(TypedDict):
    """What `forget` answers, its brain aside."""

    archived: list[str]
    record: int
