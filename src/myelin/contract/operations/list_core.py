# @generated from spec/operations.yaml#list_core by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_core` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Item


class ListCoreArgs(arguments.Arguments):
    """What a call of `list_core` passes."""


class ListCoreResult(TypedDict):
    """What `list_core` answers, its brain aside."""

    core: list[Item]
