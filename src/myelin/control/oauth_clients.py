"""OAuth clients that registered themselves (RFC 7591), and when they are forgotten."""

import json
from dataclasses import dataclass

from myelin.contract.errors import RateLimited
from myelin.control.rows import ControlStore, Rows
from myelin.kernel.ids import encode_id, new_row_id
from myelin.kernel.machine import Machine

UNUSED_FOR_MS = 30 * 86_400_000
"""How long a client without a grant is kept after its last use of the authorization endpoint."""
CLIENTS_MAX = 10_000

_IS_UNUSED = (
    "NOT EXISTS (SELECT 1 FROM oauth_grant"
    " WHERE oauth_grant.client = oauth_client.id AND oauth_grant.revoked_at IS NULL)"
)


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """A program that may ask for a grant."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]
    created_at: int
    """In milliseconds since 1970."""


class OAuthClients:
    """The registered clients of a server."""

    def __init__(self, store: ControlStore, machine: Machine) -> None:
        self._store = store
        self._machine = machine

    def register(self, name: str, redirect_uris: tuple[str, ...]) -> OAuthClient:
        """Save and return a new client. The oldest unused one makes room for it if need be.

        Raises:
            RateLimited: there are 10,000 clients and each has a grant.
        """
        now_ms = self._machine.clock.now_ms()
        client_id = encode_id("cln", new_row_id(self._machine.chance))
        client = OAuthClient(client_id, name, redirect_uris, now_ms)
        with self._store.writing() as rows:
            _make_room(rows, now_ms)
            rows.run(
                "INSERT INTO oauth_client (id, name, redirect_uris, created_at, used_at)"
                " VALUES (?, ?, ?, ?, ?)",
                client.id,
                name,
                json.dumps(redirect_uris),
                now_ms,
                now_ms,
            )
        return client

    def find(self, client_id: str) -> OAuthClient | None:
        """Return a registered client that has not expired, or None."""
        with self._store.reading() as rows:
            row = rows.one(
                "SELECT id, name, redirect_uris, created_at FROM oauth_client"
                f" WHERE id = ? AND (used_at > ? OR NOT {_IS_UNUSED})",
                client_id,
                self._machine.clock.now_ms() - UNUSED_FOR_MS,
            )
        if row is None:
            return None
        return OAuthClient(row[0], row[1], tuple(json.loads(row[2])), row[3])

    def note_use(self, client_id: str) -> None:
        """Keep a client for another 30 days."""
        with self._store.writing(durable=False) as rows:
            rows.run(
                "UPDATE oauth_client SET used_at = ? WHERE id = ?",
                self._machine.clock.now_ms(),
                client_id,
            )


def _make_room(rows: Rows, now_ms: int) -> None:
    rows.run(
        f"DELETE FROM oauth_client WHERE used_at <= ? AND {_IS_UNUSED}", now_ms - UNUSED_FOR_MS
    )
    count = rows.one("SELECT count(*) FROM oauth_client")
    if count is not None and count[0] < CLIENTS_MAX:
        return
    removed = rows.run(
        "DELETE FROM oauth_client WHERE id = (SELECT id FROM oauth_client"
        f" WHERE {_IS_UNUSED} ORDER BY used_at, id LIMIT 1)"
    )
    if not removed:
        raise RateLimited(seconds=3600)
