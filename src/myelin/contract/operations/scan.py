# @generated from spec/owner.yaml#scan by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `scan` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Credential, SkippedFile


class ScanArgs(arguments.Arguments):
    """What a call of `scan` passes."""


class ScanResult(TypedDict):
    """What `scan` answers, its brain aside."""

    passed: bool
    findings: list[Credential]
    skipped: NotRequired[list[SkippedFile]]
