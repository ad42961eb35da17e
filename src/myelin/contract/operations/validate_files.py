# @generated from spec/owner.yaml#validate_files by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `validate_files` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import FileReport, SkippedFile


class ValidateFilesArgs(arguments.Arguments):
    """What a call of `validate_files` passes."""


class ValidateFilesResult(TypedDict):
    """What `validate_files` answers, its brain aside."""

    passed: bool
    files: list[FileReport]
    skipped: NotRequired[list[SkippedFile]]
