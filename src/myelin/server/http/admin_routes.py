"""The admin routes of `/v1`: each one of the spec, through the stages, to its operation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from anyio import to_thread
from starlette.concurrency import iterate_in_threadpool
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as StarletteRoute

from myelin.contract.errors import (
    ArgumentInvalid,
    HeaderInvalid,
    LengthRequired,
    MediaRefused,
    MethodRefused,
    ScopeMissing,
    TokenInvalid,
)
from myelin.control import Ciphertext, Scope, calls
from myelin.kernel.errors import MyelinError
from myelin.server.http import bearer, body, origin, replies
from myelin.server.http.headers import KEY, META_KEY, Headers
from myelin.server.http.transport import transport_of
from myelin.surface.operations import OPERATIONS
from myelin.surface.routes import ROUTES, Route

if TYPE_CHECKING:
    from starlette.types import Receive, Send
    from starlette.types import Scope as AsgiScope

    from myelin.server.http.addresses import ServerNames
    from myelin.server.http.tenants import Tenants, TenantSender

JSON_BYTES_MAX = 64 << 10
PART_BYTES_MAX = 4 << 20
_SCOPES = {"read": Scope.READ, "write": Scope.WRITE, "admin": Scope.ADMIN}


def routes(tenants: Tenants, names: ServerNames) -> list[StarletteRoute]:
    """Return the routes that are served."""
    by_path: dict[str, dict[str, Route]] = {}
    for route in ROUTES.values():
        if route.served and route.operation is not None:
            by_path.setdefault(route.path, {})[route.method] = route
    return [
        StarletteRoute(path, _Path(methods, tenants, names), methods=None)
        for path, methods in by_path.items()
    ]


class _Path:
    """One path with the routes of its methods."""

    def __init__(self, methods: Mapping[str, Route], tenants: Tenants, names: ServerNames) -> None:
        self._methods = methods
        self._tenants = tenants
        self._names = names

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        route = self._methods.get(scope["method"])
        control = self._tenants.control
        began_ms = control.now_ms
        sender: TenantSender | None = None
        token: str | None = None
        try:
            headers = Headers(scope["headers"])
            origin.check(headers, self._names)
            if route is None:
                raise MethodRefused
            if headers.get(KEY) is not None or headers.get(META_KEY) is not None:
                raise HeaderInvalid(header=KEY.decode())
            token = bearer.token_of(headers)
            came = transport_of(scope, headers, trusts_proxy=self._tenants.trusts_proxy)
            sender = await self._tenants.identify(token, headers, came, to_pull=route.to_pull)
            if sender.principal.kind != "pat":
                # A connector's token is for MCP alone.
                raise TokenInvalid
            arguments, content = await _asked(route, scope, receive, headers)
            if sender.principal.scope < _SCOPES[route.scope]:
                raise ScopeMissing(scope=route.scope)
            sender.brain_id = str(arguments["id"]) if "/brains/" in route.path else None
            answer = await self._answer(route, sender, arguments, content)
        except body.Disconnected:
            return
        except MyelinError as error:
            answer = replies.for_route(error, self._told(error, token))
        if sender is not None:
            name = "unknown" if route is None else route.name
            await to_thread.run_sync(sender.finish, name, answer.status_code, began_ms)
        await answer(scope, receive, send)

    async def _answer(
        self, route: Route, sender: TenantSender, arguments: Mapping[str, Any], content: bytes
    ) -> Response:
        assert route.operation is not None
        operation = OPERATIONS[route.operation]
        made = await to_thread.run_sync(
            lambda: calls.call(
                self._tenants.control, sender.principal, operation, arguments, content
            )
        )
        if isinstance(made, Ciphertext):
            return _streamed(made)
        known = {**arguments, **made}
        told = {name: template.format(**known) for name, template in route.answer_headers}
        if route.answer == "none":
            return Response(status_code=route.status, headers=told)
        return replies.document(made, route.status, told)

    def _told(self, error: MyelinError, token: str | None) -> dict[str, str]:
        if isinstance(error, TokenInvalid):
            return {"www-authenticate": self._tenants.challenge(token)}
        if isinstance(error, MethodRefused):
            return {"allow": ", ".join(sorted(self._methods))}
        return replies.headers_of(error)


async def _asked(
    route: Route, scope: AsgiScope, receive: Receive, headers: Headers
) -> tuple[dict[str, Any], bytes]:
    """Return the arguments of a request, and its raw content where the route takes one."""
    arguments: dict[str, Any] = dict(scope["path_params"])
    arguments |= _query(scope["query_string"])
    for name, header in route.request_headers:
        value = headers.get(header.lower().encode())
        if value is not None:
            arguments[name] = value
    if route.body == "bytes":
        if headers.get(b"content-length") is None:
            raise LengthRequired
        return arguments, await body.read(receive, headers, PART_BYTES_MAX)
    whole = await body.read(receive, headers, JSON_BYTES_MAX)
    if route.body == "json" and whole:
        kind = (headers.get(b"content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise MediaRefused(expected="application/json")
        arguments |= _object(whole)
    return arguments, b""


def _query(raw: bytes) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in parse_qsl(raw.decode("latin-1"), keep_blank_values=True):
        found[name] = int(value) if value.isdecimal() and len(value) < 19 else value
    return found


def _object(whole: bytes) -> dict[str, Any]:
    try:
        value = json.loads(whole.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        problem = {"path": "", "rule": "json", "message": "the body is no JSON object"}
        raise ArgumentInvalid(count=1, tool="the request", details={"problems": [problem]})
    return value


def _refuse(name: str) -> object:
    raise ValueError(name)


def _streamed(made: Ciphertext) -> Response:
    headers = {
        "accept-ranges": "bytes",
        "cache-control": "no-store",
        "content-length": str(made.length),
        "etag": f'"{made.etag}"',
    }
    if not made.whole:
        last = made.offset + made.length - 1
        headers["content-range"] = f"bytes {made.offset}-{last}/{made.total}"
    pieces: Iterator[bytes] = made.pieces
    return StreamingResponse(
        iterate_in_threadpool(pieces),
        200 if made.whole else 206,
        headers,
        media_type="application/octet-stream",
    )
