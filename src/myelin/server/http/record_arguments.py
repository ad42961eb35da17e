"""The arguments of an admin route, collected from its path, headers, query and body."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from myelin.contract.errors import ArgumentInvalid, LengthRequired, MediaRefused
from myelin.contract.schema import published
from myelin.control.uploads import PART_BYTES

if TYPE_CHECKING:
    from myelin.server.http.headers import Headers
    from myelin.surface.routes import Route

JSON_BYTES_MAX = 64 << 10
OPENING_BYTES_MAX = 512 << 10
"""For the opening of a push, which may carry the manifests that a restored server lacks."""
_DIGITS_MAX = 18


def limit_bytes(route: Route) -> int:
    """Return how large the body of a route may be."""
    if route.body == "bytes":
        return PART_BYTES
    return OPENING_BYTES_MAX if route.name == "push_begin" else JSON_BYTES_MAX


def check_media(route: Route, headers: Headers) -> None:
    """Check what the headers say about the body.

    Raises:
        MediaRefused: it is of another type than the route takes.
        LengthRequired: a part says no length.
    """
    given = (headers.get(b"content-type") or "").split(";")[0].strip().lower()
    if route.body == "bytes":
        if headers.get(b"content-length") is None:
            raise LengthRequired
        if given not in ("application/octet-stream", ""):
            raise MediaRefused(expected="application/octet-stream")
    elif route.body == "json" and given not in ("application/json", ""):
        raise MediaRefused(expected="application/json")


def collected(
    route: Route, in_path: dict[str, str], query: bytes, headers: Headers, content: bytes
) -> dict[str, Any]:
    """Return the arguments of a request by name.

    An argument has one place: a name of the path or of a header may not stand in the query or the
    body as well. What the operation does not know is left for it to refuse.

    Raises:
        ArgumentInvalid: the body is not a JSON object, or an argument is given twice.
    """
    arguments: dict[str, Any] = {}
    for name, header in route.request_headers:
        value = headers.get(header.lower().encode("ascii"))
        if value is not None:
            arguments[name] = value
    elsewhere = {*in_path, *(name for name, _ in route.request_headers)}
    for name, text in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name in elsewhere or name in arguments:
            raise _invalid(route, name, "is given twice")
        arguments[name] = _value(route, name, text)
    if route.body == "json":
        for name, value in _object(route, content).items():
            if name in elsewhere or name in arguments:
                raise _invalid(route, name, "is given twice")
            arguments[name] = value
    elif route.body == "none" and content:
        raise _invalid(route, "", "takes no body")
    return arguments | in_path


def _value(route: Route, name: str, text: str) -> Any:
    """Return a value of the query: a number where the operation takes one."""
    assert route.operation is not None
    schema = published(route.operation)["input"]["properties"].get(name, {})
    if schema.get("type") == "integer" and text.isascii() and text.isdigit():
        return int(text) if len(text) <= _DIGITS_MAX else text
    return text


def _object(route: Route, content: bytes) -> dict[str, Any]:
    if not content:
        return {}
    try:
        value = json.loads(content.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise _invalid(route, "", "needs a body of valid JSON") from None
    if not isinstance(value, dict):
        raise _invalid(route, "", "needs a JSON object as its body")
    return value


def _refuse(_name: str) -> object:
    raise ValueError("is not JSON")


def _invalid(route: Route, name: str, message: str) -> ArgumentInvalid:
    shown = name if name.isidentifier() and len(name) <= 64 else ""
    problem = {"path": f"/{shown}", "rule": "request", "message": message}
    return ArgumentInvalid(count=1, tool=route.name, details={"problems": [problem]})
