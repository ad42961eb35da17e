"""The application of an HTTP server: `/mcp`, `/v1/health`, and 404 for everything else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from myelin.contract.errors import MethodRefused, RouteUnknown
from myelin.contract.version import VERSION
from myelin.kernel.errors import MyelinError
from myelin.server.http import origin, replies
from myelin.server.http.headers import Headers
from myelin.server.http.mcp import Endpoint

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from myelin.server.http.addresses import ServerNames
    from myelin.server.http.senders import Senders

MCP_PATH = "/mcp"
HEALTH_PATH = "/v1/health"


def build(names: ServerNames, senders: Senders, more: Sequence[BaseRoute] = ()) -> ASGIApp:
    """Return the application; `more` are routes that only one kind of server has."""
    endpoint = Endpoint(names, senders)

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        async with endpoint.running():
            yield

    app = Starlette(
        routes=[
            Route(MCP_PATH, endpoint, methods=None),
            Route(HEALTH_PATH, _Health(names), methods=None),
            *more,
        ],
        lifespan=running,
    )
    app.router.redirect_slashes = False
    app.router.default = _no_route
    return app


class _Health:
    """Says that the server is up, and nothing else."""

    def __init__(self, names: ServerNames) -> None:
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            origin.check(Headers(scope["headers"]), self._names)
            if scope["method"] != "GET":
                raise MethodRefused
        except MyelinError as error:
            allowed = {"allow": "GET"} if isinstance(error, MethodRefused) else {}
            await replies.for_route(error, allowed)(scope, receive, send)
            return
        answer = replies.document({"status": "ok", "version": VERSION})
        await answer(scope, receive, send)


async def _no_route(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await replies.for_route(RouteUnknown())(scope, receive, send)
