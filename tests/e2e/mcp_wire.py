"""A client of the stdio server that sees every byte: for what a well-behaved client hides."""

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Self

ANSWER_S = 20.0
CLIENT = {"name": "wire", "version": "1"}
ENVELOPE = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": CLIENT,
    }
}


class WireClient:
    """A server process, what was sent to it, and every line that it wrote."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
        )
        self.lines: list[bytes] = []
        self.stderr = b""
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._early: list[dict[str, Any]] = []
        self._next_id = 0
        self._threads = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._drain)
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line)
            self._answers.put(json.loads(line))

    def _drain(self) -> None:
        assert self.process.stderr
        for chunk in self.process.stderr:
            self.stderr += chunk

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message."""
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def post(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Send a request and return its id without waiting for the answer."""
        self._next_id += 1
        message = {"id": self._next_id, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return self._next_id

    def next_answer(self, timeout_s: float = ANSWER_S) -> dict[str, Any]:
        """Return the next line of the server."""
        return self._answers.get(timeout=timeout_s)

    def answer_to(self, request_id: int | str, timeout_s: float = ANSWER_S) -> dict[str, Any]:
        """Return the answer to a request; answers to others are kept for their turn."""
        for early in self._early:
            if early.get("id") == request_id:
                self._early.remove(early)
                return early
        while True:
            answer = self.next_answer(timeout_s)
            if answer.get("id") == request_id:
                return answer
            self._early.append(answer)

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the answer to a request."""
        return self.answer_to(self.post(method, params))

    def initialize(self, version: str = "2025-11-25") -> dict[str, Any]:
        """Shake hands and return the result."""
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
        answer = self.request("initialize", params)
        self.send({"method": "notifications/initialized"})
        result: dict[str, Any] = answer["result"]
        return result

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the answer to a tool call of the handshake era."""
        return self.request("tools/call", {"name": tool, "arguments": arguments or {}})

    def end_input(self) -> None:
        """Close the server's standard input."""
        assert self.process.stdin
        self.process.stdin.close()

    def wait(self, timeout_s: float = ANSWER_S) -> int:
        """Return the exit code, with all of stdout and stderr read."""
        code = self.process.wait(timeout_s)
        for thread in self._threads:
            thread.join(timeout_s)
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        for thread in self._threads:
            thread.join(5)
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()
