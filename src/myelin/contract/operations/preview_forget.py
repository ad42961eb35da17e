# @generated from spec/owner.yaml#preview_forget by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `preview_forget` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Memory


class PreviewForgetArgs(arguments.Arguments):
    """What a call of `preview_forget` passes."""


class PreviewForgetResult(TypedDict):
    """What `preview_forget` answers, its brain aside."""

    memories: list[Memory]
