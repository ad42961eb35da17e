"""Stage: is the connection protected by TLS, and from which address does a request come?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from myelin.contract.errors import KeyOverPlaintext
from myelin.server.http.headers import AUTHORIZATION, KEY, META_KEY, Headers

_FORWARDED_PROTO = b"x-forwarded-proto"
_FORWARDED_FOR = b"x-forwarded-for"
UPGRADE = {"upgrade": "TLS/1.2, HTTP/1.1", "connection": "Upgrade"}
"""What an answer with status 426 has to say (RFC 9110, section 15.5.22)."""


@dataclass(frozen=True, slots=True)
class Transport:
    """How a request came: over TLS or not, from which address, through a proxy or not."""

    is_tls: bool
    address: str
    is_loopback: bool
    is_proxied: bool


def transport_of(scope: Mapping[str, Any], headers: Headers, *, trusts_proxy: bool) -> Transport:
    """Return how a request came.

    A proxy is believed only on loopback and only where the operator said so, and only with exactly
    one element in each of its headers; anything else is plaintext.
    """
    peer = scope["client"][0] if scope.get("client") else ""
    is_loopback = _is_loopback(peer)
    is_tls = scope["scheme"] == "https"
    if not (trusts_proxy and is_loopback):
        return Transport(is_tls, peer, is_loopback, is_proxied=False)
    proto = headers.get(_FORWARDED_PROTO)
    forwarded = headers.get(_FORWARDED_FOR) or ""
    address = forwarded.rpartition(",")[2].strip() or peer
    return Transport(is_tls or proto == "https", address, is_loopback, is_proxied=True)


def check(headers: Headers, transport: Transport) -> None:
    """Let a request pass that sends no key in the clear, and a token only on this machine.

    Raises:
        KeyOverPlaintext: a key, or a token from another machine, crossed a network without TLS.
    """
    if transport.is_tls:
        return
    has_key = headers.get(KEY) is not None or headers.get(META_KEY) is not None
    is_local = transport.is_loopback and not transport.is_proxied
    if has_key or (headers.get(AUTHORIZATION) is not None and not is_local):
        raise KeyOverPlaintext


def _is_loopback(peer: str) -> bool:
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False
