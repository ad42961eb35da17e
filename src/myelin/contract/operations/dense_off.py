# @generated from spec/owner.yaml#dense_off by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `dense_off` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments


class DenseOffArgs(arguments.Arguments):
    """What a call of `dense_off` passes."""


class DenseOffResult(TypedDict):
    """What `dense_off` answers, its brain aside."""

    on: bool
    usable: bool
    why: NotRequired[str]
    vectors: int
    memories: int
