"""A connection belongs to no era, and is served without the MCP package."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from myelin.server.connection import _THREADS_MAX
from tests.e2e.mcp_wire import ENVELOPE, WireClient
from tests.e2e.served_brain import ServedBrain
from tests.e2e.test_stdio_lifecycle import PROBE, slow_call

CHANGED = "notifications/prompts/list_changed"
SKILL = "kind: workflow\nname: {}\ntitle: T\nsummary: S\ntriggers: [x]\nsteps: [{{id: a, do: B}}]\n"
PACKAGE = {b"mcp", b"mcp_types", b"starlette", b"uvicorn", b"anyio", b"asyncio", b"httpx"}


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[WireClient]:
    served = ServedBrain(tmp_path)
    served.make()
    with served.wire() as client:
        yield client
        client.end_input()
        assert client.wait() == 0
        assert client.stderr == b""


def save(name: str) -> dict[str, object]:
    return {"name": "save_process", "arguments": {"yaml": SKILL.format(name)}}


def actor_of(wire: WireClient, name: str) -> str:
    found = wire.call("get_workflow", {"name": name})["result"]["structuredContent"]
    return str(found["process"]["actor"])


def test_each_request_is_judged_by_its_own_envelope(wire: WireClient) -> None:
    assert wire.request("tools/list", ENVELOPE)["result"]["resultType"] == "complete"
    assert wire.request("tools/list")["error"]["code"] == -32602
    wire.initialize("2025-06-18")
    assert "resultType" not in wire.request("tools/list")["result"]
    assert wire.request("tools/list", ENVELOPE)["result"]["resultType"] == "complete"
    assert wire.request("ping", ENVELOPE)["error"]["code"] == -32601
    assert wire.request("server/discover")["error"]["code"] == -32601
    assert wire.initialize("2024-11-05")["protocolVersion"] == "2024-11-05"


def test_a_write_names_the_client_of_its_own_request(wire: WireClient) -> None:
    key = "io.modelcontextprotocol/clientInfo"
    other = {"_meta": {**ENVELOPE["_meta"], key: {"name": "other", "version": "1"}}}
    wire.initialize()
    wire.request("tools/call", {**save("first"), **other})
    wire.request("tools/call", save("second"))
    assert (actor_of(wire, "first"), actor_of(wire, "second")) == ("other", "wire")


def test_a_change_is_told_to_the_handshake_and_to_every_stream_once(wire: WireClient) -> None:
    wire.initialize()
    asked = {**ENVELOPE, "notifications": {"promptsListChanged": True}}
    for request_id in ("a", "b", "cancelled"):
        wire.send({"id": request_id, "method": "subscriptions/listen", "params": asked})
        assert wire.next_answer()["method"] == "notifications/subscriptions/acknowledged"
    wire.send({"method": "notifications/cancelled", "params": {"requestId": "cancelled"}})
    wire.request("prompts/list")
    wire.request("tools/call", save("first"))
    wire.request("ping")
    told = [line for line in wire.lines if CHANGED.encode() in line]
    assert len(told) == 3
    assert sum(b"subscriptionId" in line for line in told) == 2
    wire.end_input()
    for request_id in ("a", "b"):
        ended = wire.answer_to(request_id)["result"]
        assert ended["_meta"]["io.modelcontextprotocol/subscriptionId"] == request_id
        assert ended["resultType"] == "complete"
    assert wire.wait() == 0
    assert all(b'"id":"cancelled"' not in line for line in wire.lines)


def test_a_seventeenth_stream_is_refused_and_a_cancelled_one_makes_room(wire: WireClient) -> None:
    asked = {**ENVELOPE, "notifications": {"promptsListChanged": True}}
    streams = [wire.post("subscriptions/listen", asked) for _ in range(16)]
    assert wire.request("subscriptions/listen", asked)["error"]["code"] == -32603
    wire.send({"method": "notifications/cancelled", "params": {"requestId": streams[0]}})
    again = wire.post("subscriptions/listen", asked)
    assert wire.request("server/discover", ENVELOPE)["result"]
    assert all(b'"id":%d,' % again not in line for line in wire.lines)


def test_a_call_that_was_cancelled_before_it_had_a_thread_never_begins(tmp_path: Path) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        calls = [slow_call(client, 0.4, tmp_path / str(n)) for n in range(_THREADS_MAX + 2)]
        cancelled = {"requestId": calls[-1]}
        client.send({"method": "notifications/cancelled", "params": cancelled})
        assert client.answer_to(calls[-2])["result"]
        client.call("quiet")
        client.end_input()
        assert client.wait() == 0
        assert (tmp_path / str(_THREADS_MAX)).exists()
        assert not (tmp_path / str(_THREADS_MAX + 1)).exists()


def test_a_call_that_outlives_the_connection_is_answered_with_an_error(tmp_path: Path) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        slow = slow_call(client, 30, tmp_path / "file")
        client.end_input()
        assert client.wait() == 0
        assert client.answer_to(slow)["error"]["code"] == -32000


def test_nothing_of_the_package_is_loaded_after_every_kind_of_request(tmp_path: Path) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    command = [sys.executable, "-X", "importtime", "-m", "myelin", *served._words()]
    with WireClient(command, served._environment()) as client:
        client.initialize()
        for params in ({}, ENVELOPE):
            for method, more in (
                ("tools/list", {}),
                ("tools/call", {"name": "recall", "arguments": {"query": "x"}}),
                ("tools/call", save("first")),
                ("resources/list", {}),
                ("resources/templates/list", {}),
                ("resources/read", {"uri": "myelin://core"}),
                ("prompts/list", {}),
                ("prompts/get", {"name": "myelin-loop"}),
            ):
                answer = client.request(method, {**more, **params})
                assert not answer["result"].get("isError"), answer
        client.end_input()
        assert client.wait() == 0
    loaded = {line.split(b"|")[-1].strip() for line in client.stderr.splitlines()}
    assert b"myelin.server.answers" in loaded
    assert sorted(name for name in loaded if name.split(b".")[0] in PACKAGE) == []
