"""Stage: is the request meant for this server, and no page of another site behind it?"""

from __future__ import annotations

from myelin.contract.errors import HostRefused, OriginRefused
from myelin.server.http.addresses import ServerNames
from myelin.server.http.headers import Headers


def check(headers: Headers, names: ServerNames) -> None:
    """Let a request pass that names this server and comes from no page of another site.

    A browser sends Origin and Sec-Fetch-Site; programs send neither. `Origin: null` is any page in
    a frame, so it is refused as well.

    Raises:
        HostRefused: the Host is none of this server's names.
        OriginRefused: a page of another origin sent it.
    """
    host = headers.get(b"host")
    if host is None or host.lower() not in names.hosts:
        raise HostRefused
    origin = headers.get(b"origin")
    if origin is not None and origin.lower() not in names.origins:
        raise OriginRefused
    if (headers.get(b"sec-fetch-site") or "none").lower() not in ("none", "same-origin"):
        raise OriginRefused
