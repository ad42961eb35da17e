"""When a stdio server leaves, and what becomes of the calls that were open."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.mcp_wire import ENVELOPE, WireClient

PROBE = [sys.executable, str(Path(__file__).with_name("probe_server.py"))]
LEAVES_WITHIN_S = 2.0
NOT_AT_START = {
    b"apsw", b"asyncio", b"cryptography", b"email", b"keyring", b"pydantic", b"re2", b"rich",
    b"typer", b"yaml",
}  # fmt: skip


def slow_call(client: WireClient, seconds: float, path: Path) -> int:
    arguments = {"seconds": seconds, "path": str(path)}
    return client.post("tools/call", {"name": "slow", "arguments": arguments})


def test_a_server_leaves_when_its_input_ends() -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        client.end_input()
        assert client.wait(LEAVES_WITHIN_S) == 0
        assert client.stderr == b""


def test_a_handshake_and_a_list_of_tools_load_nothing_that_only_a_call_needs() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "myelin", "serve"]
    with WireClient(command) as client:
        client.initialize()
        assert client.request("tools/list")["result"]["tools"]
        client.end_input()
        assert client.wait() == 0
        loaded = {line.split(b"|")[-1].strip() for line in client.stderr.splitlines()}
    assert b"myelin.server.connection" in loaded
    assert not [name for name in loaded if name.split(b".")[0] in NOT_AT_START]
    assert not [name for name in loaded if name.startswith(b"myelin.contract.operations.")]


def test_a_server_that_was_never_spoken_to_leaves_when_its_input_ends() -> None:
    with WireClient(PROBE) as client:
        client.end_input()
        assert client.wait() == 0
        assert client.lines == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_server_leaves_when_a_signal_asks_it_to(number: signal.Signals) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        client.process.send_signal(number)
        assert client.wait(LEAVES_WITHIN_S) == 0
        assert client.stderr == b""


def test_calls_that_are_open_when_the_input_ends_are_still_answered(tmp_path: Path) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        slow = slow_call(client, 0.4, tmp_path / "file")
        client.end_input()
        assert client.wait(LEAVES_WITHIN_S) == 0
        assert not client.answer_to(slow)["result"]["isError"]
        assert (tmp_path / "file").read_text() == "committed"


@pytest.mark.parametrize("how", ["input", "signal"])
def test_a_call_without_an_end_does_not_hold_the_server(how: str, tmp_path: Path) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        slow_call(client, 30, tmp_path / "file")
        client.call("quiet")
        if how == "input":
            client.end_input()
        else:
            client.process.terminate()
        assert client.wait(LEAVES_WITHIN_S) == 0


def test_a_client_that_stops_reading_does_not_hold_the_server() -> None:
    with subprocess.Popen(PROBE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        line = b'{"jsonrpc":"2.0","id":%d,"method":"nope"}\n'
        process.stdin.write(
            b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":'
            b'"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}\n'
            + b"".join(line % number for number in range(1, 2000))
        )
        process.stdin.flush()
        assert process.stdout
        process.stdout.read1(1)
        process.terminate()
        assert process.wait(LEAVES_WITHIN_S) == 0


def test_a_cancelled_call_ends_its_work_and_is_not_answered(tmp_path: Path) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        slow = slow_call(client, 0.3, tmp_path / "file")
        client.send({"method": "notifications/cancelled", "params": {"requestId": slow}})
        assert not client.call("quiet")["result"]["isError"]
        client.end_input()
        assert client.wait(LEAVES_WITHIN_S) == 0
        assert (tmp_path / "file").read_text() == "committed"
        assert all(b'"id":%d' % slow not in line for line in client.lines)


def test_slow_calls_that_fill_every_thread_leave_the_handshake_era_alive(tmp_path: Path) -> None:
    with WireClient(PROBE) as client:
        client.initialize()
        calls = [slow_call(client, 0.5, tmp_path / str(number)) for number in range(60)]
        assert client.answer_to(client.post("ping"), 0.4)["result"] == {}
        assert all(not client.answer_to(call)["result"]["isError"] for call in calls)


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_a_server_whose_stderr_cannot_be_written_serves_all_the_same(closed: str) -> None:
    with WireClient(["sh", "-c", f'exec "$@" {closed}', "sh", *PROBE]) as client:
        client.initialize()
        assert client.call("broken")["result"]["isError"]
        assert not client.call("quiet")["result"]["isError"]
        client.end_input()
        assert client.wait(LEAVES_WITHIN_S) == 0


def test_requests_from_a_file_are_all_answered(tmp_path: Path) -> None:
    lines = [b'{"jsonrpc":"2.0","id":%d,"method":"nope"}' % number for number in range(300)]
    (tmp_path / "requests").write_bytes(b"\n".join(lines))
    with (tmp_path / "requests").open("rb") as requests:
        done = subprocess.run(PROBE, stdin=requests, stdout=subprocess.PIPE, timeout=20)
    assert done.returncode == 0
    answered = {json.loads(line)["id"] for line in done.stdout.splitlines()}
    assert answered == set(range(300))


PARENT = """
import subprocess, sys, time
ends = {"stdin": int(sys.argv[1]), "stdout": int(sys.argv[2])}
print(subprocess.Popen(sys.argv[3:], **ends).pid, flush=True)
time.sleep(60)
"""


def test_a_server_leaves_when_its_parent_died_and_the_input_stays_open() -> None:
    requests, asking = os.pipe()
    answers, answering = os.pipe()
    with (
        os.fdopen(answers, "rb") as answered,
        os.fdopen(asking, "wb", buffering=0) as asked,
        subprocess.Popen(
            [sys.executable, "-c", PARENT, str(requests), str(answering), *PROBE],
            stdout=subprocess.PIPE,
            pass_fds=[requests, answering],
        ) as parent,
    ):
        os.close(requests)
        os.close(answering)
        assert parent.stdout
        server_id = int(parent.stdout.readline())
        # Its answer shows that the server is up, so that only the leaving is timed.
        asked.write(b'{"jsonrpc":"2.0","id":1,"method":"nope"}\n')
        assert b'"id":1' in answered.readline()
        assert is_alive(server_id)
        parent.kill()
        died_at = time.monotonic()
        while is_alive(server_id):
            assert time.monotonic() - died_at < LEAVES_WITHIN_S
            time.sleep(0.05)


def is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    try:
        # A zombie that nobody collected is gone as far as its files and locks go.
        return b") Z" not in Path(f"/proc/{process_id}/stat").read_bytes()
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("modern", [False, True])
def test_every_line_on_stdout_is_json_whatever_prints(modern: bool) -> None:
    with WireClient([*PROBE[:1], "-W", "always", *PROBE[1:]]) as client:
        if not modern:
            client.initialize()
        params = {"name": "noisy", "arguments": {}, **(ENVELOPE if modern else {})}
        calls = [client.post("tools/call", params) for _ in range(50)]
        for call in calls:
            assert not client.answer_to(call)["result"]["isError"]
        client.end_input()
        client.wait()
        assert len(client.lines) == 50 + (not modern)
        assert b"a banner of a C library" in client.stderr


@pytest.mark.parametrize("modern", [False, True])
def test_no_text_of_an_unexpected_error_leaves_the_process(modern: bool) -> None:
    with WireClient(PROBE) as client:
        if not modern:
            client.initialize()
        extra = ENVELOPE if modern else {}
        broken = client.request("tools/call", {"name": "broken", "arguments": {}, **extra})
        assert broken["result"]["isError"]
        assert '"code":"internal_error"' in broken["result"]["content"][0]["text"]
        core = client.request("resources/read", {"uri": "myelin://core", **extra})
        assert core["error"]["code"] == -32603
        client.end_input()
        client.wait()
        assert b"canary" not in b"".join(client.lines) + client.stderr
        assert b"ValueError" in client.stderr
