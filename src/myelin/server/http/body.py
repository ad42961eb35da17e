"""Stage: the body of a request, read once and within its limit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from myelin.contract.errors import BodyTooLarge
from myelin.server.http.headers import Headers

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Disconnected(Exception):
    """The client left before its body was whole."""


async def read(receive: Receive, headers: Headers, limit_bytes: int) -> bytes:
    """Return the whole body.

    Raises:
        BodyTooLarge: it says so, or more came, in chunks or not; the rest is not read.
        Disconnected: the client left.
    """
    told = headers.get(b"content-length") or "0"
    if not told.isdecimal() or int(told) > limit_bytes:
        raise BodyTooLarge(limit=limit_bytes)
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        part = message.get("body", b"")
        size += len(part)
        if size > limit_bytes:
            raise BodyTooLarge(limit=limit_bytes)
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that hands on a body that was read, and then what else comes."""
    left: list[MutableMapping[str, Any]] = [
        {"type": "http.request", "body": body, "more_body": False}
    ]

    async def receive_again() -> MutableMapping[str, Any]:
        return left.pop() if left else await receive()

    return receive_again
