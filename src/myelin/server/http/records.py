"""The admin routes of a server: `/v1`, from the request to the operation on its records.

The stages are host and origin, token, rate and size, scope, dispatch, audit. The first two and the
rate belong to a `Gate`, since they are the same for `/mcp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import iterate_in_threadpool
from starlette.responses import Response, StreamingResponse

from myelin.contract.errors import (
    HeaderInvalid,
    InternalError,
    MethodRefused,
    ScopeMissing,
    TokenInvalid,
)
from myelin.control import AuditRow, Ciphertext, calls, outcome_of, scope_of
from myelin.control.brains import id_of
from myelin.kernel.errors import MyelinError
from myelin.server.http import bearer, body, record_arguments, replies
from myelin.server.http.headers import KEY, META_KEY, Headers
from myelin.server.http.record_routes import methods_of, openapi, route_of
from myelin.surface.operations import OPERATIONS

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from myelin.control import Answer, Control, Principal
    from myelin.surface.routes import Route

OPENAPI_PATH = "/v1/openapi.json"
_PREFIX = "/v1/"
_ROUTES_AT_ONCE = 16


class Gate(Protocol):
    """The stages that every request of a server passes, whatever it asks for."""

    def enter(self, scope: Scope, headers: Headers) -> None:
        """Let a request in by its host, origin and transport.

        Raises:
            HostRefused, OriginRefused, KeyOverPlaintext: it may not enter.
        """

    def failed(self, scope: Scope, token: str | None) -> None:
        """Count a request whose token was refused.

        Raises:
            RateLimited: too many of them came.
        """

    def admit(self, who: Principal, *, writes: bool) -> None:
        """Count a request of a principal.

        Raises:
            RateLimited: its token sent too many.
        """


class Records:
    """An ASGI application for `/v1`, but for health."""

    def __init__(self, control: Control, gate: Gate) -> None:
        self._control = control
        self._gate = gate
        self._limiter = CapacityLimiter(_ROUTES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        more: dict[str, str] = {}
        try:
            headers = Headers(scope["headers"])
            self._gate.enter(scope, headers)
            response = await self._answered(scope, receive, headers)
        except body.Disconnected:
            return
        except MyelinError as error:
            if isinstance(error, MethodRefused):
                more["allow"] = ", ".join(methods_of(scope["path"]))
            elif isinstance(error, TokenInvalid):
                more["www-authenticate"] = "Bearer"
            elif (seconds := error.details.get("seconds")) is not None:
                more["retry-after"] = str(seconds)
            response = replies.for_route(error, more)
        await response(scope, receive, send)

    async def _answered(self, scope: Scope, receive: Receive, headers: Headers) -> Response:
        if scope["path"] == OPENAPI_PATH and scope["method"] == "GET":
            return Response(openapi(), media_type="application/json")
        route, in_path = route_of(scope["method"], scope["path"])
        for name in (KEY, META_KEY):
            # No route takes a key, and a key that is not asked for is better not sent.
            if headers.get(name) is not None:
                raise HeaderInvalid(header=name.decode("ascii"))
        who = await self._sender(scope, headers, route)
        started_s = self._control.machine.clock.monotonic_s()
        try:
            response = await self._for(scope, receive, headers, route, in_path, who)
        except MyelinError as error:
            await self._audit(route, in_path, who, error.http_status, started_s)
            raise
        except body.Disconnected:
            raise
        except Exception as error:
            await self._audit(route, in_path, who, 500, started_s)
            raise InternalError() from error
        await self._audit(route, in_path, who, response.status_code, started_s)
        return response

    async def _sender(self, scope: Scope, headers: Headers, route: Route) -> Principal:
        token = bearer.token_of(headers)
        try:
            if token is None:
                raise TokenInvalid
            who = await to_thread.run_sync(
                lambda: self._control.authenticate(token, to_pull=route.to_pull),
                limiter=self._limiter,
            )
            if who.kind != "pat":
                # A grant is for /mcp alone: its audience says so.
                if who.key is not None:
                    who.key[:] = bytes(len(who.key))
                raise TokenInvalid
        except TokenInvalid:
            self._gate.failed(scope, token)
            raise
        return who

    async def _for(
        self,
        scope: Scope,
        receive: Receive,
        headers: Headers,
        route: Route,
        in_path: dict[str, str],
        who: Principal,
    ) -> Response:
        self._gate.admit(who, writes=scope["method"] != "GET")
        if who.scope < scope_of(route.scope):
            raise ScopeMissing(scope=route.scope)
        assert route.operation is not None, f"{route.name} is bound to no operation"
        operation = OPERATIONS[route.operation]
        record_arguments.check_media(route, headers)
        content = await body.read(receive, headers, record_arguments.limit_bytes(route))
        arguments = record_arguments.collected(
            route, in_path, scope["query_string"], headers, content
        )
        raw = content if route.body == "bytes" else b""
        answer = await to_thread.run_sync(
            lambda: calls.call(self._control, who, operation, arguments, raw),
            limiter=self._limiter,
        )
        return _response(route, in_path, answer)

    async def _audit(
        self, route: Route, in_path: dict[str, str], who: Principal, status: int, started_s: float
    ) -> None:
        control = self._control
        took_ms = round((control.machine.clock.monotonic_s() - started_s) * 1000)

        def write() -> None:
            brain = None
            if "id" in in_path and route.path.startswith("/v1/brains/"):
                with control.store.reading() as rows:
                    brain = id_of(rows, who.tenant, in_path["id"])
            outcome = outcome_of(status)
            row = AuditRow(
                control.now_ms, who.tenant, who.token, brain, route.name, outcome, took_ms
            )
            control.audit(row)

        await to_thread.run_sync(write, limiter=self._limiter)


def _response(route: Route, in_path: dict[str, str], answer: Answer) -> Response:
    if isinstance(answer, Ciphertext):
        return _ciphertext(answer)
    headers: dict[str, str] = {}
    values = {**in_path, **answer}
    for name, template in route.answer_headers:
        try:
            headers[name] = template.format(**values)
        except KeyError:
            # Not every answer has the part: an open upload has no token yet.
            continue
    if route.answer == "none":
        return Response(status_code=route.status, headers=headers)
    response = replies.document(answer, route.status)
    response.headers.update(headers)
    return response


def _ciphertext(answer: Ciphertext) -> Response:
    headers = {
        "accept-ranges": "bytes",
        "content-length": str(answer.length),
        "etag": f'"{answer.etag}"',
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
    }
    if not answer.whole:
        last = answer.offset + answer.length - 1
        headers["content-range"] = f"bytes {answer.offset}-{last}/{answer.total}"
    return StreamingResponse(
        iterate_in_threadpool(answer.pieces),
        200 if answer.whole else 206,
        headers,
        media_type="application/octet-stream",
    )
