# @generated from spec/owner.yaml#rotate_key by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `rotate_key` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RotatedKey


class RotateKeyArgs(arguments.Arguments):
    """What a call of `rotate_key` passes."""


class RotateKeyResult(TypedDict):
    """What `rotate_key` answers, its brain aside."""

    key: RotatedKey
    files: int
    decided_by: str
