"""What real clients get wrong on the wire, and what a server makes of it."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.surface.tools import TOOLS
from tests.e2e.mcp_wire import ENVELOPE, WireClient
from tests.e2e.served_brain import ServedBrain

NOTE = {"content": "The build runs on two cores.", "class": "note"}


@contextlib.contextmanager
def connected(folder: Path) -> Iterator[WireClient]:
    served = ServedBrain(folder)
    served.make()
    with served.wire() as client:
        yield client
        client.end_input()
        assert client.wait() == 0
        assert b"error" not in client.stderr
        assert b"Traceback" not in client.stderr


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[WireClient]:
    with connected(tmp_path) as client:
        yield client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WireClient]:
    """One server for all the edges: each test shows that it survived those before."""
    with connected(tmp_path_factory.mktemp("handshake")) as client:
        client.initialize()
        yield client


@pytest.fixture(scope="module")
def modern(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WireClient]:
    with connected(tmp_path_factory.mktemp("modern")) as client:
        yield client


def error_of(answer: dict[str, Any]) -> dict[str, Any]:
    result = answer["result"]
    assert result["isError"]
    error: dict[str, Any] = json.loads(result["content"][0]["text"])["error"]
    return error


def works(client: WireClient) -> bool:
    return not client.call("recall", {"query": "build"})["result"]["isError"]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_version_of_the_handshake_is_served(fresh: WireClient, version: str) -> None:
    assert fresh.initialize(version)["protocolVersion"] == version
    assert works(fresh)


def test_an_unknown_version_is_answered_with_one_that_is_served(fresh: WireClient) -> None:
    assert fresh.initialize("2031-01-01")["protocolVersion"] == "2025-11-25"
    assert works(fresh)


def test_a_modern_request_needs_no_handshake(fresh: WireClient) -> None:
    call = {"name": "recall", "arguments": {"query": "build"}}
    result = fresh.request("tools/call", {**call, **ENVELOPE})["result"]
    assert result["resultType"] == "complete"
    assert not result["isError"]


def test_a_host_that_discovers_first_may_still_shake_hands(fresh: WireClient) -> None:
    for _ in range(2):
        assert fresh.request("server/discover", ENVELOPE)["result"]["capabilities"]["tools"]
    fresh.initialize()
    assert works(fresh)


def test_a_leading_discover_is_answered_like_any_other(fresh: WireClient) -> None:
    leading = fresh.request("server/discover", ENVELOPE)["result"]
    assert fresh.request("tools/list", ENVELOPE)["result"]["tools"]
    assert fresh.request("server/discover", ENVELOPE)["result"] == leading


def test_a_discover_of_an_unknown_version_is_refused_and_a_handshake_follows(
    fresh: WireClient,
) -> None:
    key = "io.modelcontextprotocol/protocolVersion"
    later = {"_meta": {**ENVELOPE["_meta"], key: "2031-01-01"}}
    assert fresh.request("server/discover", later)["error"]["code"] == -32022
    fresh.initialize()
    assert works(fresh)


def test_a_request_before_the_handshake_is_refused_and_the_handshake_follows(
    fresh: WireClient,
) -> None:
    assert fresh.request("tools/list")["error"]["code"] == -32602
    fresh.initialize()
    assert works(fresh)


def test_unknown_methods_and_notifications_do_no_harm(client: WireClient) -> None:
    client.send({"method": "notifications/of/tomorrow", "params": {"a": 1}})
    client.send({"method": "notifications/cancelled", "params": {"requestId": "never sent"}})
    client.send({"method": "notifications/cancelled"})
    client.send({"id": 77, "result": {"to": "a request that was never made"}})
    assert client.request("memories/everything")["error"]["code"] == -32601
    assert works(client)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", -32700),
        (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":"\xff\xfe\xed\xa0\xbd"}}', -32700),
        (b'[{"jsonrpc":"2.0","id":5,"method":"ping"}]', -32600),
        (b'"text"', -32600),
        (b"{" * 5000, -32700),
    ],
)
def test_a_line_that_is_no_message_is_answered_and_the_next_one_served(
    client: WireClient, line: bytes, code: int
) -> None:
    client.write(line + b"\n")
    answer = client.next_answer()
    assert answer["id"] is None
    assert answer["error"]["code"] == code
    assert works(client)


def test_blank_lines_and_carriage_returns_are_no_messages(client: WireClient) -> None:
    before = len(client.lines)
    client.write(b"\n\r\n  \n")
    client.write(b'{"jsonrpc":"2.0","id":"windows","method":"ping"}\r\n')
    assert client.answer_to("windows")["result"] == {}
    assert len(client.lines) == before + 1


def test_requests_that_share_an_id_are_both_answered(client: WireClient) -> None:
    for _ in range(2):
        client.send(
            {"id": "one", "method": "tools/call", "params": {"name": "remember", "arguments": NOTE}}
        )
    answers = [client.answer_to("one")["result"] for _ in range(2)]
    assert sorted(answer["structuredContent"]["created"] for answer in answers) == [False, True]


@pytest.mark.parametrize("era", ["client", "modern"])
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("remember", {**NOTE, "content": "half of a rocket \ud83d"}),
        ("remember", {**NOTE, "content": "\udc00"}),
        ("remember", {**NOTE, "subject": "\ud83d"}),
        ("remember", {**NOTE, "tags": ["\ud83d"]}),
        ("remember", {**NOTE, "session": "\ud83d"}),
        ("remember", {**NOTE, "class": "\ud83d"}),
        ("remember", {**NOTE, "links": [{"type": "supports", "to": "\ud83d"}]}),
        ("remember", {**NOTE, "\ud83d": 1}),
        ("recall", {"query": "\ud83d"}),
        ("get_memory", {"id": "mem_\ud83d"}),
        ("list_memories", {"cursor": "\ud83d"}),
        ("link_memories", {"from": "\ud83d", "to": "\ud83d", "type": "\ud83d"}),
    ],
)
def test_half_of_a_surrogate_pair_is_an_error_of_the_tool(
    request: pytest.FixtureRequest, tool: str, arguments: dict[str, Any], era: str
) -> None:
    connection: WireClient = request.getfixturevalue(era)
    params = {"name": tool, "arguments": arguments, **(ENVELOPE if era == "modern" else {})}
    error = error_of(connection.request("tools/call", params))
    assert error["code"] in (
        "argument_invalid", "argument_unknown", "class_unknown", "memory_unknown"
    )  # fmt: skip


@pytest.mark.parametrize("name", ["\ud83d", "x" * 100_000, ""])
def test_a_strange_name_of_a_tool_is_an_unknown_tool(client: WireClient, name: str) -> None:
    error = client.call(name)["error"]
    assert error["code"] == -32602
    assert len(json.dumps(error)) < 1000


@pytest.mark.parametrize("params", [{}, {"name": 7}, {"name": "recall", "arguments": [1]}])
def test_a_call_of_the_wrong_shape_is_a_protocol_error(
    client: WireClient, params: dict[str, Any]
) -> None:
    assert client.request("tools/call", params)["error"]["code"] == -32602
    assert works(client)


def test_ten_megabytes_in_one_line_are_too_large_for_the_tool(client: WireClient) -> None:
    answer = client.call("remember", {**NOTE, "content": "x" * 10_000_000})
    assert error_of(answer)["code"] == "content_too_large"
    assert works(client)


def test_a_line_beyond_every_bound_is_answered_under_its_id(client: WireClient) -> None:
    answer = client.call("remember", {**NOTE, "content": "x" * 20_000_000})
    assert answer["error"]["code"] == -32600
    assert "16777216" in answer["error"]["message"]
    assert works(client)


@pytest.mark.parametrize(
    "arguments",
    [{"query": "x", "budget_bytes": value} for value in (10**400, 1e308, -1, True, "x")]
    + [{"query": ["x"]}, {"query": {"a": {"b": []}}}, {"query": "a\x00b", "classes": ["note", 3]}],
)
def test_arguments_of_every_json_type_are_answered(
    client: WireClient, arguments: dict[str, Any]
) -> None:
    assert error_of(client.call("recall", arguments))["code"] in (
        "argument_invalid", "class_unknown"
    )  # fmt: skip


def test_a_call_without_arguments_is_one_with_none(client: WireClient) -> None:
    answer = client.request("tools/call", {"name": "list_memories"})["result"]
    assert not answer["isError"]
    error = error_of(client.request("tools/call", {"name": "recall"}))
    assert error["details"]["problems"][0]["path"] == "/query"


def test_every_tool_refuses_an_argument_that_it_does_not_know(client: WireClient) -> None:
    for tool in TOOLS:
        assert error_of(client.call(tool, {"confirm": "yes"}))["code"] == "argument_unknown"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
methods = st.sampled_from(
    ["tools/call", "tools/list", "resources/read", "ping", "notifications/cancelled", "nope", 7]
)
members = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", None]),
        "id": st.one_of(json_values, st.integers(10**6, 10**9)),
        "method": methods,
        "params": json_values,
        "result": json_values,
        "error": json_values,
    },
)
lines = st.one_of(
    members.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=60).map(lambda data: data.replace(b"\n", b"")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(lines, max_size=20))
def test_no_line_stops_the_server(client: WireClient, sent: list[bytes]) -> None:
    client.write(b"\n".join(sent) + b"\n")
    assert client.request("ping")["result"] == {}
