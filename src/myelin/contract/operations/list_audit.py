# @generated from spec/control.yaml#list_audit by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_audit` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import AuditRow


class ListAuditArgs(arguments.Arguments):
    """What a call of `list_audit` passes."""

    cursor: arguments.ListCursor | None = None
    limit: arguments.PageLimit = 50


class ListAuditResult(TypedDict):
    """What `list_audit` answers, its brain aside."""

    rows: list[AuditRow]
    next_cursor: NotRequired[str]
