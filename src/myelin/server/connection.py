"""The connection to one client: reads its lines, writes answers, ends within two seconds."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId

from myelin.server import messages
from myelin.server.descriptors import Wire, write_all
from myelin.server.eras import LeadingDiscover
from myelin.server.lines import read_lines
from myelin.server.mcp import notified

# Open requests of a client that closed its end are still answered for this long.
_ANSWER_S = 1.0
# After this time the process ends at once. A write that is interrupted is complete or absent.
_LEAVE_S = 1.5
_PARENT_POLL_S = 0.25
_IDLE_S = 5.0
# At this many open requests, reading pauses until one is answered.
_UNANSWERED_MAX = 256
_LISTEN = "subscriptions/listen"


class Connection:
    """The requests of one client, those without an answer yet, and the end of the connection."""

    def __init__(
        self,
        wire: Wire,
        parent_id: int,
        *,
        when_idle: Callable[[], Awaitable[None]],
        when_leaving: Callable[[], None],
    ) -> None:
        self._wire = wire
        self._parent_id = parent_id
        self._when_idle = when_idle
        self._when_leaving = when_leaving
        # Neither stream grows beyond the open requests, so neither needs a bound of its own.
        self._to_server, self._from_client = anyio.create_memory_object_stream[
            SessionMessage | Exception
        ](math.inf)
        self._to_client, self._answers = anyio.create_memory_object_stream[SessionMessage](math.inf)
        self._room = threading.Semaphore(_UNANSWERED_MAX)
        self._unanswered = 0
        # Open listening streams do not count as work.
        self._listening: set[RequestId] = set()
        self._received = 0
        self._settled = anyio.Event()
        self._leaving = anyio.Event()

    async def serve(self, server: Server[Any]) -> None:
        """Serve until the client closes its end, a signal asks to stop, or the parent is gone."""
        reader = threading.Thread(
            target=self._read, args=(anyio.lowlevel.current_token(),), name="wire", daemon=True
        )
        async with anyio.create_task_group() as writing:
            writing.start_soon(self._write)
            async with anyio.create_task_group() as watching, self._to_client:
                for watch in (self._leave_when_settled, self._watch_parent, self._watch_signals):
                    watching.start_soon(watch)
                watching.start_soon(self._watch_idleness)
                reader.start()
                await server.run(
                    LeadingDiscover(self._from_client, self._to_client, server),
                    self._to_client.clone(),
                    server.create_initialization_options(notified()),
                )
                watching.cancel_scope.cancel()

    def leave(self) -> None:
        """Stop reading requests, answer the open ones, then end. Further calls do nothing."""
        if not self._leaving.is_set():
            self._leaving.set()
            self._when_leaving()
            deadline = threading.Timer(_LEAVE_S, os._exit, args=(0,))
            deadline.daemon = True
            deadline.start()

    def _read(self, loop: anyio.lowlevel.EventLoopToken) -> None:
        """Read messages until the input ends, in a thread: a read cannot be cancelled."""
        try:
            for line in read_lines(partial(os.read, self._wire.input_fd)):
                message = messages.parse(line)
                if isinstance(message, JSONRPCRequest | JSONRPCError):
                    self._room.acquire()
                if message is not None:
                    anyio.from_thread.run_sync(self._receive, message, token=loop)
        except OSError:
            pass  # The terminal or pipe is gone: the same as the end of the input.
        except anyio.RunFinishedError:
            return
        with contextlib.suppress(anyio.RunFinishedError):
            anyio.from_thread.run_sync(self.leave, token=loop)

    def _receive(self, message: JSONRPCMessage) -> None:
        self._received += 1
        if self._leaving.is_set():
            return
        if isinstance(message, JSONRPCError):
            self._unanswered += 1
            self._to_client.send_nowait(SessionMessage(message))
        elif isinstance(message, JSONRPCRequest):
            self._unanswered += 1
            if message.method == _LISTEN:
                self._listening.add(message.id)
            settle = partial(self._settle_cancelled, message.id)
            cancelled = ServerMessageMetadata(on_request_unanswered=settle)
            self._to_server.send_nowait(SessionMessage(message, cancelled))
        else:
            self._to_server.send_nowait(SessionMessage(message))

    async def _write(self) -> None:
        # Its own limiter: tool calls that fill the pool must not delay answers.
        limiter = anyio.CapacityLimiter(1)
        async with self._answers:
            async for item in self._answers:
                line = messages.encode(item.message)
                try:
                    await anyio.to_thread.run_sync(
                        write_all, self._wire.output_fd, line, limiter=limiter
                    )
                except OSError:
                    self.leave()
                if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                    self._settle(item.message.id)

    async def _settle_cancelled(self, request_id: RequestId) -> None:
        self._settle(request_id)

    def _settle(self, request_id: RequestId | None) -> None:
        self._room.release()
        self._unanswered -= 1
        if request_id is not None:
            self._listening.discard(request_id)
        if self._unanswered == 0:
            self._settled.set()
            self._settled = anyio.Event()

    async def _leave_when_settled(self) -> None:
        await self._leaving.wait()
        with anyio.move_on_after(_ANSWER_S):
            while self._unanswered:
                await self._settled.wait()
        self._to_server.close()

    async def _watch_parent(self) -> None:
        # Not PR_SET_PDEATHSIG: that fires when the thread that started us ends, and hosts
        # start servers from threads.
        while True:
            if os.getppid() != self._parent_id:
                return self.leave()
            await anyio.sleep(_PARENT_POLL_S)

    async def _watch_signals(self) -> None:
        if sys.platform == "win32":
            return
        with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT, signal.SIGHUP) as received:
            async for _ in received:
                self.leave()

    async def _watch_idleness(self) -> None:
        while True:
            seen = self._received
            await anyio.sleep(_IDLE_S)
            if seen == self._received and self._unanswered <= len(self._listening):
                await self._when_idle()
