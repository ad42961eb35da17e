# @generated from spec/control.yaml#list_tokens by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_tokens` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import ListedToken


class ListTokensArgs(arguments.Arguments):
    """What a call of `list_tokens` passes."""

    cursor: arguments.ListCursor | None = None
    limit: arguments.PageLimit = 200


class ListTokensResult(TypedDict):
    """What `list_tokens` answers, its brain aside."""

    tokens: list[ListedToken]
    next_cursor: NotRequired[str]
