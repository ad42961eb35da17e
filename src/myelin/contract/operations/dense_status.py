# @generated from spec/owner.yaml#dense_status by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `dense_status` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments


class DenseStatusArgs(arguments.Arguments):
    """What a call of `dense_status` passes."""


class DenseStatusResult(TypedDict):
    """What `dense_status` answers, its brain aside."""

    on: bool
    usable: bool
    why: NotRequired[str]
    vectors: int
    memories: int
