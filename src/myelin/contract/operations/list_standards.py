# @generated from spec/operations.yaml#list_standards by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_standards` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import StandardSummary


class ListStandardsArgs(arguments.Arguments):
    """What a call of `list_standards` passes."""


class ListStandardsResult(TypedDict):
    """What `list_standards` answers, its brain aside."""

    standards: list[StandardSummary]
    omitted_count: NotRequired[int]
