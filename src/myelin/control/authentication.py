"""Who sent a request: the principal of a token's text, looked up at every request."""

from dataclasses import replace

from myelin.contract.errors import TenantSuspended, TokenInvalid
from myelin.control.audit_trail import DAY_MS
from myelin.control.principal import Principal
from myelin.control.rows import ControlStore
from myelin.control.scopes import Scope
from myelin.control.token_text import matches, token_id_of

PULL_AFTER_EXPIRY_MS = 7 * DAY_MS
"""How long an expired token, unlike a revoked one, may still list and pull."""


def authenticate(store: ControlStore, text: str) -> tuple[Principal, int | None]:
    """Return the principal of a personal access token, and the day that it was last used.

    The principal may have expired, and its tenant may be suspended: see `admit`. An unknown id
    costs the same statement and the same hash as a wrong secret.

    Raises:
        TokenInvalid: the text is no token, or the token is unknown, wrong or revoked.
    """
    token_id = token_id_of(text)
    if token_id is None:
        raise TokenInvalid()
    with store.reading() as rows:
        row = rows.one(
            "SELECT tenant, name, scope, brain, expires_at, last_used_day, revoked_at, salt, hash"
            " FROM token WHERE id = ?",
            token_id,
        )
    salt, expected = (None, None) if row is None else (row[7], row[8])
    if not matches(text, salt, expected) or row is None or row[6] is not None:
        raise TokenInvalid()
    tenant, name, scope, brain, expires_at, last_used_day = row[:6]
    return (
        Principal(tenant, token_id, name, Scope(scope), brain, expires_at=expires_at),
        last_used_day,
    )


def admit(store: ControlStore, who: Principal, now_ms: int, *, to_pull: bool) -> Principal:
    """Return the principal with the rights that it has now.

    With `to_pull` a suspended tenant and a token that expired less than 7 days ago may go on, to
    list and pull their brains; an expired token then reads at most.

    Raises:
        TokenInvalid: the token expired.
        TenantSuspended: the tenant is suspended.
    """
    if who.expires_at is not None and now_ms >= who.expires_at:
        if not to_pull or now_ms >= who.expires_at + PULL_AFTER_EXPIRY_MS:
            raise TokenInvalid()
        who = replace(who, scope=Scope.READ)
    with store.reading() as rows:
        row = rows.one("SELECT suspended_at FROM tenant WHERE id = ?", who.tenant)
    if row is None:
        raise TokenInvalid()
    if row[0] is not None and not to_pull:
        raise TenantSuspended()
    return who


def note_use(store: ControlStore, who: Principal, last_used_day: int | None, now_ms: int) -> None:
    """Write the day of use of a token, if it is not the day of its last use already."""
    day = now_ms // DAY_MS
    if last_used_day is None or last_used_day < day:
        with store.writing(durable=False) as rows:
            rows.run("UPDATE token SET last_used_day = ? WHERE id = ?", day, who.token)
