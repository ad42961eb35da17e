"""Who sent a request, as the stages after `identity` see it: the interface of device and server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from myelin.server.http.headers import Headers
    from myelin.server.served import Client


class Sender(Protocol):
    """Who sent a request; it is asked once, by the handler of the request."""

    def client(self, version: str, name: str | None) -> Client:
        """Return the client of the table of answers, for a protocol version and a client's name."""


class Senders(Protocol):
    """Knows who holds which token."""

    def identify(self, token: str | None, headers: Headers) -> Sender:
        """Return who sent a request.

        Raises:
            TokenInvalid: there is no such token.
            MyelinError: another reason that is answered before MCP sees the request.
        """

    def challenge(self, token: str | None) -> str:
        """Return the value of WWW-Authenticate for a request that was refused (RFC 6750)."""
