# @generated from spec/control.yaml#read_audit by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `read_audit` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import AuditRow


class ReadAuditArgs(arguments.Arguments):
    """What a call of `read_audit` passes."""

    tenant: arguments.TenantId
    cursor: arguments.ListCursor | None = None
    limit: arguments.PageLimit = 50


class ReadAuditResult(TypedDict):
    """What `read_audit` answers, its brain aside."""

    rows: list[AuditRow]
    next_cursor: NotRequired[str]
