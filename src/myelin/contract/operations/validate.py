# @generated from spec/operations.yaml#validate by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `validate` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Violation


class ValidateArgs(arguments.Arguments):
    """What a call of `validate` passes."""

    content: arguments.CheckedText
    standard: arguments.Name
    version: arguments.VersionNumber | None = None


class ValidateResult(TypedDict):
    """What `validate` answers, its brain aside."""

    passed: bool
    violations: list[Violation]
    total: int
    bytes: int
