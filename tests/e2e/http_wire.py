"""A real HTTP server on loopback, in this process or of its own, and a client that sees bytes."""

import contextlib
import http.client
import json
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from myelin.server.http import device, listener
from myelin.server.http.addresses import Address
from myelin.server.served import ServedBrain
from tests.e2e.mcp_wire import ENVELOPE

TOKEN = "a-token-of-the-tests"
MODERN = {"mcp-protocol-version": "2026-07-28"}
HANDSHAKE = {"mcp-protocol-version": "2025-11-25"}
WAIT_S = 30


@dataclass
class Answer:
    """A status, the headers by name in lower case, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> dict[str, Any]:
        """The body as a JSON object."""
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class HttpPeer:
    """A client of one address and token."""

    port: int
    token: str
    host: str = "127.0.0.1"
    tls: ssl.SSLContext | None = None
    extra: dict[str, str] = field(default_factory=dict)

    def send(
        self,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        *,
        method: str = "POST",
        path: str = "/mcp",
    ) -> Answer:
        """Send one request with the token, and return what came."""
        connection = self._connection()
        usual = {
            "authorization": f"Bearer {self.token}",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
        }
        sent = {**usual, **self.extra, **(headers or {})}
        try:
            connection.request(method, path, body, {k: v for k, v in sent.items() if v})
            came = connection.getresponse()
            named = {name.lower(): value for name, value in came.getheaders()}
            return Answer(came.status, named, came.read())
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        if self.tls is None:
            return http.client.HTTPConnection(self.host, self.port, timeout=WAIT_S)
        return http.client.HTTPSConnection(self.host, self.port, timeout=WAIT_S, context=self.tls)

    def ask(
        self, method: str, path: str, given: Mapping[str, Any] | None = None, **headers: str
    ) -> Answer:
        """Call an admin route with a JSON body, and return what came."""
        body = b"" if given is None else json.dumps(given).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send(body, named, method=method, path=path)

    def message(self, message: Mapping[str, Any], era: str = "handshake") -> dict[str, Any]:
        """Send one JSON-RPC message in an era, and return the answer."""
        whole = {"jsonrpc": "2.0", "id": 1, **message}
        headers = HANDSHAKE
        if era == "modern":
            whole["params"] = {**whole.get("params", {}), **ENVELOPE}
            headers = modern_headers(whole)
        return self.send(json.dumps(whole).encode(), headers).document

    def call(self, tool: str, arguments: Mapping[str, Any], era: str = "handshake") -> Any:
        """Call a tool and return its result."""
        params = {"name": tool, "arguments": arguments}
        return self.message({"method": "tools/call", "params": params}, era)["result"]


def modern_headers(message: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers that repeat parts of a message of the modern era."""
    params = message.get("params") or {}
    named = params.get("name") or params.get("uri")
    headers = {**MODERN, "mcp-method": str(message.get("method", ""))}
    return {**headers, "mcp-name": named} if isinstance(named, str) else headers


@contextlib.contextmanager
def in_process(brain: ServedBrain, name: str = device.NAME) -> Iterator[HttpPeer]:
    """Serve a brain from a thread of this process; `name` is that of a client without one."""
    bound, address = listener.bind(Address("127.0.0.1", 0))
    server = listener.server(device.application(address, TOKEN, brain, name))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    try:
        yield HttpPeer(address.port, TOKEN)
    finally:
        server.should_exit = True
        thread.join(WAIT_S)


@contextlib.contextmanager
def device_process(
    words: list[str], where: Path, environment: Mapping[str, str]
) -> Iterator[tuple[HttpPeer, subprocess.Popen[bytes]]]:
    """Run `myelin serve --http --device` and yield a client of it."""
    command = [sys.executable, "-m", "myelin", "serve", "--http", "--device"]
    process = subprocess.Popen(
        [*command, "--listen", "127.0.0.1:0", "--json", *words],
        cwd=where,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        yield HttpPeer(urlsplit(told["address"]).port or 0, told["token"]), process
    finally:
        process.kill()
        process.communicate()
