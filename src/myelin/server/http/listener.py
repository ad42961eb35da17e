"""The socket of an HTTP server, and running it until a signal ends it."""

from __future__ import annotations

import signal
import socket
import ssl
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import uvicorn

from myelin.contract.errors import ListenRefused
from myelin.server.http.addresses import Address

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_BACKLOG = 512
_KEEP_ALIVE_S = 65
_LEAVE_S = 10


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files of a TLS certificate and its key, in PEM."""

    chain: Path
    key: Path


def bind(address: Address) -> tuple[socket.socket, Address]:
    """Return a socket that is bound to an address, and the address with its real port.

    Raises:
        ListenRefused: another program has the address, or this machine has it not.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        bound = socket.create_server((address.host, address.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        raise ListenRefused(
            reason=f"nothing can listen there ({error.strerror})",
            suggestion="Choose another port with --listen, or end the program that has it.",
        ) from None
    return bound, Address(address.host, bound.getsockname()[1])


def server(app: ASGIApp, tls: TlsFiles | None = None) -> uvicorn.Server:
    """Return what serves an application: `run(sockets=[…])` until SIGINT or SIGTERM.

    Requests that have begun get ten seconds to end.

    Raises:
        ListenRefused: the certificate or its key cannot be used.
    """
    config = uvicorn.Config(
        app,
        loop=_loop(),
        http="httptools" if find_spec("httptools") else "h11",
        ws="none",
        lifespan="on",
        # The address of a client is judged by a stage of our own, which knows whom to believe.
        proxy_headers=False,
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_LEAVE_S,
        ssl_certfile=None if tls is None else tls.chain,
        ssl_keyfile=None if tls is None else str(tls.key),
    )
    try:
        config.load()
    except (OSError, ssl.SSLError):
        raise ListenRefused(
            reason="the certificate or its key cannot be used",
            suggestion="Give PEM files that belong together to --tls-cert and --tls-key.",
        ) from None
    return uvicorn.Server(config)


def run(served: uvicorn.Server, bound: socket.socket) -> None:
    """Serve on a socket until SIGINT or SIGTERM, and return so that the caller can clean up.

    uvicorn raises the signal once more when it has ended: SIGTERM would then end the process.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    served.run(sockets=[bound])


def _loop() -> Literal["uvloop", "asyncio"]:
    return "uvloop" if sys.platform != "win32" and find_spec("uvloop") else "asyncio"
