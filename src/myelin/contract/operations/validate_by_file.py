# @generated from spec/owner.yaml#validate_by_file by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `validate_by_file` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Violation


class ValidateByFileArgs(arguments.Arguments):
    """What a call of `validate_by_file` passes."""


class ValidateByFileResult(TypedDict):
    """What `validate_by_file` answers, its brain aside."""

    passed: bool
    violations: list[Violation]
    total: int
    bytes: int
