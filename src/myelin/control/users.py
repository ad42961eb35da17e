"""The users of a tenant: the e-mail addresses that may sign in, and tokens made by the operator."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import UserUnknown
from myelin.control.control import Control
from myelin.control.grants import revoke_of_user
from myelin.control.issuing import insert_token
from myelin.control.rows import Row, Rows
from myelin.control.scopes import Scope
from myelin.control.tenants import ensure_tenant, insert_user, note
from myelin.control.token_text import new_token
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Owner

if TYPE_CHECKING:
    from myelin.contract.operations.add_user import AddUserArgs
    from myelin.contract.operations.issue_admin_token import IssueAdminTokenArgs
    from myelin.contract.operations.list_users import ListUsersArgs
    from myelin.contract.operations.remove_user import RemoveUserArgs

ENDPOINT = "admin users"


def list_users(control: Control, args: "ListUsersArgs", _owner: Owner) -> Mapping[str, object]:
    """Return the users of one tenant, or of all, by e-mail address."""
    with control.store.reading() as rows:
        found = rows.all(
            "SELECT id, tenant, email, created_at FROM user WHERE ? IS NULL OR tenant = ?"
            " ORDER BY email",
            args.tenant,
            args.tenant,
        )
    return {"users": [_described(row) for row in found]}


def add_user(control: Control, args: "AddUserArgs", _owner: Owner) -> Mapping[str, object]:
    """Add a user to a tenant.

    Raises:
        TenantUnknown: there is no such tenant.
        UserExists: the e-mail address belongs to a tenant already.
    """
    with control.store.writing() as rows:
        ensure_tenant(rows, args.tenant)
        insert_user(rows, control, args.tenant, args.email)
        note(rows, control, args.tenant, ENDPOINT)
        return {"user": _described(find_user(rows, args.email))}


def remove_user(control: Control, args: "RemoveUserArgs", _owner: Owner) -> Mapping[str, object]:
    """Remove a user and revoke the grants that it gave to programs (OAuth).

    The tokens of the tenant stay: they belong to the tenant.

    Raises:
        UserUnknown: there is no such user.
    """
    with control.store.writing() as rows:
        row = find_user(rows, args.email)
        revoked = revoke_of_user(rows, row[0], control.now_ms)
        rows.run("DELETE FROM user WHERE id = ?", row[0])
        note(rows, control, row[1], ENDPOINT)
    control.store.forget_deleted()
    for grant in revoked:
        control.tell_revoked(grant)
    return {"user": _described(row)}


def issue_admin_token(
    control: Control, args: "IssueAdminTokenArgs", _owner: Owner
) -> Mapping[str, object]:
    """Create an admin token for the tenant of a user, for a tenant that lost its last one.

    Raises:
        UserUnknown: there is no such user.
    """
    token = new_token(control.machine.chance)
    with control.store.writing() as rows:
        row = find_user(rows, args.email)
        insert_token(
            rows,
            token,
            row[1],
            "issued by the operator",
            Scope.ADMIN,
            brain=None,
            now_ms=control.now_ms,
            expires_at=None,
        )
        note(rows, control, row[1], ENDPOINT)
    return {"user": _described(row), "token": token.id, "secret": token.text}


def find_user(rows: Rows, email: str) -> Row:
    """Return id, tenant, e-mail address and time of creation of a user.

    Raises:
        UserUnknown: there is no such user.
    """
    row = rows.one("SELECT id, tenant, email, created_at FROM user WHERE email = ?", email.lower())
    if row is None:
        raise UserUnknown()
    return row


def _described(row: Row) -> dict[str, object]:
    user, tenant, email, created_at = row
    return {"id": user, "tenant": tenant, "email": email, "created_at": format_time(created_at)}
