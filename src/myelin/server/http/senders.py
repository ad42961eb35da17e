"""Who sent a request, as the stages after `identity` see it: the interface of device and server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from myelin.server.http.headers import Headers
    from myelin.server.http.transport import Transport
    from myelin.server.served import Client


class Sender(Protocol):
    """Who sent a request; it is asked once, by the handler of the request."""

    def client(self, version: str, name: str | None) -> Client:
        """Return the client of the table of answers, for a protocol version and a client's name."""

    async def run(self, run: Callable[[], Any], *, writes: bool) -> Any:
        """Return what a function returns in a thread.

        Raises:
            BrainBusy: none was free in time.
        """

    def finish(self, endpoint: str, status: int, began_ms: int) -> None:
        """Note that the request is over: which endpoint of ours, with which HTTP status."""


class Senders(Protocol):
    """Knows who holds which token."""

    trusts_proxy: bool
    """Whether a proxy on this machine says how a request came."""

    async def identify(self, token: str | None, headers: Headers, came: Transport) -> Sender:
        """Return who sent a request.

        Raises:
            TokenInvalid: there is no such token.
            MyelinError: another reason that is answered before MCP sees the request.
        """

    def challenge(self, token: str | None, host: str) -> str:
        """Return the value of WWW-Authenticate for a request that was refused (RFC 6750)."""
