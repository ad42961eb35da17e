"""Messages: every line gets the message it is, the error it deserves, or silence."""

import codecs
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.server.lines import LongLine
from myelin.server.messages import (
    NotificationLine,
    Refused,
    Reply,
    RequestLine,
    answer_line,
    error_line,
    parse,
)
from myelin.server.protocol import INVALID_REQUEST, PARSE_ERROR
from myelin.server.request_ids import find

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
request_ids = st.integers(-(10**17), 10**17) | st.text(
    st.characters(codec="utf-8"), min_size=0, max_size=20
)


def refused(line: bytes | LongLine) -> Refused:
    answer = parse(line)
    assert isinstance(answer, Refused)
    return answer


@given(request_ids, st.dictionaries(st.text(max_size=5), json_values, max_size=4))
def test_a_request_arrives_as_it_was_sent(request_id: int | str, params: dict[str, Any]) -> None:
    sent = {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}
    message = parse(json.dumps(sent).encode())
    assert isinstance(message, RequestLine)
    assert (message.id, message.method, message.params) == (request_id, "tools/call", params)


@given(st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_line_raises_and_every_answer_is_one_line_of_json(line: bytes) -> None:
    message = parse(line)
    if isinstance(message, Refused):
        encoded = error_line(message.id, message.refusal)
        assert encoded.count(b"\n") == 1
        assert json.loads(encoded)["error"]["code"] in (PARSE_ERROR, INVALID_REQUEST)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"not json", PARSE_ERROR),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"', PARSE_ERROR),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', PARSE_ERROR),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":NaN}}', PARSE_ERROR),
        (b"[" * 100_000, PARSE_ERROR),
        (b"9" * 10_000, PARSE_ERROR),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', INVALID_REQUEST),
        (b"7", INVALID_REQUEST),
        (b"null", INVALID_REQUEST),
        (b"{}", INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":"\\ud83d","method":"ping"}', INVALID_REQUEST),
    ],
)
def test_a_line_whose_id_cannot_be_told_is_answered_without_one(line: bytes, code: int) -> None:
    answer = refused(line)
    assert answer.id is None
    assert answer.refusal.code == code
    assert b'"id":null' in error_line(None, answer.refusal)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":7,"method":3}',
        b'{"jsonrpc":"2.0","id":7}',
        b'{"jsonrpc":"1.0","id":7,"method":"ping"}',
        b'{"id":7,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}',
        b'{"jsonrpc":"2.0","id":7,"method":"\\ud83d"}',
    ],
)
def test_a_request_of_the_wrong_shape_is_answered_under_its_id(line: bytes) -> None:
    answer = refused(line)
    assert answer.id == 7
    assert answer.refusal.code == INVALID_REQUEST


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"  \r",
        b'{"method":"notifications/odd","params":3}',
        b'{"jsonrpc":"2.0","id":3,"result":7}',
        b'{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"no"}}',
    ],
)
def test_what_expects_no_answer_gets_none(line: bytes) -> None:
    assert parse(line) is None


def test_notifications_and_answers_pass() -> None:
    assert isinstance(parse(b'{"jsonrpc":"2.0","method":"notifications/x"}'), NotificationLine)
    assert isinstance(parse(b'{"jsonrpc":"2.0","id":3,"result":{}}'), Reply)


def test_half_of_a_surrogate_pair_reaches_the_tool_that_can_name_its_argument() -> None:
    message = parse(
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"a":"\\ud83d"}}}'
    )
    assert isinstance(message, RequestLine)
    assert message.params == {"arguments": {"a": "\ud83d"}}


def test_an_answer_that_repeats_half_of_a_surrogate_pair_is_valid_utf8() -> None:
    line = answer_line(1, {"text": "a\ud83db"})
    assert json.loads(line.decode("utf-8"))["result"]["text"] == "a?b"


@given(request_ids.filter(lambda value: value == "" or '"' not in str(value)), st.booleans())
def test_a_line_too_long_to_parse_is_answered_under_its_own_id_or_none(
    request_id: int | str, id_first: bool
) -> None:
    params = {"arguments": {"id": "mem_1", "content": 'x"id":5}' * 4000}, "id": 99}
    sent = {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}
    if not id_first:
        sent = {"method": "tools/call", "params": params, "jsonrpc": "2.0", "id": request_id}
    line = json.dumps(sent).encode()
    answer = refused(LongLine(head=line[:4096], tail=line[-4096:]))
    assert answer.refusal.code == INVALID_REQUEST
    plain = isinstance(request_id, int) or json.dumps(request_id) == f'"{request_id}"'
    assert answer.id == (request_id if plain else None)


def test_an_id_inside_the_arguments_of_a_long_line_is_not_taken_for_the_request_s() -> None:
    params = {"arguments": {"content": "y" * 9000, "id": "mem_1"}}
    line = json.dumps({"method": "tools/call", "id": 4, "jsonrpc": "2.0", "params": params})
    tail = line.encode()[-4096:]
    assert refused(LongLine(head=b'{"params":{"x":1},"id":', tail=tail)).id is None


@pytest.mark.parametrize(
    "params",
    [
        b'{"n": %s}' % (b"7" * 4_400),
        b'{"deep": %s%s}' % (b"[" * 5_000, b"]" * 5_000),
        b'{"deep": %s1%s}' % (b'{"id": ' * 5_000, b"}" * 5_000),
    ],
    ids=["a number of 4,400 digits", "5,000 lists", "5,000 objects with ids"],
)
@pytest.mark.parametrize("request_id", [b"7", b'"seven \\" {"'])
@pytest.mark.parametrize("first", [True, False])
def test_a_request_that_python_cannot_read_is_answered_under_its_own_id(
    params: bytes, request_id: bytes, first: bool
) -> None:
    members = [b'"jsonrpc":"2.0"', b'"method":"tools/call"', b'"params":' + params]
    members.insert(0 if first else 3, b'"id":' + request_id)
    answer = refused(b"{" + b",".join(members) + b"}")
    assert answer.id == json.loads(request_id)
    assert answer.refusal.code == INVALID_REQUEST


@given(st.text(alphabet='{}[]:,"1-a ', max_size=30))
def test_a_text_that_is_no_json_has_no_id(text: str) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        assert find(text)[0] is False
    else:
        assert find(text)[0] is isinstance(value, dict)


@given(st.dictionaries(st.text(max_size=4) | st.just("id"), json_values, max_size=5))
def test_the_id_that_is_told_is_the_one_that_json_has(value: dict[str, Any]) -> None:
    known, request_id = find(json.dumps(value))
    assert known
    if isinstance(value.get("id"), str) or value.get("id") is None:
        assert request_id == value.get("id")


def test_a_byte_order_mark_before_a_message_is_no_part_of_it() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert parse(codecs.BOM_UTF8 + line) == parse(line)
    assert parse(codecs.BOM_UTF8) is None
