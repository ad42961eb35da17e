"""Conversion between lines of the wire and JSON-RPC messages, or the errors that answer them."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from myelin.server import request_ids
from myelin.server.lines import LINE_BYTES_MAX, LongLine
from myelin.server.protocol import INVALID_REQUEST, PARSE_ERROR, Refusal

# A request id at either end of a line too long to parse. Both patterns reach the outer
# object only: the first passes over plain string members, the second ends with its brace.
_PLAIN_MEMBER = rb'"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*'
_ID_MEMBER = rb'"id"\s*:\s*(-?\d{1,18}|"[^"\\]{0,256}")'
_ID_AT_HEAD = re.compile(rb"\s*\{\s*(?:" + _PLAIN_MEMBER + rb")*" + _ID_MEMBER + rb"\s*,")
_ID_AT_TAIL = re.compile(_ID_MEMBER + rb"\s*\}\s*$")

RequestId = int | str


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A message that is answered once, under its id."""

    id: RequestId
    method: str
    params: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class NotificationLine:
    """A message that is never answered."""

    method: str
    params: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Reply:
    """A client's result for a request of ours; Myelin sends none, so it has no reader."""

    id: RequestId
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that is answered with an error, under its id if that can be told."""

    id: RequestId | None
    refusal: Refusal


Message = RequestLine | NotificationLine | Reply | Refused


def parse(line: bytes | LongLine) -> Message | None:
    """Return the message of a line, the error that answers the line, or None for silence.

    Half of a surrogate pair passes, since the tool that gets it can say which argument holds it.
    Blank lines and malformed notifications are dropped.
    """
    if isinstance(line, LongLine):
        return _refused(
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
        return _refused(None, PARSE_ERROR, "The message is not valid UTF-8.")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return _unreadable(text)
    if isinstance(value, list):
        return _refused(None, INVALID_REQUEST, "Batches are not served; send a message a line.")
    if not isinstance(value, dict):
        return _refused(None, INVALID_REQUEST, "The message is not a JSON object.")
    return _message(value)


def answer_line(request_id: RequestId, result: Mapping[str, Any]) -> bytes:
    """Return the line of a result."""
    return _line({"id": request_id, "result": result})


def error_line(request_id: RequestId | None, refusal: Refusal) -> bytes:
    """Return the line of an error."""
    return _line({"id": request_id, "error": refusal.as_dict()})


def notification_line(method: str, params: Mapping[str, Any] | None = None) -> bytes:
    """Return the line of a notification."""
    return _line({"method": method} if params is None else {"method": method, "params": params})


def _line(message: Mapping[str, Any]) -> bytes:
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))
    # An answer may repeat a name that the client sent with half of a surrogate pair, which UTF-8
    # cannot carry.
    return text.encode("utf-8", "replace") + b"\n"


def _unreadable(text: str) -> Refused:
    """Return the answer to a message that Python cannot read, under its id if that can be told."""
    known, request_id = request_ids.find(text)
    if known:
        return _refused(
            _usable_id(request_id),
            INVALID_REQUEST,
            "The message cannot be read: it holds a number with too many digits, or lists and"
            " objects nested too deep.",
        )
    return _refused(None, PARSE_ERROR, "The message is not valid JSON.")


def _refuse_constant(name: str) -> object:
    """Refuse NaN and the infinities, which are not JSON."""
    raise ValueError(name)


def _message(value: Mapping[str, Any]) -> Message | None:
    method, params = value.get("method"), value.get("params")
    if "method" not in value and ("result" in value or "error" in value):
        return _reply(value)
    fits = (
        value.get("jsonrpc") == "2.0"
        and isinstance(method, str)
        and (params is None or isinstance(params, dict))
    )
    if "id" not in value and isinstance(method, str):
        return NotificationLine(method, params) if fits else None
    request_id = _usable_id(value.get("id"))
    if fits and request_id is not None and isinstance(method, str) and _is_unicode(method):
        return RequestLine(request_id, method, params)
    return _refused(
        request_id,
        INVALID_REQUEST,
        "A request needs jsonrpc, a method, an id that is a string or an integer,"
        " and params that are an object.",
    )


def _reply(value: Mapping[str, Any]) -> Reply | None:
    # An error in answer to a request of ours has no reader: no request is ever sent.
    request_id, result = _usable_id(value.get("id")), value.get("result")
    if value.get("jsonrpc") != "2.0" or request_id is None or not isinstance(result, dict):
        return None
    return Reply(request_id, result)


def _usable_id(value: object) -> RequestId | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return value if isinstance(value, int) or _is_unicode(value) else None


def _is_unicode(value: str) -> bool:
    try:
        value.encode()
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


def _refused(request_id: RequestId | None, code: int, message: str) -> Refused:
    return Refused(request_id, Refusal(code, message))
