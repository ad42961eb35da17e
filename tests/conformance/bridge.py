"""Streamable HTTP in front of a stdio server, so that the official suite can see it.

    python -m tests.conformance.bridge PORT COMMAND...

A handshake session has a process of its own; all requests of the modern era share one. The rules
that are HTTP's alone (headers, statuses) are answered here, by the MCP package's own check.
"""

import asyncio
import json
import sys
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import uvicorn
from mcp.shared.inbound import InboundLadderRejection, classify_inbound_request
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from myelin.server.protocol import HANDSHAKE_VERSIONS, SUBSCRIPTION_KEY

Line = dict[str, Any]
LOCAL = ("127.0.0.1", "localhost")
ANSWER_S = 30.0
REFUSED = (-32700, -32600, -32602, -32020, -32021, -32022)


class Child:
    """A stdio server: requests get ids of our own, and answers the client's own ids again."""

    def __init__(self) -> None:
        self._number = 0
        self._asked: dict[int, object] = {}
        self._open: dict[int, asyncio.Queue[Line | None]] = {}
        self._by_token: dict[object, int] = {}

    async def start(self, command: Sequence[str]) -> "Child":
        """Start the process and read it for as long as it runs."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, limit=1 << 26
        )
        self._reading = asyncio.create_task(self._read())
        return self

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one line."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def stream(self, request: Line) -> AsyncIterator[Line]:
        """Send a request, yield what belongs to it, its answer last; cancel it if left early."""
        self._number += 1
        number, own, done = self._number, asyncio.Queue[Line | None](), False
        self._asked[number], self._open[number] = request["id"], own
        token = ((request.get("params") or {}).get("_meta") or {}).get("progressToken")
        self._by_token[token] = number
        self.send({**request, "id": number})
        try:
            while (message := await asyncio.wait_for(own.get(), ANSWER_S)) is not None:
                yield message
            done = True
        except TimeoutError:
            return
        finally:
            self._open.pop(number, None)
            if not done:
                told = {"method": "notifications/cancelled", "params": {"requestId": number}}
                self.send({"jsonrpc": "2.0", **told})

    async def _read(self) -> None:
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            message = json.loads(line)
            if "method" in message:
                self._told(message)
            elif message.get("id") in self._open:
                own = self._open[message["id"]]
                message["id"] = self._asked[message["id"]]
                self._name_subscription(message.get("result"))
                own.put_nowait(message)
                own.put_nowait(None)

    def _told(self, message: Line) -> None:
        """Put a notification or a request of the server on the stream that it belongs to."""
        params = message.get("params") or {}
        subscription = (params.get("_meta") or {}).get(SUBSCRIPTION_KEY)
        number = self._by_token.get(params.get("progressToken"))
        if subscription is not None:
            number = subscription
            self._name_subscription(params)
        elif number is None or params.get("progressToken") is None:
            number = max(self._open, default=None)
        if number in self._open:
            self._open[number].put_nowait(message)

    def _name_subscription(self, holder: Any) -> None:
        meta = holder.get("_meta") if isinstance(holder, dict) else None
        if meta and SUBSCRIPTION_KEY in meta:
            meta[SUBSCRIPTION_KEY] = self._asked[meta[SUBSCRIPTION_KEY]]


class Bridge:
    """The one endpoint."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._sessions: dict[str, Child] = {}
        self._modern: Child | None = None

    async def answer(self, request: Request) -> Response:
        """Answer one HTTP request."""
        refused = _refused(request)
        if refused is not None:
            return refused
        try:
            message = json.loads(await request.body())
        except ValueError:
            return _error(None, -32700, "Parse error", None, 400)
        version = request.headers.get("mcp-protocol-version")
        is_handshake = version is None or version in HANDSHAKE_VERSIONS
        child, headers = await self._child(request, message, is_handshake=is_handshake)
        if child is None:
            return _error(message.get("id"), -32600, "Session not found", None, 404)
        if "id" not in message or "method" not in message:
            child.send(message)
            return Response(status_code=202)
        if not is_handshake:
            route = classify_inbound_request(
                {"method": message["method"], "params": message.get("params")},
                headers=dict(request.headers.items()),
            )
            if isinstance(route, InboundLadderRejection):
                status = _status(route.code)
                return _error(message["id"], route.code, route.message, route.data, status)
        return await _forwarded(child, message, headers, is_handshake=is_handshake)

    async def _child(
        self, request: Request, message: Line, *, is_handshake: bool
    ) -> tuple[Child | None, dict[str, str]]:
        if not is_handshake:
            self._modern = self._modern or await Child().start(self._command)
            return self._modern, {}
        if message.get("method") == "initialize":
            session = uuid.uuid4().hex
            self._sessions[session] = await Child().start(self._command)
            return self._sessions[session], {"mcp-session-id": session}
        return self._sessions.get(request.headers.get("mcp-session-id", "")), {}


async def _forwarded(
    child: Child, message: Line, headers: dict[str, str], *, is_handshake: bool
) -> Response:
    """Return the answer as JSON, or as a stream if something comes before it."""
    lines = child.stream(message)
    first = await anext(lines)
    if "method" not in first:
        code = (first.get("error") or {}).get("code", 0)
        async for _ in lines:
            """The end of the stream."""
        return JSONResponse(first, 200 if is_handshake else _status(code), headers=headers)

    async def events() -> AsyncIterator[str]:
        yield _event(first)
        async for line in lines:
            yield _event(line)

    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


def _event(message: Line) -> str:
    return f"event: message\ndata: {json.dumps(message)}\n\n"


def _refused(request: Request) -> Response | None:
    host = request.headers.get("host", "").split(":")[0]
    origin = request.headers.get("origin")
    if request.method != "POST":
        return Response(status_code=405, headers={"allow": "POST"})
    if host not in LOCAL:
        return Response(status_code=421)
    if origin and not origin.startswith(tuple(f"http://{name}" for name in LOCAL)):
        return Response(status_code=403)
    return None


def _status(code: int) -> int:
    return 404 if code == -32601 else 400 if code in REFUSED else 200


def _error(request_id: object, code: int, message: str, data: object, status: int) -> Response:
    error = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return JSONResponse({"jsonrpc": "2.0", "id": request_id, "error": error}, status)


def main() -> None:
    """Serve until the process is ended."""
    bridge = Bridge(sys.argv[2:])
    route = Route("/mcp", bridge.answer, methods=["POST", "GET", "DELETE"])
    uvicorn.run(Starlette(routes=[route]), port=int(sys.argv[1]), log_level="warning")


if __name__ == "__main__":
    main()
