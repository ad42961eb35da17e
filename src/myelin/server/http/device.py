"""Device mode: one brain of this machine over HTTP, on loopback, for programs on the machine.

The token is made for one run and never stored. What the programs see is what may leave the device,
unless a person started it with all.
"""

from __future__ import annotations

import base64
import hmac
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import to_thread

from myelin.brains.shared import SharedBrain
from myelin.contract.errors import ListenRefused, TokenInvalid
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import Caller
from myelin.server.http import addresses, app, listener
from myelin.server.served import Client

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from myelin.config import Settings
    from myelin.engine.engine import Engine
    from myelin.kernel.ids import Chance
    from myelin.server.http.addresses import Address
    from myelin.server.http.headers import Headers
    from myelin.server.http.transport import Transport
    from myelin.server.served import ServedBrain

_TOKEN_BYTES = 32
NAME = "device"


def serve(
    settings: Callable[[], Settings],
    cwd: Path,
    *,
    listen: str,
    chance: Chance,
    is_local: bool,
    tell: Callable[[str, str], None],
) -> int:
    """Serve until a signal comes; `tell` gets the address of MCP and the token, once.

    Raises:
        ListenRefused: the address is not on loopback, or is taken.
    """
    address = addresses.parse(listen)
    if not address.is_loopback:
        raise ListenRefused(
            reason="device mode is for programs on this machine alone",
            suggestion=f"Listen on loopback, such as {addresses.DEFAULT_LISTEN}.",
        )
    bound, address = listener.bind(address)
    token = base64.urlsafe_b64encode(chance(_TOKEN_BYTES)).decode().rstrip("=")
    audience = Audience.LOCAL if is_local else Audience.REMOTE
    brain = SharedBrain(lambda: _open(settings, cwd, Caller(audience, Origin.HOST)))
    served = listener.server(application(address, token, brain))
    tell(f"http://{address}{app.MCP_PATH}", token)
    try:
        listener.run(served, bound)
    finally:
        brain.close()
    return 0


def application(address: Address, token: str, brain: ServedBrain, name: str = NAME) -> ASGIApp:
    """Return the application that serves one brain to whoever has a token.

    `name` stands for a client that gives itself none: over HTTP that is one of the handshake era.
    """
    return app.build(addresses.names_of(address, None), _OneToken(token, _Program(brain, name)))


def _open(settings: Callable[[], Settings], cwd: Path, caller: Caller) -> Engine:
    from myelin.brains.brain import find

    warn = logging.getLogger("myelin.server").warning
    return replace(find(settings(), cwd), notify=warn).open(caller)


class _OneToken:
    """The one token of a run; who has it asks the one brain."""

    def __init__(self, token: str, sender: _Program) -> None:
        self._token = token.encode()
        self._sender = sender

    trusts_proxy = False

    async def identify(self, token: str | None, _headers: Headers, _came: Transport) -> _Program:
        """Return the sender of a request.

        Raises:
            TokenInvalid: it has not the token of this run.
        """
        if token is None or not hmac.compare_digest(token.encode("utf-8", "replace"), self._token):
            raise TokenInvalid
        return self._sender

    def challenge(self, token: str | None, _host: str) -> str:
        """Return the value of WWW-Authenticate; no sign-in leads to this token."""
        return "Bearer" if token is None else 'Bearer error="invalid_token"'


class _Program:
    """A program on this machine that has the token."""

    def __init__(self, brain: ServedBrain, name: str) -> None:
        self._brain = brain
        self._name = name

    def client(self, version: str, name: str | None) -> Client:
        """Return the client for one request."""
        return Client(version, name or self._name, self._brain)

    async def run(self, run: Callable[[], Any], *, writes: bool) -> Any:  # noqa: ARG002
        """Return what a function returns in a thread."""
        return await to_thread.run_sync(run)

    def finish(self, endpoint: str, status: int, began_ms: int) -> None:
        """Do nothing: of a program on this machine no trail is kept."""
