"""OAuth grants and their refresh tokens: opened, rotated and revoked, each by one transaction."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from myelin.control.rows import ControlStore, Row, Rows
from myelin.control.scopes import Scope
from myelin.kernel.machine import Machine

REFRESH_LIFETIME_MS = 30 * 86_400_000
GRACE_MS = 120_000
"""How long a retired refresh token is taken again: real hosts refresh from several processes."""
GRACE_USES = 10
ROW_SECRET_BYTES = 32
_DAY_MS = 86_400_000
_COLUMNS = (
    "id, tenant, user, client, client_name, scope, brain, carries_key, row_secret,"
    " created_at, last_used_day"
)

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Grant:
    """What a user allowed a client. A revoked grant is never returned."""

    id: str
    tenant: str
    user: str
    client: str
    client_name: str
    scope: Scope
    brain: str | None
    carries_key: bool
    row_secret: bytes | None = field(repr=False)
    """What the sealing of its key depends on; None without a key."""
    created_at: int
    last_used_day: int | None = None


@dataclass(frozen=True, slots=True)
class RefreshRecord:
    """A refresh token as it is stored: its id and the SHA-256 of its text."""

    id: str
    hash: bytes


def refresh_hash(text: str) -> bytes:
    """Return the hash of a refresh token; its 256 random bits make a fast one safe."""
    return hashlib.sha256(text.encode()).digest()


class Grants:
    """The grants of a server. Several threads and processes may use the same records."""

    def __init__(
        self, store: ControlStore, machine: Machine, tell_revoked: Callable[[str], None]
    ) -> None:
        """`tell_revoked` is called with the id of each grant that this process revokes."""
        self._store = store
        self._machine = machine
        self._tell_revoked = tell_revoked

    @property
    def _now_ms(self) -> int:
        return self._machine.clock.now_ms()

    def open(self, grant: Grant, refresh: RefreshRecord, verifier: bytes | None = None) -> bool:
        """Save a new grant with its first refresh token.

        `verifier` is the brain's at the consent for one brain. Returns False and saves nothing if
        the brain has another one now or is gone: a rekey would never revoke a grant that came late.
        """
        with self._store.writing() as rows:
            if grant.brain is not None:
                present = _verifier_of(rows, grant)
                if present is None or present != verifier:
                    return False
            rows.run(
                f"INSERT INTO oauth_grant ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                grant.id,
                grant.tenant,
                grant.user,
                grant.client,
                grant.client_name,
                int(grant.scope),
                grant.brain,
                int(grant.carries_key),
                grant.row_secret,
                grant.created_at,
                grant.last_used_day,
            )
            self._insert(rows, grant.id, refresh)
        return True

    def find(self, grant_id: str) -> Grant | None:
        """Return a grant that is in force: neither it nor its user is gone. Else None."""
        with self._store.reading() as rows:
            return _live(rows, grant_id)

    def note_use(self, grant: Grant) -> None:
        """Write the day of use, unless it is the day of the last use already."""
        day = self._now_ms // _DAY_MS
        if grant.last_used_day is None or grant.last_used_day < day:
            with self._store.writing(durable=False) as rows:
                rows.run("UPDATE oauth_grant SET last_used_day = ? WHERE id = ?", day, grant.id)

    def rotate(
        self,
        presented: RefreshRecord,
        client: str,
        succeed: Callable[[Grant], tuple[RefreshRecord, Made]],
    ) -> Made | None:
        """Retire a refresh token and return what `succeed` made for its grant, or None.

        `succeed` makes the successor and the answer inside the transaction: if it raises, the
        presented token is not retired. A retired token is taken again for 120 s, at most 10 times.
        Any later use of it revokes the grant. None means: unknown, expired, revoked, or reused.
        """
        reused: str | None = None
        made: Made | None = None
        with self._store.writing() as rows:
            if self._retire(rows, presented, client):
                grant = self._grant_of(rows, presented)
                if grant is not None:
                    record, made = succeed(grant)
                    self._insert(rows, grant.id, record)
                    rows.run(
                        "DELETE FROM refresh_token WHERE oauth_grant = ? AND expires_at <= ?",
                        grant.id,
                        self._now_ms,
                    )
            else:
                reused = self._reused(rows, presented, client)
                if reused is not None:
                    _revoke(rows, reused, self._now_ms)
        if reused is not None:
            self._store.forget_deleted()
            self._tell_revoked(reused)
        return made

    def grant_of_refresh(self, presented: RefreshRecord, client: str | None) -> str | None:
        """Return the grant of a refresh token, in force or retired, or None.

        With a client, a token of another one is not found.
        """
        with self._store.reading() as rows:
            row = _refresh_row(rows, presented, client)
        return None if row is None else str(row[0])

    def revoke(self, grant_id: str, tenant: str | None = None) -> bool:
        """Revoke a grant, and delete what its key was sealed with; return False if it was not live.

        With a tenant, a grant of another one is not found.
        """
        with self._store.writing() as rows:
            revoked = revoke_grant(rows, grant_id, tenant, self._now_ms)
        if revoked:
            self._store.forget_deleted()
            self._tell_revoked(grant_id)
        return revoked

    def _retire(self, rows: Rows, presented: RefreshRecord, client: str) -> bool:
        # One statement, so that a refresh and a revocation of the same grant have an order.
        now_ms = self._now_ms
        return (
            rows.run(
                "UPDATE refresh_token SET retired_at = coalesce(retired_at, ?), uses = uses + 1"
                " WHERE id = ? AND hash = ? AND expires_at > ?"
                " AND (retired_at IS NULL OR (retired_at > ? AND uses <= ?))"
                " AND EXISTS (SELECT 1 FROM oauth_grant WHERE client = ? AND revoked_at IS NULL"
                "  AND oauth_grant.id = refresh_token.oauth_grant)",
                now_ms,
                presented.id,
                presented.hash,
                now_ms,
                now_ms - GRACE_MS,
                GRACE_USES,
                client,
            )
            > 0
        )

    def _grant_of(self, rows: Rows, presented: RefreshRecord) -> Grant | None:
        row = rows.one("SELECT oauth_grant FROM refresh_token WHERE id = ?", presented.id)
        return None if row is None else _live(rows, row[0])

    def _reused(self, rows: Rows, presented: RefreshRecord, client: str) -> str | None:
        """Return the live grant that a retired refresh token belonged to, if that is its fault."""
        row = _refresh_row(rows, presented, client)
        if row is None or row[1] is None or row[2] <= self._now_ms or row[3] is not None:
            return None
        return str(row[0])

    def _insert(self, rows: Rows, grant_id: str, record: RefreshRecord) -> None:
        rows.run(
            "INSERT INTO refresh_token (id, oauth_grant, hash, created_at, expires_at)"
            " VALUES (?, ?, ?, ?, ?)",
            record.id,
            grant_id,
            record.hash,
            self._now_ms,
            self._now_ms + REFRESH_LIFETIME_MS,
        )


def revoke_grant(rows: Rows, grant_id: str, tenant: str | None, now_ms: int) -> bool:
    """Revoke a grant inside a transaction; return False if it is not live or of another tenant.

    The caller tells the listeners of `Control.on_revoked` after the transaction.
    """
    row = rows.one(
        "SELECT 1 FROM oauth_grant WHERE id = ? AND (? IS NULL OR tenant = ?)"
        " AND revoked_at IS NULL",
        grant_id,
        tenant,
        tenant,
    )
    if row is None:
        return False
    _revoke(rows, grant_id, now_ms)
    return True


def revoke_of_brain(
    rows: Rows, tenant: str, brain: str, now_ms: int, *, with_key_only: bool
) -> list[str]:
    """Revoke the grants for one brain inside a transaction, and return their ids.

    After a rekey those that carry a key of the brain go (`with_key_only`); after a shred all.
    """
    found = rows.all(
        "SELECT id FROM oauth_grant WHERE tenant = ? AND brain = ? AND revoked_at IS NULL"
        " AND (carries_key OR NOT ?)",
        tenant,
        brain,
        int(with_key_only),
    )
    for (grant_id,) in found:
        _revoke(rows, grant_id, now_ms)
    return [str(grant_id) for (grant_id,) in found]


def revoke_of_user(rows: Rows, user: str, now_ms: int) -> list[str]:
    """Revoke the grants that a user gave, inside a transaction, and return their ids."""
    found = rows.all("SELECT id FROM oauth_grant WHERE user = ? AND revoked_at IS NULL", user)
    for (grant_id,) in found:
        _revoke(rows, grant_id, now_ms)
    return [str(grant_id) for (grant_id,) in found]


def revoke_all(rows: Rows, now_ms: int) -> None:
    """Revoke every grant and delete every sign-in code, inside a transaction.

    For a restored backup: what was revoked after the backup must not come back to life.
    """
    rows.run(
        "UPDATE oauth_grant SET revoked_at = ?, row_secret = NULL WHERE revoked_at IS NULL", now_ms
    )
    rows.run("DELETE FROM signin_code")


def grants_of(rows: Rows, tenant: str) -> list[Grant]:
    """Return the live grants of a tenant, the oldest first."""
    found = rows.all(
        f"SELECT {_COLUMNS} FROM oauth_grant WHERE tenant = ? AND revoked_at IS NULL"
        " ORDER BY created_at, id",
        tenant,
    )
    return [_grant(row) for row in found]


def _verifier_of(rows: Rows, grant: Grant) -> bytes | None:
    row = rows.one(
        "SELECT verifier FROM brain WHERE tenant = ? AND id = ? AND shredded_at IS NULL",
        grant.tenant,
        grant.brain,
    )
    return None if row is None else row[0]


def _live(rows: Rows, grant_id: str) -> Grant | None:
    row = rows.one(
        f"SELECT {_COLUMNS} FROM oauth_grant WHERE id = ? AND revoked_at IS NULL"
        " AND EXISTS (SELECT 1 FROM user WHERE user.id = oauth_grant.user"
        "  AND user.tenant = oauth_grant.tenant)",
        grant_id,
    )
    return None if row is None else _grant(row)


def _grant(row: Row) -> Grant:
    id_, tenant, user, client, name, scope, brain, carries_key, secret, created, day = row
    return Grant(
        id_,
        tenant,
        user,
        client,
        name,
        Scope(scope),
        brain,
        bool(carries_key),
        secret,
        created,
        day,
    )


def _refresh_row(rows: Rows, presented: RefreshRecord, client: str | None) -> Row | None:
    """Return (grant, retired_at, expires_at, revoked_at) of a refresh token with that very text."""
    row = rows.one(
        "SELECT oauth_grant, retired_at, expires_at, revoked_at, hash FROM refresh_token"
        " JOIN oauth_grant ON oauth_grant.id = refresh_token.oauth_grant WHERE refresh_token.id = ?"
        " AND (? IS NULL OR client = ?)",
        presented.id,
        client,
        client,
    )
    if row is None or not hmac.compare_digest(row[4], presented.hash):
        return None
    return row


def _revoke(rows: Rows, grant_id: str, now_ms: int) -> None:
    rows.run(
        "UPDATE oauth_grant SET revoked_at = ?, row_secret = NULL WHERE id = ?", now_ms, grant_id
    )
