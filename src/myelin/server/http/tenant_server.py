"""`myelin serve --http`: the server of many tenants. It holds ciphertext, and no key at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.routing import Mount

from myelin.contract.errors import ListenRefused, PathRefused
from myelin.control import Control, starting
from myelin.server.http import addresses, app, listener
from myelin.server.http.gate import TenantGate
from myelin.server.http.records import Records
from myelin.server.http.tenants import Tenants

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from myelin.kernel.machine import Machine
    from myelin.server.http.addresses import Address
    from myelin.server.http.listener import TlsFiles


RECORDS = "control.db"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How one server is run."""

    folder: Path
    listen: str
    public_url: str | None = None
    tls: TlsFiles | None = None
    trusts_proxy: bool = False


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
        tenants = Tenants(control, trusts_proxy=settings.trusts_proxy)
        try:
            served = listener.server(application(tenants, settings, address), settings.tls)
            tell(f"{control.issuer}{app.MCP_PATH}")
            served.run(sockets=[bound])
        finally:
            tenants.close()
    finally:
        control.close()
    return 0


def application(tenants: Tenants, settings: ServerSettings, address: Address) -> ASGIApp:
    """Return the application of a server that listens at an address."""
    scheme = "http" if settings.tls is None else "https"
    url = (settings.public_url or f"{scheme}://{address}").rstrip("/")
    tenants.control.issuer = url
    names = addresses.names_of(address, url)
    records = Records(tenants.control, TenantGate(tenants, names))
    return app.build(names, tenants, [Mount("/v1", records)])


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
