"""A server process of the crash tests, over its real pipes: calls, acknowledgements and a kill."""

import contextlib
import json
import os
import select
import subprocess
import sys
from typing import Any, Self

from tests.e2e.cli_shell import Shell

CALL_S = 60.0


class Served:
    """`myelin serve` of one brain; every acknowledged text is remembered here."""

    def __init__(self, shell: Shell) -> None:
        self.acknowledged: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "myelin", "serve"],
            cwd=shell.cwd, env=shell.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._id = 0
        self._rest = b""
        client = {"name": "crash", "version": "1"}
        self.ask(
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client},
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()

    def remember(self, text: str) -> bool:
        """Save a memory and return whether that was acknowledged."""
        given = {"content": text, "class": "note"}
        answer = self.ask("tools/call", {"name": "remember", "arguments": given})
        saved = answer is not None and not answer.get("result", {}).get("isError", True)
        if saved:
            self.acknowledged.append(text)
        return saved

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a request, or None if the server is gone."""
        self._id += 1
        try:
            self._send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
            while (message := self._read()) is not None:
                if message.get("id") == self._id:
                    return message
        except BrokenPipeError:
            pass
        return None

    def kill(self) -> None:
        """Kill the server at this instant; another thread may be waiting for an answer."""
        self._process.kill()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any] | None:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._rest:
            if not select.select([descriptor], [], [], CALL_S)[0]:
                raise TimeoutError
            data = os.read(descriptor, 65536)
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message
