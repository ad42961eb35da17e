"""Where the server listens, and under which names clients may call it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from myelin.contract.errors import ListenRefused

DEFAULT_LISTEN = "127.0.0.1:8787"
_LOOPBACK_NAMES = ("127.0.0.1", "[::1]", "localhost")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """A host without brackets, and a port; 0 asks the system for a free one."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Return whether only programs on this machine can reach it."""
        return self.host == "localhost" or ip_address(self.host).is_loopback

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse(text: str) -> Address:
    """Return the address of `HOST:PORT`, where HOST is an IP address or `localhost`.

    Raises:
        ListenRefused: it is none.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if host.startswith("[") else host
    try:
        if not colon or not port.isdecimal() or int(port) > 65_535:
            raise ValueError
        if host != "localhost":
            ip_address(host)
    except ValueError:
        raise ListenRefused(
            reason="--listen is no HOST:PORT with an IP address or localhost",
            suggestion=f"Give one such as {DEFAULT_LISTEN}.",
        ) from None
    return Address(host, int(port))


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The values of the headers Host and Origin that this server answers to, in lower case."""

    hosts: frozenset[str]
    origins: frozenset[str]

    def joined(self, other: ServerNames) -> ServerNames:
        """Return the names of both."""
        return ServerNames(self.hosts | other.hosts, self.origins | other.origins)


def names_of(address: Address, public_url: str | None) -> ServerNames:
    """Return the names of a server that listens at an address and is known by a public URL.

    On loopback its three names count, so that a page of another name cannot be made to reach it
    (DNS rebinding); off loopback an IP address is no name.
    """
    hosts: set[str] = set()
    origins: set[str] = set()
    if address.is_loopback:
        for name in _LOOPBACK_NAMES:
            hosts |= _with_port(name, address.port, "http")
            origins |= {f"http://{one}" for one in _with_port(name, address.port, "http")}
    if public_url is not None:
        url = urlsplit(public_url)
        named = _with_port(url.hostname or "", url.port or _PORTS[url.scheme], url.scheme)
        hosts |= named
        origins |= {f"{url.scheme}://{one}" for one in named}
    return ServerNames(frozenset(_folded(hosts)), frozenset(_folded(origins)))


def _with_port(host: str, port: int, scheme: str) -> set[str]:
    """Return a host with its port, and alone where the port is that of the scheme."""
    both = {f"{host}:{port}"}
    return both | {host} if port == _PORTS[scheme] else both


def _folded(texts: Iterable[str]) -> Iterable[str]:
    return (text.lower() for text in texts)
