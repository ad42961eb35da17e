"""The table of answers behind two transports in one process, each on a brain of its own."""

import contextlib
import json
import os
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, TextIO

import anyio
from mcp.server.stdio import stdio_server

from myelin.brains.shared import SharedBrain
from myelin.server import answers, sdk, streams
from myelin.server.changes import WatchedBrain
from myelin.server.connection import Connection
from myelin.server.descriptors import Wire
from myelin.server.requests import Requests
from myelin.testing import FIXTURES, temporary_brain
from tests.e2e.mcp_wire import ENVELOPE
from tests.e2e.transport_frames import SHAKE

ANSWER_S = 20.0
Serve = Callable[[SharedBrain, int, int], None]


def ours(brain: SharedBrain, read_fd: int, write_fd: int) -> None:
    """Serve on the product's own transport."""
    table = {**answers.table(notifies=True), streams.LISTEN: streams.ROW}
    watched = WatchedBrain(brain, lambda: connection.notify(streams.PROMPTS))
    connection = Connection(
        Wire(read_fd, write_fd), os.getppid(), Requests(table, watched), when_idle=nothing,
        when_leaving=nothing,
    )  # fmt: skip
    connection.serve()


def nothing() -> None:
    """The process of the tests neither tends a brain nor ends."""


def the_package(brain: SharedBrain, read_fd: int, write_fd: int) -> None:
    """Serve on the stdio transport of the MCP package."""
    server = sdk.build(sdk.one_brain(brain))

    async def run(lines: TextIO, sink: TextIO) -> None:
        streams = anyio.wrap_file(lines), anyio.wrap_file(sink)
        async with stdio_server(*streams) as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())

    with (
        open(read_fd, encoding="utf-8", errors="replace") as lines,
        open(write_fd, "w", encoding="utf-8") as sink,
    ):
        anyio.run(run, lines, sink)


class Peer:
    """A served connection of one era: sends frames, and collects what comes back."""

    def __init__(self, write_fd: int, read_fd: int, era: str) -> None:
        self._write_fd = write_fd
        self._era = era
        self._lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self._number = 0
        self._early: list[dict[str, Any]] = []
        threading.Thread(target=self._read, args=(read_fd,), daemon=True).start()
        if era == "handshake":
            self._send({"id": "shake", "method": "initialize", "params": SHAKE})
            self._until("shake")
            self._send({"method": "notifications/initialized"})
        else:
            self._mark()

    def answer(self, line: bytes, request_id: object, *, wait: bool) -> dict[str, Any] | None:
        """Return the answer to a line, or None; `wait` says that one has to come."""
        os.write(self._write_fd, line)
        mark = self._mark()
        found = [m for m in mark if "method" not in m and m["id"] in (request_id, None)]
        if not found and request_id is not None:
            found = self._later(request_id, ANSWER_S if wait else 0.02)
        assert len(found) <= 1, found
        return found[0] if found else None

    def _later(self, request_id: object, timeout_s: float) -> list[dict[str, Any]]:
        with contextlib.suppress(queue.Empty):
            while (message := self._lines.get(timeout=timeout_s)).get("id") != request_id:
                """A notification, or the late answer to a line before."""
            return [message]
        return []

    def _mark(self) -> list[dict[str, Any]]:
        """Send a request that both answer, and return what came before its answer."""
        self._number += 1
        name = f"mark {self._number}"
        method = "ping" if self._era == "handshake" else "server/discover"
        params = {} if self._era == "handshake" else ENVELOPE
        self._send({"id": name, "method": method, "params": params})
        return self._until(name)

    def _until(self, request_id: str) -> list[dict[str, Any]]:
        before = []
        while (message := self._lines.get(timeout=ANSWER_S)).get("id") != request_id:
            before.append(message)
        assert "result" in message, message
        return before

    def _send(self, message: dict[str, Any]) -> None:
        os.write(self._write_fd, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def _read(self, read_fd: int) -> None:
        with open(read_fd, "rb") as lines:
            for line in lines:
                self._lines.put(json.loads(line))


@contextlib.contextmanager
def served(serve: Serve, era: str) -> Iterator[Peer]:
    """Serve a brain of a fixed seed to a peer."""
    with temporary_brain(seed=era) as made:
        engine = made.open()
        FIXTURES["starter_pack"](engine)
        engine.store.close()
        brain = SharedBrain(made.open)
        read_fd, write_fd = os.pipe()
        answers_fd, answering_fd = os.pipe()
        thread = threading.Thread(target=serve, args=(brain, read_fd, answering_fd), daemon=True)
        thread.start()
        try:
            yield Peer(write_fd, answers_fd, era)
        finally:
            os.close(write_fd)
            thread.join(ANSWER_S)
            brain.close()
