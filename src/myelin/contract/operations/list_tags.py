# @generated from spec/owner.yaml#list_tags by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_tags` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import TagCount


class ListTagsArgs(arguments.Arguments):
    """What a call of `list_tags` passes."""


class ListTagsResult(TypedDict):
    """What `list_tags` answers, its brain aside."""

    tags: list[TagCount]
