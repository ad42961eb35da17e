"""The answer to a request that a stage refused: an HTTP status and the error in its one shape."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from myelin.contract.errors import KeyOverPlaintext, RateLimited
from myelin.kernel.errors import MyelinError
from myelin.server.http.transport import UPGRADE
from myelin.server.protocol import INVALID_REQUEST

if TYPE_CHECKING:
    from myelin.server.messages import Refused

_JSON = "application/json"
_ALWAYS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}


def headers_of(error: MyelinError) -> dict[str, str]:
    """Return the headers that the answer to an error has on every path."""
    if isinstance(error, RateLimited):
        return {"retry-after": str(error.details["seconds"])}
    return UPGRADE if isinstance(error, KeyOverPlaintext) else {}


def for_mcp(error: MyelinError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as a JSON-RPC answer without an id, with its HTTP status."""
    told = error.as_dict()["error"]
    text = f"{told['message']} {told['hint']}"
    body = {"code": INVALID_REQUEST, "message": text, "data": error.as_dict()}
    return _response({"jsonrpc": "2.0", "id": None, "error": body}, error.http_status, headers)


def for_unreadable(refused: Refused) -> Response:
    """Return the answer to a body that is no message, under its id where that can be told."""
    error = refused.refusal.as_dict()
    return _response({"jsonrpc": "2.0", "id": refused.id, "error": error}, 400)


def for_route(error: MyelinError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error of an admin route."""
    return _response(error.as_dict(), error.http_status, headers)


def document(
    content: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a JSON document that nobody keeps."""
    return _response(content, status, headers)


def _response(
    content: Mapping[str, Any], status: int, headers: Mapping[str, str] | None = None
) -> Response:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Response(
        text.encode("utf-8", "replace"), status, {**_ALWAYS, **(headers or {})}, media_type=_JSON
    )
