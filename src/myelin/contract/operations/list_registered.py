# @generated from spec/control.yaml#list_registered by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_registered` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import QuotaLimits, QuotaUse, RegisteredBrain


class ListRegisteredArgs(arguments.Arguments):
    """What a call of `list_registered` passes."""

    cursor: arguments.ListCursor | None = None
    limit: arguments.PageLimit = 200


class ListRegisteredResult(TypedDict):
    """What `list_registered` answers, its brain aside."""

    tenant: str
    issuer: str
    used: QuotaUse
    limits: QuotaLimits
    brains: list[RegisteredBrain]
    next_cursor: NotRequired[str]
