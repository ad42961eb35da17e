"""Whatever state the brain is in, the handshake is answered and each call says what to do."""

import base64
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from myelin.store.format import BASE_OFFSET
from myelin.surface.tools import TOOLS
from myelin.testing import call
from tests.e2e.mcp_wire import WireClient
from tests.e2e.served_brain import ServedBrain

NOTE = {"content": "The build runs on two cores.", "class": "note"}
# Well below the five seconds that a write waits for the lock.
WITHIN_S = 3.0
ANOTHER_NOTE = {"content": "The release is on Tuesdays.", "class": "note"}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "remember": NOTE,
    "recall": {"query": "build"},
    "get_memory": {"id": "mem_0000"},
    "list_memories": {},
    "link_memories": {"from": "mem_0000", "to": "mem_1111", "type": "supports"},
    "match_process": {"task": "build"},
    "get_workflow": {"name": "release"},
    "get_skill": {"name": "style"},
    "save_process": {"yaml": "kind: skill"},
    "list_processes": {},
    "validate": {"content": "x", "standard": "markdown"},
    "precheck": {"action": "make"},
    "save_standard": {"yaml": "name: x"},
}


def no_brain(served: ServedBrain) -> None:
    served.file.unlink()


def no_folder(served: ServedBrain) -> None:
    shutil.rmtree(served.file.parent)


def no_key(served: ServedBrain) -> None:
    served.env["MYELIN_KEY"] = ""


def another_key(served: ServedBrain) -> None:
    served.env["MYELIN_KEY"] = base64.b64encode(bytes(32)).decode()


def no_key_at_all(served: ServedBrain) -> None:
    served.env["MYELIN_KEY"] = "a word"


def flipped_byte(served: ServedBrain) -> None:
    # In the first page of the base, which every call reads.
    data = bytearray(served.file.read_bytes())
    data[BASE_OFFSET + 200] ^= 1
    served.file.write_bytes(data)


def cut_short(served: ServedBrain) -> None:
    os.truncate(served.file, served.file.stat().st_size // 2)


def emptied(served: ServedBrain) -> None:
    served.file.write_bytes(b"")


def another_file(served: ServedBrain) -> None:
    served.file.write_bytes(b"SQLite format 3\0" * 1000)


def a_name_that_cannot_be(served: ServedBrain) -> None:
    served.arguments = ["--name", "../up"]


def a_nearby_name(served: ServedBrain) -> None:
    served.arguments = ["--name", "projekt"]


def unreadable_settings(served: ServedBrain) -> None:
    home = served.folder / "home"
    home.mkdir()
    (home / "config.json").write_text("{")


def tree(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def error_of(answer: dict[str, Any]) -> dict[str, Any]:
    assert answer["result"]["isError"]
    error: dict[str, Any] = json.loads(answer["result"]["content"][0]["text"])["error"]
    return error


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (no_brain, "brain_unknown"),
        (no_folder, "brain_unknown"),
        (no_key, "key_required"),
        (another_key, "key_wrong"),
        (no_key_at_all, "key_wrong"),
        (flipped_byte, "brain_damaged"),
        (cut_short, "brain_damaged"),
        (emptied, "brain_damaged"),
        (another_file, "brain_damaged"),
        (a_name_that_cannot_be, "path_refused"),
        (a_nearby_name, "brain_unknown"),
        (unreadable_settings, "path_refused"),
    ],
)
def test_the_handshake_is_answered_and_every_call_says_what_is_wrong(
    tmp_path: Path, spoil: Callable[[ServedBrain], None], code: str
) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    with served.opened() as engine:
        call(engine, "remember", **NOTE)
    spoil(served)
    before = tree(tmp_path)
    assert ARGUMENTS.keys() == TOOLS.keys()
    with served.wire() as client:
        assert client.initialize()["serverInfo"]["name"] == "myelin"
        assert len(client.request("tools/list")["result"]["tools"]) == len(TOOLS)
        for tool, arguments in ARGUMENTS.items():
            error = error_of(client.call(tool, arguments))
            assert error["code"] == code
            assert error["hint"]
        core = client.request("resources/read", {"uri": "myelin://core"})["error"]
        assert core["code"] == -32603
        assert core["data"]["error"]["code"] == code
        client.end_input()
        assert client.wait() == 0
        assert client.stderr == b""
    assert tree(tmp_path) == before


def test_a_nearby_name_is_named(tmp_path: Path) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    a_nearby_name(served)
    with served.wire() as client:
        client.initialize()
        assert "--name project" in error_of(client.call("recall", {"query": "x"}))["hint"]


def test_a_brain_and_a_key_that_come_later_are_found(tmp_path: Path) -> None:
    served = ServedBrain(tmp_path)
    with served.wire() as client:
        client.initialize()
        assert error_of(client.call("remember", NOTE))["code"] == "brain_unknown"
        served.make()
        assert client.call("remember", NOTE)["result"]["structuredContent"]["created"]


def test_a_brain_that_is_replaced_under_the_server_is_opened_afresh(tmp_path: Path) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    with served.wire() as client:
        client.initialize()
        first = client.call("remember", NOTE)["result"]["structuredContent"]
        for file in served.file.parent.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        served.make()
        for _ in range(2):
            answer = client.call("remember", NOTE)["result"]
        assert answer["structuredContent"]["created"]
        assert answer["structuredContent"]["brain"]["id"] != first["brain"]["id"]


def test_a_brain_that_another_process_holds_is_busy_for_writes_and_open_for_reads(
    tmp_path: Path,
) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    with served.wire() as client, contextlib.ExitStack() as held:
        client.initialize()
        client.call("remember", NOTE)
        hold(held, served)
        blocked = client.post(
            "tools/call", {"name": "remember", "arguments": {**NOTE, "content": "x"}}
        )
        answers_meanwhile(client)
        error = error_of(client.answer_to(blocked))
        assert error["code"] == "brain_busy"
        assert error["retry"]
        held.close()
        assert client.call("remember", {**NOTE, "content": "x"})["result"]["structuredContent"][
            "created"
        ]


def hold(held: contextlib.ExitStack, served: ServedBrain) -> None:
    """Take the lock between processes, as another server in the middle of a write does."""
    (path,) = served.file.parent.glob("*.lock")
    file = held.enter_context(path.open("r+b"))
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return


def answers_meanwhile(client: WireClient) -> None:
    calls = [client.post("tools/call", {"name": "recall", "arguments": {"query": "build"}})]
    calls += [client.post("ping"), client.post("tools/list")]
    for call_id in calls:
        result = client.answer_to(call_id, WITHIN_S)["result"]
        assert not result.get("isError")
