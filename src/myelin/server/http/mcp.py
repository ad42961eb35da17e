"""The endpoint of MCP: the stages of a request, then the SDK's manager of its era.

Each request stands for itself: no session is kept, none can be resumed, and nothing is sent that
was not asked for. The eras are those of the header `MCP-Protocol-Version`.
"""

from __future__ import annotations

import codecs
from collections.abc import AsyncIterator, MutableMapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from anyio import CancelScope, to_thread
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from myelin.contract.errors import HeaderInvalid, MethodRefused, TokenInvalid
from myelin.kernel.clock import Clock, SystemClock
from myelin.kernel.errors import MyelinError
from myelin.server import answers, messages, sdk
from myelin.server.http import bearer, body, origin, replies
from myelin.server.http.headers import Headers, without_secrets
from myelin.server.http.replies import headers_of
from myelin.server.http.transport import transport_of
from myelin.server.lines import LINE_BYTES_MAX
from myelin.server.protocol import HANDSHAKE_VERSIONS
from myelin.surface.tools import TOOLS

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from myelin.server.http.addresses import ServerNames
    from myelin.server.http.senders import Sender, Senders
    from myelin.server.served import Client

BODY_BYTES_MAX = LINE_BYTES_MAX
"""What one line may have on stdio."""
UNKNOWN = "unknown"
_SENDER = "myelin.sender"
_CLOCK = SystemClock()
_VERSION = b"mcp-protocol-version"


class Endpoint:
    """An ASGI application for `/mcp`."""

    def __init__(self, names: ServerNames, senders: Senders, clock: Clock = _CLOCK) -> None:
        """Serve those that `senders` knows, under the names of this server."""
        self._clock = clock
        self._names = names
        self._senders = senders
        server = sdk.build(_client_of, answers.table(), _in_thread)
        # The handshake era gets JSON alone; the modern one a stream where an answer takes long.
        self._handshake = _manager(server, json_response=True)
        self._modern = _manager(server, json_response=False)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve for the block."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._handshake.run())
            await stack.enter_async_context(self._modern.run())
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        began_ms = self._clock.now_ms()
        token: str | None = None
        sender: Sender | None = None
        status, endpoint = 500, UNKNOWN

        async def watched(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            if scope["method"] != "POST":
                raise MethodRefused
            headers = Headers(scope["headers"])
            origin.check(headers, self._names)
            if scope["query_string"]:
                # A token in an address would stand in logs and histories.
                raise HeaderInvalid(header="query")
            token = bearer.token_of(headers)
            came = transport_of(scope, headers, trusts_proxy=self._senders.trusts_proxy)
            sender = await self._senders.identify(token, headers, came)
            whole = await body.read(receive, headers, BODY_BYTES_MAX)
            message = messages.parse(whole)
            endpoint = _endpoint(message)
            await self._handed_on(message, whole, scope, headers, sender, receive, watched)
        except body.Disconnected:
            return
        except MyelinError as error:
            await replies.for_mcp(error, self._told(error, token, scope))(scope, receive, watched)
        finally:
            if sender is not None:
                with CancelScope(shield=True):
                    await to_thread.run_sync(sender.finish, endpoint, status, began_ms)

    async def _handed_on(
        self,
        message: messages.Message | None,
        whole: bytes,
        scope: Scope,
        headers: Headers,
        sender: Sender,
        receive: Receive,
        send: Send,
    ) -> None:
        if isinstance(message, messages.Refused):
            await replies.for_unreadable(message)(scope, receive, send)
            return
        handed = _without_secrets(scope, headers, sender)
        version = headers.get(_VERSION)
        is_handshake = version is None or version in HANDSHAKE_VERSIONS
        manager = self._handshake if is_handshake else self._modern
        whole = whole.removeprefix(codecs.BOM_UTF8)
        await manager.asgi_app(handed, body.again(whole, receive), send)

    def _told(self, error: MyelinError, token: str | None, scope: Scope) -> dict[str, str]:
        if isinstance(error, TokenInvalid):
            host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            return {"www-authenticate": self._senders.challenge(token, host)}
        return {"allow": "POST"} if isinstance(error, MethodRefused) else headers_of(error)


def _endpoint(message: messages.Message | None) -> str:
    """Return the name of a method or tool of our own tables, or `unknown`."""
    if not isinstance(message, messages.RequestLine):
        return UNKNOWN
    name = (message.params or {}).get("name")
    if message.method == "tools/call":
        return name if isinstance(name, str) and name in TOOLS else UNKNOWN
    return message.method if message.method in answers.table() else UNKNOWN


def _manager(server: Any, *, json_response: bool) -> StreamableHTTPSessionManager:
    return StreamableHTTPSessionManager(
        server, json_response=json_response, stateless=True, max_request_body_size=BODY_BYTES_MAX
    )


def _without_secrets(scope: Scope, headers: Headers, sender: Sender) -> MutableMapping[str, Any]:
    """Return the request as the SDK sees it: without keys and tokens, but with its sender."""
    raw = without_secrets(scope["headers"])
    if headers.get(b"accept") is None:
        # RFC 9110, section 12.5.1: who sends no Accept takes everything.
        raw.append((b"accept", b"*/*"))
    return {**scope, "headers": raw, _SENDER: sender}


async def _in_thread(context: sdk.Context, run: sdk.Run, writes: bool) -> dict[str, Any]:
    sender: Sender = context.request.scope[_SENDER]
    found: dict[str, Any] = await sender.run(run, writes=writes)
    return found


def _client_of(context: sdk.Context) -> Client:
    sender: Sender = context.request.scope[_SENDER]
    told = context.session.client_params
    name = None if told is None else told.client_info.name
    return sender.client(context.protocol_version, name)
