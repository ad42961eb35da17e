"""Clients that ask `server/discover` first and shake hands afterwards, on one connection.

The package fixes the protocol era by the first request. Some hosts probe the modern era and
then send `initialize`, which it would refuse. So leading probes are answered here, and the
first other request decides.
"""

from __future__ import annotations

import contextvars
from types import TracebackType
from typing import Any, Self

import anyio
from mcp.server.lowlevel import Server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.inbound import InboundLadderRejection, classify_inbound_request
from mcp.shared.message import SessionMessage
from mcp_types import (
    DiscoverResult,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCRequest,
    JSONRPCResponse,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

_SERVER_INFO = "io.modelcontextprotocol/serverInfo"


class LeadingDiscover:
    """The messages of a client without its leading `server/discover` requests, answered here."""

    def __init__(
        self,
        incoming: ReadStream[SessionMessage | Exception],
        outgoing: WriteStream[SessionMessage],
        server: Server[Any],
    ) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._server = server
        self._leading = True

    @property
    def last_context(self) -> contextvars.Context | None:
        """The context that the sender of the last message ran in; the package asks for it."""
        return getattr(self._incoming, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message that is not a leading probe."""
        while True:
            item = await self._incoming.receive()
            message = item.message if isinstance(item, SessionMessage) else None
            if not self._leading or not isinstance(message, JSONRPCRequest):
                return item
            if message.method != "server/discover" or "_meta" not in (message.params or {}):
                self._leading = False
                return item
            await self._outgoing.send(SessionMessage(self._discovered(message)))

    def _discovered(self, request: JSONRPCRequest) -> JSONRPCMessage:
        route = classify_inbound_request({"method": request.method, "params": request.params})
        if isinstance(route, InboundLadderRejection):
            error = ErrorData(code=route.code, message=route.message, data=route.data)
            return JSONRPCError(jsonrpc="2.0", id=request.id, error=error)
        result = DiscoverResult(
            supported_versions=list(MODERN_PROTOCOL_VERSIONS),
            capabilities=self._server.get_capabilities(protocol_version=route.protocol_version),
            instructions=self._server.instructions,
        ).model_dump(by_alias=True, mode="json", exclude_none=True)
        result["_meta"] = {_SERVER_INFO: self._server.server_info_stamp}
        return JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result)

    async def aclose(self) -> None:
        """Close the stream of the client's messages."""
        await self._incoming.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
