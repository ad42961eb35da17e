"""The tokens of a tenant: listing, creating within the creator's rights, revoking."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import ScopeMissing, TokenUnknown
from myelin.control import brains
from myelin.control.audit_trail import DAY_MS
from myelin.control.control import Control
from myelin.control.grants import Grant, grants_of, revoke_grant
from myelin.control.issuing import insert_token, is_within
from myelin.control.pages import bad_argument, page_of
from myelin.control.principal import Principal
from myelin.control.rows import Row
from myelin.control.scopes import Scope, scope_of, scope_text
from myelin.control.token_text import new_token
from myelin.kernel.clock import format_time, parse_time

if TYPE_CHECKING:
    from myelin.contract.operations.create_token import CreateTokenArgs
    from myelin.contract.operations.list_tokens import ListTokensArgs
    from myelin.contract.operations.revoke_token import RevokeTokenArgs

_COLUMNS = "id, name, scope, brain, created_at, last_used_day, expires_at"


def list_tokens(control: Control, who: Principal, args: "ListTokensArgs") -> Mapping[str, object]:
    """Return the tokens and grants of the tenant that were not revoked, never their text.

    A principal of one brain sees the tokens of that brain alone.
    """
    with control.store.reading() as rows:
        grants = [_of_grant(each) for each in grants_of(rows, who.tenant)]
        found = rows.all(
            f"SELECT {_COLUMNS} FROM token WHERE tenant = ? AND revoked_at IS NULL"
            " AND (? IS NULL OR brain = ?) ORDER BY id",
            who.tenant,
            who.brain,
            who.brain,
        )
    listed = [_described(row) for row in found]
    listed += [each for each in grants if who.brain in (None, each.get("brain"))]
    listed.sort(key=lambda each: str(each["id"]))
    shown, more = page_of(listed, lambda each: str(each["id"]), args.cursor, args.limit)
    return {"tokens": shown, **more}


def create_token(control: Control, who: Principal, args: "CreateTokenArgs") -> Mapping[str, object]:
    """Create a token; its text is in this answer alone.

    Raises:
        ScopeMissing: it would do more, or live longer, than the principal's own.
        BrainUnknown, BrainShredded: there is no such brain.
        ArgumentInvalid: it would have expired already.
    """
    expires_at = None if args.expires_at is None else parse_time(args.expires_at)
    if expires_at is not None and expires_at <= control.now_ms:
        raise bad_argument("create_token", "expires_at", "lies in the past")
    if expires_at is None:
        expires_at = who.expires_at
    scope = scope_of(args.scope)
    token = new_token(control.machine.chance)
    with control.store.writing() as rows:
        brain = None
        if args.brain is not None:
            brain = brains.find(rows, who, args.brain, control.now_ms).id
        elif who.brain is not None:
            brain = who.brain
        if not is_within(who, scope, brain, expires_at):
            raise ScopeMissing(scope=scope_text(scope, brain))
        insert_token(
            rows,
            token,
            who.tenant,
            args.name,
            scope,
            brain=brain,
            now_ms=control.now_ms,
            expires_at=expires_at,
        )
        row = rows.one(f"SELECT {_COLUMNS} FROM token WHERE id = ?", token.id)
    assert row is not None
    return {"token": _described(row), "secret": token.text}


def revoke_token(control: Control, who: Principal, args: "RevokeTokenArgs") -> Mapping[str, object]:
    """Revoke a token or a grant of the tenant; the next request with it is refused.

    Raises:
        TokenUnknown: the tenant has no such token, or it was revoked before.
    """
    with control.store.writing() as rows:
        changed = rows.run(
            "UPDATE token SET revoked_at = ? WHERE tenant = ? AND id = ? AND revoked_at IS NULL"
            " AND (? IS NULL OR brain = ?)",
            control.now_ms,
            who.tenant,
            args.id,
            who.brain,
            who.brain,
        )
        if not changed and who.brain is None:
            changed = int(revoke_grant(rows, args.id, who.tenant, control.now_ms))
        if not changed:
            raise TokenUnknown()
    control.tell_revoked(args.id)
    control.store.forget_deleted()
    return {}


def _of_grant(grant: Grant) -> dict[str, object]:
    text: dict[str, object] = {
        "id": grant.id,
        "name": grant.client_name,
        "scope": grant.scope.word,
        "kind": "oauth",
        "client": grant.client_name,
        "created_at": format_time(grant.created_at),
        "carries_key": grant.carries_key,
    }
    if grant.brain is not None:
        text["brain"] = grant.brain
    if grant.last_used_day is not None:
        text["last_used_day"] = format_time(grant.last_used_day * DAY_MS)[:10]
    return text


def _described(row: Row) -> dict[str, object]:
    token, name, scope, brain, created_at, last_used_day, expires_at = row
    text: dict[str, object] = {
        "id": token,
        "name": name,
        "scope": Scope(scope).word,
        "kind": "pat",
        "created_at": format_time(created_at),
        "carries_key": False,
    }
    if brain is not None:
        text["brain"] = brain
    if last_used_day is not None:
        text["last_used_day"] = format_time(last_used_day * DAY_MS)[:10]
    if expires_at is not None:
        text["expires_at"] = format_time(expires_at)
    return text
