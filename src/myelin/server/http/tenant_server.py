"""`myelin serve --http`: the server of many tenants. It holds ciphertext, and no key at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.routing import BaseRoute, Mount

from myelin.contract.errors import KeyOverPlaintext, ListenRefused, PathRefused
from myelin.control import Control, starting
from myelin.server.http import addresses, app, listener, metrics
from myelin.server.http.gate import TenantGate
from myelin.server.http.headers import Headers
from myelin.server.http.records import Records
from myelin.server.http.tenants import Tenants
from myelin.server.http.transport import transport_of
from myelin.server.oauth import open_oauth, routes

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from myelin.kernel.machine import Machine
    from myelin.server.http.addresses import Address
    from myelin.server.http.listener import TlsFiles
    from myelin.server.oauth import OAuth


RECORDS = "control.db"


@dataclass(frozen=True, slots=True)
class ConnectorSettings:
    """How programs connect by OAuth."""

    host: str | None = None
    """The host name of connectors, if it is not that of the public URL."""
    secrets: Path | None = None
    allow_list: Path | None = None
    mail_relay: str | None = None
    mail_from: str | None = None


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How one server is run."""

    folder: Path
    listen: str
    public_url: str | None = None
    tls: TlsFiles | None = None
    trusts_proxy: bool = False
    connectors: ConnectorSettings | None = None
    metrics: str | None = None
    """An address on loopback that serves metrics at `/metrics`."""


def serve(settings: ServerSettings, machine: Machine, tell: Callable[[str], None]) -> int:
    """Serve until a signal comes; `tell` gets the address of MCP.

    Raises:
        ListenRefused: it may not listen there, or cannot.
        PathRefused, FormatTooNew, StorageFailed, BrainBusy: its records cannot be used.
    """
    address = addresses.parse(settings.listen)
    _ensure_protected(settings, address)
    if not (settings.folder / RECORDS).is_file():
        raise PathRefused(
            reason="there is no server in that folder",
            suggestion="Make one with `myelin admin bootstrap --email ADDRESS`.",
        )
    bound, address = listener.bind(address)
    control = Control(settings.folder, machine)
    try:
        starting.start(control)
        oauth = _oauth(control, settings)
        tenants = Tenants(control, trusts_proxy=settings.trusts_proxy, oauth=oauth)
        try:
            served = listener.server(application(tenants, settings, address, oauth), settings.tls)
            if settings.metrics is not None:
                metrics.serve(tenants.metrics, addresses.parse(settings.metrics))
            tenants.start()
            tell(f"{control.issuer}{app.MCP_PATH}")
            listener.run(served, bound)
        finally:
            tenants.close()
    finally:
        control.close()
    return 0


def application(
    tenants: Tenants, settings: ServerSettings, address: Address, oauth: OAuth | None = None
) -> ASGIApp:
    """Return the application of a server that listens at an address."""
    scheme = "http" if settings.tls is None else "https"
    url = (settings.public_url or f"{scheme}://{address}").rstrip("/")
    tenants.control.issuer = url
    names = addresses.names_of(address, url)
    more: list[BaseRoute] = [Mount("/v1", Records(tenants.control, TenantGate(tenants, names)))]
    if oauth is not None:
        names = names.joined(addresses.names_of(address, oauth.issuer))

        def address_of(request: Request) -> str:
            headers = Headers(request.scope["headers"])
            came = transport_of(request.scope, headers, trusts_proxy=settings.trusts_proxy)
            if not came.is_tls:
                # A code, a token or a key in the clear is burnt.
                raise KeyOverPlaintext
            return came.address

        more += routes(oauth, address_of)
    return app.build(names, tenants, more)


def _oauth(control: Control, settings: ServerSettings) -> OAuth | None:
    connectors = settings.connectors
    if connectors is None:
        return None
    url = settings.public_url
    if url is not None and connectors.host is not None:
        port = urlsplit(url).port
        url = f"https://{connectors.host}" + ("" if port is None else f":{port}")
    return open_oauth(
        control,
        public_url=url,
        secrets=connectors.secrets,
        allow_list=connectors.allow_list,
        mail_relay=connectors.mail_relay,
        mail_from=connectors.mail_from,
    )


def _ensure_protected(settings: ServerSettings, address: Address) -> None:
    """Refuse what would send keys and tokens over a network in the clear."""
    if address.is_loopback:
        return
    if settings.tls is None and not settings.trusts_proxy:
        raise ListenRefused(
            reason="keys and tokens would cross the network in the clear",
            suggestion="Give --tls-cert and --tls-key, or listen on loopback behind a proxy.",
        )
    if settings.public_url is None:
        raise ListenRefused(
            reason="the address by which clients know the server is missing",
            suggestion="Give it as --public-url, such as https://brains.example.",
        )
