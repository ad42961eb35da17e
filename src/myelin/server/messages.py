"""Conversion between lines of the wire and JSON-RPC messages, or the errors that answer them."""

import codecs
import json
import re
from collections.abc import Mapping
from typing import Any

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from pydantic import ValidationError

from myelin.server import request_ids
from myelin.server.lines import LINE_BYTES_MAX, LongLine

# A request id at either end of a line too long to parse. Both patterns reach the outer
# object only: the first passes over plain string members, the second ends with its brace.
_PLAIN_MEMBER = rb'"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*'
_ID_MEMBER = rb'"id"\s*:\s*(-?\d{1,18}|"[^"\\]{0,256}")'
_ID_AT_HEAD = re.compile(rb"\s*\{\s*(?:" + _PLAIN_MEMBER + rb")*" + _ID_MEMBER + rb"\s*,")
_ID_AT_TAIL = re.compile(_ID_MEMBER + rb"\s*\}\s*$")


def parse(line: bytes | LongLine) -> JSONRPCMessage | None:
    """Return the message of a line, the error that answers the line, or None for silence.

    A `JSONRPCError` is meant for the client: it never reads one, it only sends requests,
    notifications and answers. Half of a surrogate pair passes, since the tool that gets it
    can say which argument holds it. Blank lines and malformed notifications are dropped.
    """
    if isinstance(line, LongLine):
        return _refusal(
            _id_of_long_line(line),
            INVALID_REQUEST,
            f"The message is longer than {LINE_BYTES_MAX} bytes; send a shorter one.",
        )
    # Some clients begin their first line with a byte order mark.
    line = line.removeprefix(codecs.BOM_UTF8)
    if not line.strip():
        return None
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return _refusal(None, PARSE_ERROR, "The message is not valid UTF-8.")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return _unreadable(text)
    if isinstance(value, list):
        return _refusal(None, INVALID_REQUEST, "Batches are not served; send a message a line.")
    if not isinstance(value, dict):
        return _refusal(None, INVALID_REQUEST, "The message is not a JSON object.")
    return _message(value)


def _unreadable(text: str) -> JSONRPCError:
    """Return the answer to a message that Python cannot read, under its id if that can be told."""
    known, request_id = request_ids.find(text)
    if known:
        return _refusal(
            _usable_id(request_id),
            INVALID_REQUEST,
            "The message cannot be read: it holds a number with too many digits, or lists and"
            " objects nested too deep.",
        )
    return _refusal(None, PARSE_ERROR, "The message is not valid JSON.")


def encode(message: JSONRPCMessage) -> bytes:
    """Return the line of a message, newline included."""
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
    except ValueError:
        # An answer may repeat a name that the client sent with half of a surrogate pair,
        # which UTF-8 cannot carry.
        text = json.dumps(message.model_dump(by_alias=True, exclude_unset=True), ensure_ascii=False)
    return text.encode("utf-8", "replace") + b"\n"


def _refuse_constant(name: str) -> object:
    """Refuse NaN and the infinities, which are not JSON."""
    raise ValueError(name)


def _message(value: Mapping[str, Any]) -> JSONRPCMessage | None:
    if "method" not in value and ("result" in value or "error" in value):
        return _answer(value)
    request_id = _usable_id(value.get("id"))
    try:
        if "id" not in value:
            return JSONRPCNotification.model_validate(value)
        if request_id is not None and _is_unicode(value.get("method")):
            return JSONRPCRequest.model_validate(value)
    except ValidationError:
        pass
    if "id" not in value and isinstance(value.get("method"), str):
        return None
    return _refusal(
        request_id,
        INVALID_REQUEST,
        "A request needs jsonrpc, a method, an id that is a string or an integer,"
        " and params that are an object.",
    )


def _answer(value: Mapping[str, Any]) -> JSONRPCMessage | None:
    try:
        # An error in answer to a request of ours has no reader: no request is ever sent.
        return JSONRPCResponse.model_validate(value) if "result" in value else None
    except ValidationError:
        return None


def _usable_id(value: object) -> RequestId | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return value if _is_unicode(value) else None


def _is_unicode(value: object) -> bool:
    try:
        str(value).encode()
    except UnicodeEncodeError:
        return False
    return True


def _id_of_long_line(line: LongLine) -> RequestId | None:
    found = _ID_AT_HEAD.match(line.head.removeprefix(codecs.BOM_UTF8)) or _ID_AT_TAIL.search(
        line.tail
    )
    if found is None:
        return None
    try:
        return _usable_id(json.loads(found.group(1)))
    except ValueError:
        return None


def _refusal(request_id: RequestId | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=ErrorData(code=code, message=message))
