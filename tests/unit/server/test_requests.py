"""Requests: whatever the parameters are, a call or a refusal; workers: every job once."""

import contextlib
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.server import answers, shapes, streams
from myelin.server.protocol import MODERN_VERSIONS, Refusal
from myelin.server.requests import Call, Requests
from myelin.server.workers import Workers
from tests.e2e.mcp_wire import ENVELOPE
from tests.e2e.transport_frames import SHAKE

TABLE = {**answers.table(notifies=True), streams.LISTEN: streams.ROW}
names = st.sampled_from(
    ["_meta", "name", "arguments", "cursor", "uri", "notifications", "clientInfo", "capabilities",
     "protocolVersion", *ENVELOPE["_meta"], "progressToken", "icons", "theme"]
) | st.text(max_size=3)  # fmt: skip
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


def requests() -> Requests:
    brain: Any = None
    return Requests(TABLE, brain)


@given(st.sampled_from([*TABLE, "nope"]), st.dictionaries(names, values, max_size=5), st.booleans())
def test_whatever_the_parameters_are_a_request_is_a_call_or_a_refusal(
    method: str, params: dict[str, Any], is_modern: bool
) -> None:
    connection = requests()
    connection.accept("initialize", SHAKE)
    with contextlib.suppress(Refusal):
        call = connection.accept(method, {**params, **(ENVELOPE if is_modern else {})})
        assert isinstance(call, Call)
        assert (call.client.version in MODERN_VERSIONS) == (is_modern and method != "initialize")
        assert call.client.name is None or isinstance(call.client.name, str)


def test_a_refused_handshake_leaves_the_connection_as_it_was() -> None:
    connection = requests()
    with pytest.raises(Refusal):
        connection.accept("initialize", {**SHAKE, "clientInfo": {"name": "x"}})
    assert not connection.is_initialized
    connection.accept("initialize", SHAKE)
    with pytest.raises(Refusal):
        connection.accept("initialize", {**SHAKE, "clientInfo": {"name": 7, "version": "1"}})
    assert connection.accept("tools/list", None).client.name == SHAKE["clientInfo"]["name"]


@pytest.mark.parametrize(
    ("shape", "value", "fits"),
    [
        (shapes.CALL, {"name": "x"}, True),
        (shapes.CALL, {"name": "x", "arguments": None, "other": 1}, True),
        (shapes.CALL, {"name": None}, False),
        (shapes.CALL, {"name": "x", "arguments": []}, False),
        (shapes.PROMPT, {"name": "x", "arguments": {"task": 7}}, False),
        (shapes.LISTEN, {"notifications": {"resourceSubscriptions": ["a", 1]}}, False),
        (shapes.CLIENT, {"name": "x", "version": "1", "icons": [{"src": "y"}]}, True),
        (shapes.CLIENT, {"name": "x", "version": "1", "icons": [{"src": 1}]}, False),
        (shapes.CAPABILITIES, {"roots": {"listChanged": "yes"}}, False),
    ],
)
def test_a_shape_says_what_fits(shape: shapes.Check, value: dict[str, Any], fits: bool) -> None:
    assert shape(value) is fits


def test_more_jobs_than_threads_are_each_done_once() -> None:
    workers, done, gate = Workers(3), [], threading.Event()

    def job(number: int) -> None:
        gate.wait(10)
        done.append(number)

    for number in range(50):
        assert workers.is_full == (number >= 3)
        workers.submit(lambda number=number: job(number))
    gate.set()
    workers.wait()
    assert sorted(done) == list(range(50))
    assert not workers.is_full
