"""Creating and revoking the tokens of a tenant, and the rows that both leave."""

from myelin.control.principal import Principal
from myelin.control.rows import Rows
from myelin.control.scopes import Scope
from myelin.control.token_text import NewToken


def insert_token(
    rows: Rows,
    token: NewToken,
    tenant: str,
    name: str,
    scope: Scope,
    *,
    brain: str | None,
    now_ms: int,
    expires_at: int | None,
) -> None:
    """Store a token that was just made; its text is in none of the columns."""
    rows.run(
        "INSERT INTO token (id, tenant, name, scope, brain, salt, hash, created_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        token.id,
        tenant,
        name,
        int(scope),
        brain,
        token.salt,
        token.hash,
        now_ms,
        expires_at,
    )


def is_within(who: Principal, scope: Scope, brain: str | None, expires_at: int | None) -> bool:
    """Return whether a new token may do no more, and lives no longer, than its creator's."""
    if scope > who.scope or (who.brain is not None and brain != who.brain):
        return False
    return who.expires_at is None or (expires_at is not None and expires_at <= who.expires_at)


def revoke_tokens_of_brain(rows: Rows, tenant: str, brain: str, now_ms: int) -> list[str]:
    """Revoke the tokens that name only this brain, and return their ids."""
    found = rows.all(
        "SELECT id FROM token WHERE tenant = ? AND brain = ? AND revoked_at IS NULL", tenant, brain
    )
    for (token,) in found:
        rows.run("UPDATE token SET revoked_at = ? WHERE id = ?", now_ms, token)
    return [str(token) for (token,) in found]
