"""`myelin serve --http --device`: one brain of this machine for programs on it."""

import http.client
import json
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.cli_shell import Shell, new_shell
from tests.e2e.http_wire import HANDSHAKE, HttpPeer, device_process, modern_headers
from tests.e2e.mcp_wire import ENVELOPE

PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
CANARY = "zanzibar-canary"


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    made = new_shell(tmp_path_factory.mktemp("device"))
    made.json("init")
    made.json("remember", "The port of the service is 8080.", "--subject", "port")
    for number in range(3):
        text = f"The secret plan {number} is {CANARY}."
        made.json("remember", text, "--sensitivity", "local_only", "--tag", CANARY)
    return made


@pytest.fixture(scope="module")
def peer(shell: Shell) -> Iterator[HttpPeer]:
    with device_process([], shell.cwd, shell.environment) as (client, _):
        yield client


@pytest.mark.parametrize("era", ["handshake", "modern"])
def test_a_program_remembers_and_recalls(peer: HttpPeer, era: str) -> None:
    text = f"Releases of the {era} kind leave on Fridays."
    written = peer.call("remember", {"content": text, "class": "convention"}, era)
    memory_id = written["structuredContent"]["memory"]["id"]
    saved = peer.call("get_memory", {"id": memory_id}, era)["structuredContent"]["memory"]
    assert saved["origin"] == "host"
    found = peer.call("recall", {"query": f"when do {era} releases leave"}, era)
    assert text in [each["content"] for each in found["structuredContent"]["memories"]]


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"authorization": ""}, 401, "token_invalid"),
        ({"authorization": "Bearer wrong"}, 401, "token_invalid"),
        ({"authorization": "Basic dTpw"}, 401, "token_invalid"),
        ({"authorization": "Bearer a b"}, 401, "token_invalid"),
        ({"host": "evil.example"}, 421, "host_refused"),
        ({"host": "127.0.0.1:1"}, 421, "host_refused"),
        ({"origin": "https://evil.example"}, 403, "origin_refused"),
        ({"origin": "null"}, 403, "origin_refused"),
        ({"sec-fetch-site": "cross-site"}, 403, "origin_refused"),
        ({"content-encoding": "gzip"}, 415, "media_refused"),
    ],
)
def test_what_a_stage_refuses_never_reaches_the_brain(
    peer: HttpPeer, headers: dict[str, str], status: int, code: str
) -> None:
    answer = peer.send(PING, {**HANDSHAKE, **headers})
    assert answer.status == status
    assert answer.document["error"]["data"]["error"]["code"] == code
    assert ("www-authenticate" in answer.headers) == (status == 401)


def test_other_methods_paths_and_queries_are_refused(peer: HttpPeer) -> None:
    for method in ("GET", "HEAD", "DELETE", "OPTIONS", "PUT"):
        answer = peer.send(method=method)
        assert (answer.status, answer.headers["allow"]) == (405, "POST")
    assert peer.send(PING, path="/mcp?token=x").status == 400
    for path in ("/", "/mcp/", "/v1/brains", "/.well-known/oauth-protected-resource"):
        assert peer.send(PING, path=path).document["error"]["code"] == "route_unknown"
    health = peer.send(method="GET", path="/v1/health", headers={"authorization": ""})
    assert health.document.keys() == {"status", "version"}
    assert {"server", "date"} & health.headers.keys() == set()


def test_a_header_that_decides_about_access_comes_once(peer: HttpPeer) -> None:
    with socket.create_connection(("127.0.0.1", peer.port)) as raw:
        lines = [
            "POST /mcp HTTP/1.1",
            f"Host: 127.0.0.1:{peer.port}",
            f"Content-Length: {len(PING)}",
        ]
        lines += [f"Authorization: Bearer {peer.token}", "Authorization: Bearer other"]
        raw.sendall("\r\n".join([*lines, "", ""]).encode() + PING)
        assert raw.recv(4096).startswith(b"HTTP/1.1 400 ")


def test_a_body_beyond_the_limit_is_not_read(peer: HttpPeer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", peer.port, timeout=30)
    headers = {"authorization": f"Bearer {peer.token}", "content-length": str(1 << 30)}
    connection.request("POST", "/mcp", headers=headers)
    assert connection.getresponse().status == 413


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, -32700),
        (b"{", 400, -32700),
        (b"[]", 400, -32600),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "x": NaN}', 400, -32700),
        (b'{"jsonrpc": "2.0", "id": 5, "method": 3}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":' + b"[" * 5000 + b"]" * 5000 + b"}",
         400, -32600),
    ],
)  # fmt: skip
def test_a_body_that_is_no_message_is_answered_under_its_id(
    peer: HttpPeer, body: bytes, status: int, code: int
) -> None:
    for headers in (HANDSHAKE, modern_headers({"method": "ping"})):
        answer = peer.send(body, headers)
        assert (answer.status, answer.document["error"]["code"]) == (status, code)
        assert answer.document["id"] == (5 if b'"id"' in body and b"NaN" not in body else None)


def test_a_byte_order_mark_is_no_part_of_a_message(peer: HttpPeer) -> None:
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": ENVELOPE})
    for headers in (HANDSHAKE, modern_headers(json.loads(message))):
        answer = peer.send(b"\xef\xbb\xbf" + message.encode(), headers)
        assert len(answer.document["result"]["tools"]) == 18


def walk(peer: HttpPeer) -> str:
    """Ask every tool, resource and prompt that reads, and return all that came."""
    asked: list[dict[str, Any]] = [
        {"method": method} for method in ("tools/list", "resources/list", "prompts/list")
    ]
    calls = [
        ("recall", {"query": f"secret plan {CANARY}", "explain": True, "include_superseded": True}),
        ("recall", {"query": "port", "tags": [CANARY]}),
        ("list_memories", {"limit": 100}),
        ("get_preferences", {}),
        ("list_processes", {}),
        ("list_proposals", {}),
        ("match_process", {"task": f"secret plan {CANARY}"}),
        ("precheck", {"action": "rm -rf /"}),
        ("validate", {"content": "# x", "standard": "markdown"}),
    ]
    asked += [
        {"method": "tools/call", "params": {"name": name, "arguments": given}}
        for name, given in calls
    ]
    for uri in ("core", "preferences", "processes", "stats"):
        asked.append({"method": "resources/read", "params": {"uri": f"myelin://{uri}"}})
    return "".join(json.dumps(peer.message(each), ensure_ascii=False) for each in asked)


def test_what_stays_on_the_device_is_shown_to_no_program(shell: Shell, peer: HttpPeer) -> None:
    kept = shell.json("list", "--tag", CANARY)["memories"][0]["id"]
    shown = walk(peer)
    assert "8080" in shown
    assert kept not in shown
    # The query and the tag come back as words of the caller's own.
    listed = peer.call("list_memories", {"limit": 100})["structuredContent"]
    assert listed["total"] == len(listed["memories"])
    assert CANARY not in json.dumps(listed)
    assert peer.call("get_memory", {"id": kept})["isError"] is True
    refused = peer.call(
        "remember", {"content": "Not out of here.", "class": "note", "sensitivity": "local_only"}
    )
    assert json.loads(refused["content"][0]["text"])["error"]["code"] == "local_only_refused"


def test_local_needs_a_person(shell: Shell) -> None:
    refused = shell.run("serve", "--http", "--device", "--local", "--listen", "127.0.0.1:0")
    assert refused.code == 3
    for words in (["--device"], ["--local"], ["--http"], ["--http", "--device", "--listen", "x"]):
        assert shell.run("serve", *words).code == 2
    for listen in ("0.0.0.0:0", "192.0.2.1:80"):
        refused = shell.run("serve", "--http", "--device", "--listen", listen)
        assert (refused.code, "loopback" in refused.remarks) == (2, True)


def test_a_taken_port_is_said(shell: Shell, peer: HttpPeer) -> None:
    refused = shell.run("serve", "--http", "--device", "--listen", f"127.0.0.1:{peer.port}")
    assert refused.code == 2
    assert "nothing can listen there" in refused.remarks


def test_an_acknowledged_write_survives_a_kill(tmp_path: Path) -> None:
    shell = new_shell(tmp_path)
    shell.json("init")
    with device_process([], shell.cwd, shell.environment) as (client, process):
        acknowledged: list[str] = []

        def write(number: int) -> None:
            for each in range(40):
                given = {"content": f"Statement {number} {each} of the load.", "class": "note"}
                try:
                    written = client.call("remember", given)
                except (OSError, http.client.HTTPException):
                    return
                acknowledged.append(written["structuredContent"]["memory"]["id"])

        threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        while len(acknowledged) < 20:
            threads[0].join(0.01)
        process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    held = {each["id"] for each in shell.json("list", "--all")["memories"]}
    assert len(acknowledged) >= 20
    assert set(acknowledged) <= held


def test_a_signal_ends_the_server_and_the_token_dies_with_it(shell: Shell) -> None:
    with device_process([], shell.cwd, shell.environment) as (client, process):
        assert client.message({"method": "ping"})["result"] == {}
        process.send_signal(signal.SIGTERM)
        _, remarks = process.communicate(timeout=30)
    assert (remarks, process.returncode) == (b"", 0)
    kept = [path for path in shell.home.rglob("*") if path.is_file()]
    assert not any(client.token.encode() in path.read_bytes() for path in kept)


def test_an_error_of_the_brain_is_an_answer_of_the_tool(tmp_path: Path) -> None:
    shell = new_shell(tmp_path)
    with device_process([], shell.cwd, shell.environment) as (client, process):
        answer = client.call("recall", {"query": "x"})
        assert answer["isError"] is True
        assert "brain_unknown" in answer["content"][0]["text"]
        process.send_signal(signal.SIGTERM)
        _, remarks = process.communicate(timeout=30)
    assert str(tmp_path).encode() not in remarks
