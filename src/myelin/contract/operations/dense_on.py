# @generated from spec/owner.yaml#dense_on by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `dense_on` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments


class DenseOnArgs(arguments.Arguments):
    """What a call of `dense_on` passes."""


class DenseOnResult(TypedDict):
    """What `dense_on` answers, its brain aside."""

    on: bool
    usable: bool
    why: NotRequired[str]
    vectors: int
    memories: int
