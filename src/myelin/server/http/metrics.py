"""Counts of a server's requests in the text format of Prometheus, on a listener of their own.

No name of a tenant, token or brain is in them, and no address: only endpoints of our own tables,
classes of outcomes, and where wrong tokens came from.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Literal

from myelin.contract.errors import ListenRefused

if TYPE_CHECKING:
    from myelin.server.http.addresses import Address

PATH = "/metrics"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_LIMITS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
AddressClass = Literal["loopback", "proxy", "other"]


class Metrics:
    """What a server counts. Threads may share it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._requests: Counter[tuple[str, str]] = Counter()
        self._failures: Counter[AddressClass] = Counter()
        self._times: Counter[float] = Counter()
        self._seconds = 0.0
        self._gauges: dict[str, tuple[str, Callable[[], int]]] = {}

    def request(self, endpoint: str, outcome: str, seconds: float) -> None:
        """Count a request that was authenticated."""
        with self._guard:
            self._requests[endpoint, outcome] += 1
            self._seconds += seconds
            self._times[next((one for one in _LIMITS_S if seconds <= one), float("inf"))] += 1

    def failure(self, came_from: AddressClass) -> None:
        """Count a request whose token was refused."""
        with self._guard:
            self._failures[came_from] += 1

    def gauge(self, name: str, meaning: str, value: Callable[[], int]) -> None:
        """Show a number that is asked for whenever somebody looks."""
        self._gauges[name] = (meaning, value)

    def text(self) -> str:
        """Return everything in the text format (version 0.0.4)."""
        with self._guard:
            return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from _head("myelin_requests_total", "counter", "Authenticated requests.")
        for (endpoint, outcome), count in sorted(self._requests.items()):
            labels = f'endpoint="{endpoint}",outcome="{outcome}"'
            yield f"myelin_requests_total{{{labels}}} {count}"
        yield from _head("myelin_refused_tokens_total", "counter", "Requests with a wrong token.")
        for came_from, count in sorted(self._failures.items()):
            yield f'myelin_refused_tokens_total{{from="{came_from}"}} {count}'
        name = "myelin_request_seconds"
        yield from _head(name, "histogram", "How long authenticated requests took.")
        total = 0
        for limit in _LIMITS_S:
            total += self._times[limit]
            yield f'{name}_bucket{{le="{limit}"}} {total}'
        total += self._times[float("inf")]
        yield f'{name}_bucket{{le="+Inf"}} {total}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {total}"
        for gauge, (meaning, value) in self._gauges.items():
            yield from _head(gauge, "gauge", meaning)
            yield f"{gauge} {value()}"


def serve(metrics: Metrics, address: Address) -> ThreadingHTTPServer:
    """Serve the text at `/metrics` in a thread, until the server that is returned is shut down.

    Raises:
        ListenRefused: the address is not on loopback, or is taken.
    """
    if not address.is_loopback:
        raise ListenRefused(
            reason="metrics are for programs on this machine alone",
            suggestion="Give --metrics an address on loopback, such as 127.0.0.1:9187.",
        )

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == PATH
            body = metrics.text().encode() if found else b""
            self.send_response_only(200 if found else 404)
            self.send_header("Content-Type", CONTENT_TYPE)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    try:
        server = ThreadingHTTPServer((address.host, address.port), Handler)
    except OSError as error:
        raise ListenRefused(
            reason=f"nothing can listen for metrics there ({error.strerror})",
            suggestion="Choose another port with --metrics.",
        ) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"
