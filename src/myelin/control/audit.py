"""Reading the audit trail: a tenant's own by its administrators, any by the operator."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.control.audit_trail import AuditRow, page
from myelin.control.control import Control
from myelin.control.pages import bad_argument
from myelin.control.principal import Principal
from myelin.control.tenants import ensure_tenant
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Owner

if TYPE_CHECKING:
    from myelin.contract.operations.list_audit import ListAuditArgs
    from myelin.contract.operations.read_audit import ReadAuditArgs


def list_audit(control: Control, who: Principal, args: "ListAuditArgs") -> Mapping[str, object]:
    """Return a page of the audit rows of the principal's tenant, the newest first.

    Raises:
        ArgumentInvalid: the cursor is not one of these pages.
    """
    return _page(control, who.tenant, args.limit, args.cursor)


def read_audit(control: Control, args: "ReadAuditArgs", _owner: Owner) -> Mapping[str, object]:
    """Return a page of the audit rows of a tenant, the newest first.

    Raises:
        TenantUnknown: there is no such tenant.
        ArgumentInvalid: the cursor is not one of these pages.
    """
    with control.store.reading() as rows:
        ensure_tenant(rows, args.tenant)
    return _page(control, args.tenant, args.limit, args.cursor)


def _page(control: Control, tenant: str, limit: int, cursor: str | None) -> dict[str, object]:
    before = None if cursor is None else _place(cursor)
    with control.store.reading() as rows:
        found = page(rows, tenant, limit + 1, before)
    shown = found[:limit]
    answer: dict[str, object] = {"rows": [_described(row) for _, row in shown]}
    if len(found) > limit:
        number, last = shown[-1]
        answer["next_cursor"] = f"{last.time}-{number}"
    return answer


def _place(cursor: str) -> tuple[int, int]:
    time, _, number = cursor.partition("-")
    if not (time.isascii() and time.isdigit() and number.isascii() and number.isdigit()):
        raise bad_argument("list_audit", "cursor", "is not a cursor of this list")
    return min(int(time), 1 << 62), min(int(number), 1 << 62)


def _described(row: AuditRow) -> dict[str, object]:
    text: dict[str, object] = {
        "time": format_time(row.time),
        "token": row.token,
        "endpoint": row.endpoint,
        "outcome": row.outcome,
        "ms": row.ms,
    }
    return text if row.brain is None else text | {"brain": row.brain}
