"""The stages of a tenant's request to the admin routes: the same that requests to `/mcp` pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from myelin.server.http import origin, transport
from myelin.server.http.headers import Headers
from myelin.server.http.transport import transport_of

if TYPE_CHECKING:
    from starlette.types import Scope

    from myelin.control import Principal
    from myelin.server.http.addresses import ServerNames
    from myelin.server.http.tenants import Tenants
    from myelin.server.http.transport import Transport


class TenantGate:
    """Lets requests in that are meant for this server, and counts those of each token."""

    def __init__(self, tenants: Tenants, names: ServerNames) -> None:
        self._tenants = tenants
        self._names = names

    def enter(self, scope: Scope, headers: Headers) -> None:
        """Let a request in by its host, origin and transport.

        Raises:
            HostRefused, OriginRefused, KeyOverPlaintext: it may not enter.
        """
        origin.check(headers, self._names)
        transport.check(headers, self._came(scope, headers))

    def failed(self, scope: Scope, token: str | None) -> None:
        """Count a request whose token was refused.

        Raises:
            RateLimited: too many of them came.
        """
        came = transport_of(
            scope, Headers(scope["headers"]), trusts_proxy=self._tenants.trusts_proxy
        )
        self._tenants.count_failure(token, came)

    def admit(self, who: Principal, *, writes: bool) -> None:
        """Count a request of a principal.

        Raises:
            RateLimited: its token sent too many.
        """
        self._tenants.count(who, writes=writes)

    def _came(self, scope: Scope, headers: Headers) -> Transport:
        return transport_of(scope, headers, trusts_proxy=self._tenants.trusts_proxy)
