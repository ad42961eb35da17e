"""Many servers, many calls and large brains: nothing lost, nothing too large to read."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from myelin.engine.engine import Engine
from myelin.surface.resources import RESOURCES
from myelin.surface.tools import TOOLS
from myelin.testing import call
from tests.e2e.mcp_wire import WireClient
from tests.e2e.served_brain import ServedBrain

# What hosts cut off above is 25,000 tokens; three bytes a token is the worst that they count.
ANSWER_BYTES_MAX = 75_000


@pytest.fixture
def served(tmp_path: Path) -> ServedBrain:
    brain = ServedBrain(tmp_path)
    brain.make()
    return brain


def text_of(answer: dict[str, Any]) -> str:
    assert not answer["result"]["isError"], answer
    text: str = answer["result"]["content"][0]["text"]
    return text


@pytest.mark.slow
def test_four_servers_with_fifty_calls_each_at_once_save_two_hundred_memories(
    served: ServedBrain,
) -> None:
    clients: list[WireClient] = []
    try:
        clients.extend(served.wire() for _ in range(4))
        calls = []
        for client in clients:
            client.initialize()
        for number in range(50):
            for index, client in enumerate(clients):
                note = {"content": f"fact {index} of {number}", "class": "fact"}
                params = {"name": "remember", "arguments": note}
                calls.append((client, client.post("tools/call", params)))
        for client, request_id in calls:
            assert json.loads(text_of(client.answer_to(request_id, 60)))["created"]
        for client in clients:
            assert json.loads(text_of(client.call("list_memories", {"limit": 1})))["total"] == 200
            client.end_input()
            assert client.wait() == 0
    finally:
        for client in clients:
            client.__exit__()
    with served.opened() as engine:
        assert engine.store.check() == []
    with served.opened() as engine, engine.store.read() as session:
        assert list(session.execute("SELECT count(*) FROM memory")) == [(200,)]


def save_large_documents(engine: Engine) -> None:
    """Save processes and standards whose every answer would be large."""
    for number in range(60):
        process = {
            "kind": "workflow", "name": f"large-{number}", "title": "Large",
            "summary": "s" * 4000, "triggers": ["deploy"], "steps": [{"id": "a", "do": "d" * 4000}],
        }  # fmt: skip
        call(engine, "save_process", yaml=json.dumps(process))
    skill = {
        "kind": "skill", "name": "largest", "title": "Largest", "summary": "s", "triggers": ["x"],
        "guidance": "g" * 65_000,
    }  # fmt: skip
    call(engine, "save_process", yaml=json.dumps(skill))
    for number in range(3):
        standard = {
            "name": f"large-{number}", "title": "t" * 200,
            "rules": [
                {"id": "r", "check": "forbid_pattern", "pattern": "deploy", "message": "m" * 1000}
            ],
            "risks": [
                {"id": f"r{risk}", "level": "HIGH", "match": ["deploy"], "reason": "r" * 900,
                 "instead": "i" * 900}
                for risk in range(30)
            ],
        }  # fmt: skip
        call(engine, "save_standard", yaml=json.dumps(standard))


def claim_and_propose_much(engine: Engine) -> None:
    """Keep preferences with long words, and proposals that rest on many outcomes."""
    for number in range(60):
        statement = f"Always {number} " + "w" * 2000
        call(engine, "set_preference", key=f"k{number}", value="v" * 250, statement=statement)
    evidence = json.dumps(list(range(1, 65)))
    with engine.store.write() as session:
        session.executemany(
            """INSERT INTO proposal (id, kind, target, state, reason, evidence, sensitivity,
               origin, created_at)
               VALUES (?, 'new_rule', 'x', 'stale', 'r', ?, 'normal', 'loop', 1)""",
            [(number, evidence) for number in range(1, 150)],
        )


@pytest.mark.slow
def test_no_answer_is_too_large_for_a_host(served: ServedBrain) -> None:
    with served.opened() as engine:
        latest = None
        for number in range(60):
            content = f"deploy {number} " + "ветер \U0001f680 " * 1000
            saved = call(
                engine, "remember", content=content[:8000], class_="decision",
                **({"supersedes": latest} if latest and number % 2 else {}),
            )  # fmt: skip
            latest = saved["memory"]["id"]
        save_large_documents(engine)
        claim_and_propose_much(engine)
    asked: dict[str, dict[str, Any]] = {
        "recall": {"query": "deploy", "budget_bytes": 65536},
        "list_memories": {"limit": 200, "include_superseded": True},
        "get_memory": {"id": latest},
        "match_process": {"task": "deploy", "limit": 50},
        "get_workflow": {"name": "large-0"},
        "get_skill": {"name": "largest"},
        "list_processes": {"include_versions": True},
        "validate": {"content": "deploy\n" * 5000, "standard": "large-0"},
        "precheck": {"action": "deploy"},
        "list_proposals": {"state": "stale"},
        "get_preferences": {},
    }
    assert asked.keys() == {name for name, tool in TOOLS.items() if tool.operation.effect == "read"}
    with served.wire() as client:
        client.initialize()
        for tool, arguments in asked.items():
            # Up to 500 violations are promised, so that one may be twice as long.
            bytes_max = ANSWER_BYTES_MAX * (2 if tool == "validate" else 1)
            assert len(text_of(client.call(tool, arguments)).encode()) <= bytes_max
        for uri in RESOURCES:
            contents = client.request("resources/read", {"uri": uri})["result"]["contents"]
            assert len(contents[0]["text"].encode()) <= ANSWER_BYTES_MAX


@pytest.mark.slow
def test_a_server_that_leaves_folds_a_long_log_into_a_new_base(served: ServedBrain) -> None:
    with served.opened() as engine:
        for number in range(210):
            call(engine, "remember", content=f"fact {number}", class_="fact")
        assert engine.store.compaction_due()
    with served.wire() as client:
        client.initialize()
        text_of(client.call("recall", {"query": "fact"}))
        client.end_input()
        assert client.wait() == 0
        assert client.stderr == b""
    with served.opened() as engine:
        assert engine.store.position.epoch == 2
        assert call(engine, "list_memories", limit=1)["total"] == 210


@pytest.mark.slow
def test_a_server_with_nothing_to_do_folds_a_long_log_into_a_new_base(served: ServedBrain) -> None:
    with served.opened() as engine:
        for number in range(210):
            call(engine, "remember", content=f"fact {number}", class_="fact")
    with served.wire() as client, served.opened() as engine:
        client.initialize()
        text_of(client.call("recall", {"query": "fact"}))
        deadline_s = time.monotonic() + 20
        while engine.store.position.epoch == 1 and time.monotonic() < deadline_s:
            time.sleep(0.2)
            with engine.store.read():
                """Reading catches up with what the server did."""
        assert engine.store.position.epoch == 2
        text_of(client.call("recall", {"query": "fact"}))
