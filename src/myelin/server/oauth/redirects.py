"""Which redirect URIs are accepted, and when a presented one equals a registered one.

Three kinds are accepted: an https URI of the allow-list, http on a loopback address with any port
(RFC 8252, section 7.3, and `localhost`, which real hosts use), and a URI with a private scheme that
stands in the allow-list. Texts are compared as they are, without normalization: characters that a
browser would rewrite are refused.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from myelin.server.oauth.encoding import read_object

URI_CHARS_MAX = 2048

_DEFAULT = Path(__file__).with_name("redirects.json")
# The characters of RFC 3986 without `#` (no fragment) and `@` (no user info).
_PATH = r"[A-Za-z0-9._~!$&'()*+,;=:/%-]*"
_LOOPBACK = re.compile(
    rf"http://(?P<host>127\.0\.0\.1|\[::1\]|localhost)(?::(?P<port>[0-9]{{1,5}}))?"
    rf"(?P<path>/{_PATH})?(?P<query>\?{_PATH})?"
)
_LISTED = re.compile(rf"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(?::[0-9]{{1,5}})?/{_PATH}(?:\?{_PATH})?")
_SEGMENT = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._~-]{1,256}")
_CLIENT_ID = re.compile(r"[A-Za-z0-9._~-]{1,80}")


@dataclass(frozen=True, slots=True)
class FixedClient:
    """A client that an operator declared: it needs no registration and never expires."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllowList:
    """The redirect URIs that an operator accepts besides loopback, and the fixed clients."""

    redirects: tuple[str, ...]
    clients: Mapping[str, FixedClient]

    def accepts(self, uri: str) -> bool:
        """Return True if a client may register the URI and be sent to it."""
        if len(uri) > URI_CHARS_MAX:
            return False
        if is_loopback(uri):
            return True
        return any(_is_entry(entry, uri) for entry in self.redirects)


def read_allow_list(path: Path | None = None) -> AllowList:
    """Return the allow-list of a file, or the one of the package.

    The file is a JSON object: `redirects`, a list of URIs of which the last path segment may be `*`
    (exactly one segment), and optionally `clients`: a list of
    {client_id, client_name, redirect_uris}.

    Raises:
        ValueError: the file is not such an object; the message says where.
        OSError: the file cannot be read.
    """
    found = read_object((path or _DEFAULT).read_bytes())
    if unknown := found.keys() - {"redirects", "clients"}:
        raise ValueError(f"the allow-list has an unknown member: {min(unknown)}")
    redirects = tuple(_texts(found.get("redirects", []), "redirects"))
    for entry in redirects:
        _check_entry(entry)
    clients: dict[str, FixedClient] = {}
    if not isinstance(found.get("clients", []), list):
        raise ValueError("clients is not a list")
    for each in found.get("clients", []):
        client = _fixed(each)
        if client.id in clients:
            raise ValueError(f"the client {client.id} stands twice in the allow-list")
        clients[client.id] = client
    allow_list = AllowList(redirects, clients)
    for client in clients.values():
        for uri in client.redirect_uris:
            if not allow_list.accepts(uri):
                raise ValueError(f"a redirect URI of the client {client.id} is not in redirects")
    return allow_list


def is_loopback(uri: str) -> bool:
    """Return True if the URI is http on 127.0.0.1, [::1] or localhost."""
    match = _LOOPBACK.fullmatch(uri)
    return match is not None and (match["port"] is None or 0 < int(match["port"]) < 65536)


def is_same_redirect(registered: str, presented: str) -> bool:
    """Return True if a presented URI is the registered one.

    The texts are equal; on loopback the port may differ, and an empty path is `/`.
    """
    if registered == presented:
        return True
    if not (is_loopback(registered) and is_loopback(presented)):
        return False
    return _without_port(registered) == _without_port(presented)


def destination(uri: str) -> str:
    """Return what a person is shown of a redirect URI: its host, or a phrase in its place."""
    if is_loopback(uri):
        return "a program on this computer"
    parts = urlsplit(uri)
    if parts.scheme == "https":
        return parts.netloc
    return f"the program on this device that opens {parts.scheme}: links"


def _without_port(uri: str) -> tuple[str, str, str]:
    match = _LOOPBACK.fullmatch(uri)
    if match is None:
        raise ValueError("is not a loopback URI")
    return match["host"], match["path"] or "/", match["query"] or ""


def _is_entry(entry: str, uri: str) -> bool:
    if entry.endswith("/*"):
        prefix = entry[:-1]
        return uri.startswith(prefix) and _SEGMENT.fullmatch(uri[len(prefix) :]) is not None
    return entry == uri


def _check_entry(entry: str) -> None:
    body = entry[:-1] if entry.endswith("/*") else entry
    scheme = entry.partition(":")[0]
    if _LISTED.fullmatch(body) is None or "*" in body or len(entry) > URI_CHARS_MAX:
        raise ValueError("an entry of redirects is not a URI with a host and a path")
    if scheme in {"http", "javascript", "data", "file", "blob", "about", "ws", "wss", "ftp"}:
        raise ValueError(f"an entry of redirects has the scheme {scheme}")
    if scheme != "https" and entry.endswith("/*"):
        raise ValueError("an entry of redirects with a private scheme is one exact URI")


def _fixed(found: Any) -> FixedClient:
    if not isinstance(found, dict) or not isinstance(found.get("client_id"), str):
        raise ValueError("an entry of clients has no client_id")
    if _CLIENT_ID.fullmatch(found["client_id"]) is None:
        raise ValueError(
            "a client_id of the allow-list has other characters than A-Z a-z 0-9 . _ ~ -"
        )
    name = found.get("client_name", found["client_id"])
    if not isinstance(name, str):
        raise ValueError("a client_name of the allow-list is not a text")
    uris = tuple(_texts(found.get("redirect_uris", []), "redirect_uris"))
    if not uris:
        raise ValueError(f"the client {found['client_id']} has no redirect_uris")
    return FixedClient(found["client_id"], name, uris)


def _texts(found: Any, name: str) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError(f"{name} is not a list of texts")
    return found
