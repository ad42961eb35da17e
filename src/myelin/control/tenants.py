"""Tenants as the operator of a server sees them: create, list, suspend, limit."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from myelin.contract.errors import TenantUnknown, UserExists
from myelin.control.audit_trail import OPERATOR, AuditRow, insert
from myelin.control.control import Control
from myelin.control.issuing import insert_token
from myelin.control.quotas import DEFAULT, read_quota, read_usage, set_quota
from myelin.control.rows import Rows
from myelin.control.scopes import Scope
from myelin.control.token_text import new_token
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Owner
from myelin.kernel.ids import encode_id, new_row_id

if TYPE_CHECKING:
    from myelin.contract.operations.bootstrap import BootstrapArgs
    from myelin.contract.operations.limit_tenant import LimitTenantArgs
    from myelin.contract.operations.list_tenants import ListTenantsArgs
    from myelin.contract.operations.resume_tenant import ResumeTenantArgs
    from myelin.contract.operations.suspend_tenant import SuspendTenantArgs

FIRST_TOKEN = "first"  # noqa: S105 - The name of a token, not its secret.


def bootstrap(control: Control, args: "BootstrapArgs", _owner: Owner) -> Mapping[str, object]:
    """Create a tenant with one user and one admin token, whose text is in the result alone.

    Raises:
        UserExists: the e-mail address belongs to a tenant already.
    """
    chance, now_ms = control.machine.chance, control.now_ms
    tenant = encode_id("ten", new_row_id(chance))
    token = new_token(chance)
    with control.store.writing() as rows:
        rows.run("INSERT INTO tenant (id, created_at) VALUES (?, ?)", tenant, now_ms)
        set_quota(rows, tenant, DEFAULT)
        user = insert_user(rows, control, tenant, args.email)
        insert_token(
            rows,
            token,
            tenant,
            FIRST_TOKEN,
            Scope.ADMIN,
            brain=None,
            now_ms=now_ms,
            expires_at=None,
        )
        note(rows, control, tenant, "admin bootstrap")
    return {"tenant": tenant, "user": user, "token": token.id, "secret": token.text}


def list_tenants(control: Control, _args: "ListTenantsArgs", _owner: Owner) -> Mapping[str, object]:
    """Return every tenant with its use and limits."""
    with control.store.reading() as rows:
        found = rows.all("SELECT id FROM tenant ORDER BY created_at, id")
        return {"tenants": [described(rows, tenant) for (tenant,) in found]}


def suspend_tenant(
    control: Control, args: "SuspendTenantArgs", _owner: Owner
) -> Mapping[str, object]:
    """Suspend a tenant: from the next request on it can only list and pull its brains.

    Raises:
        TenantUnknown: there is no such tenant.
    """
    return _changed(control, args.tenant, "admin tenants", suspended_at=control.now_ms)


def resume_tenant(
    control: Control, args: "ResumeTenantArgs", _owner: Owner
) -> Mapping[str, object]:
    """Lift the suspension of a tenant.

    Raises:
        TenantUnknown: there is no such tenant.
    """
    return _changed(control, args.tenant, "admin tenants", suspended_at=None)


def limit_tenant(control: Control, args: "LimitTenantArgs", _owner: Owner) -> Mapping[str, object]:
    """Change the limits that are given; the others stay.

    Raises:
        TenantUnknown: there is no such tenant.
    """
    asked = {
        "brains": args.brains,
        "bytes": args.bytes,
        "requests_per_minute": args.requests_per_minute,
        "writes_per_minute": args.writes_per_minute,
    }
    given: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    with control.store.writing() as rows:
        ensure_tenant(rows, args.tenant)
        set_quota(rows, args.tenant, replace(read_quota(rows, args.tenant), **given))
        note(rows, control, args.tenant, "admin tenants")
        return {"tenant": described(rows, args.tenant)}


def insert_user(rows: Rows, control: Control, tenant: str, email: str) -> str:
    """Add a user to a tenant and return its id. E-mail addresses are kept in lower case.

    Raises:
        UserExists: the e-mail address belongs to a tenant already.
    """
    address = email.lower()
    if rows.one("SELECT 1 FROM user WHERE email = ?", address) is not None:
        raise UserExists()
    user = encode_id("usr", new_row_id(control.machine.chance))
    rows.run("INSERT INTO user VALUES (?, ?, ?, ?)", user, tenant, address, control.now_ms)
    return user


def ensure_tenant(rows: Rows, tenant: str) -> None:
    """Do nothing if a tenant exists.

    Raises:
        TenantUnknown: it does not.
    """
    if rows.one("SELECT 1 FROM tenant WHERE id = ?", tenant) is None:
        raise TenantUnknown()


def note(
    rows: Rows, control: Control, tenant: str, endpoint: str, brain: str | None = None
) -> None:
    """Append an audit row for something that the operator did."""
    insert(rows, AuditRow(control.now_ms, tenant, OPERATOR, brain, endpoint, "ok", 0))


def described(rows: Rows, tenant: str) -> dict[str, object]:
    """Return a tenant as its operator sees it.

    Raises:
        TenantUnknown: there is no such tenant.
    """
    row = rows.one("SELECT created_at, suspended_at FROM tenant WHERE id = ?", tenant)
    if row is None:
        raise TenantUnknown()
    users = rows.one("SELECT count(*) FROM user WHERE tenant = ?", tenant)
    assert users is not None
    text: dict[str, object] = {
        "id": tenant,
        "created_at": format_time(row[0]),
        "users": users[0],
        "used": asdict(read_usage(rows, tenant)),
        "limits": asdict(read_quota(rows, tenant)),
    }
    return text if row[1] is None else text | {"suspended_at": format_time(row[1])}


def _changed(
    control: Control, tenant: str, endpoint: str, *, suspended_at: int | None
) -> Mapping[str, object]:
    with control.store.writing() as rows:
        ensure_tenant(rows, tenant)
        rows.run("UPDATE tenant SET suspended_at = ? WHERE id = ?", suspended_at, tenant)
        note(rows, control, tenant, endpoint)
        return {"tenant": described(rows, tenant)}
