"""The shape of answers and errors on the MCP wire, the same for every tool."""

import json
import logging
import re
from collections.abc import Mapping
from typing import Any

from myelin.kernel.errors import MyelinError, where
from myelin.server.protocol import INTERNAL_ERROR, INVALID_PARAMS, Refusal

# Shorter than a key in hex or base64.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:/.\-]{0,39}")
_log = logging.getLogger("myelin.server")


def answer(result: Mapping[str, Any], text: str | None = None) -> dict[str, Any]:
    """Return the result of a tool call: the object, and as text the same or `text`, which says it.

    Some hosts show the model only one of the two.
    """
    return {
        "content": [{"type": "text", "text": compact(result) if text is None else text}],
        "structuredContent": dict(result),
        "isError": False,
    }


def tool_error(error: Exception) -> dict[str, Any]:
    """Return the result of a tool call that failed: the error as text, and no object."""
    return {
        "content": [{"type": "text", "text": compact(declared(error).as_dict())}],
        "isError": True,
    }


def protocol_error(error: Exception) -> Refusal:
    """Return the error of a request that is not a tool call, as a protocol error."""
    known = declared(error)
    return Refusal(INTERNAL_ERROR, f"{known.message} {known.hint}", known.as_dict())


def unknown(kind: str, name: str) -> Refusal:
    """Return the protocol error for a tool, prompt or resource that is not served.

    A name is quoted only if it looks like one: a client may send anything in its place.
    """
    from myelin import secrets

    shown = _NAME.fullmatch(name) is not None and not secrets.scan(name)
    return Refusal(INVALID_PARAMS, f"Unknown {kind}: {name}" if shown else f"Unknown {kind}")


def declared(error: Exception) -> MyelinError:
    """Return the error itself if it is a declared one; any other is logged and made internal."""
    if isinstance(error, MyelinError):
        return error
    _log.error("failed: %s", where(error))
    from myelin.contract.errors import InternalError

    return InternalError()


def compact(value: Mapping[str, Any]) -> str:
    """Return the JSON text of an object without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
