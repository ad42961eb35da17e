"""The dense companion in a served brain and on the command line; only the owner switches it on."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from myelin import dense
from tests.e2e.mcp_wire import WireClient
from tests.e2e.served_brain import ServedBrain
from tests.surface.every_command import Walk

installed = pytest.mark.skipif(
    dense.why_unusable() is not None, reason="the extra is not installed"
)
BREAD = "Bread needs flour, water, salt and a warm place."
TEXTS = [BREAD, "The parliament voted on the budget in March.", "The deploy job retries."]
AGENT = {"CLAUDECODE": "1"}


@pytest.fixture
def served(tmp_path: Path) -> ServedBrain:
    brain = ServedBrain(tmp_path)
    brain.make()
    return brain


def switch(brain: ServedBrain, value: Any) -> None:
    home = brain.folder / "home"
    home.mkdir(exist_ok=True)
    (home / "config.json").write_text(json.dumps({"dense": value}), "utf-8")


def tell(client: WireClient) -> None:
    client.initialize()
    for text in TEXTS:
        client.call("remember", {"content": text, "class": "note"})


def asked(client: WireClient, query: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.call("recall", {"query": query})["result"]["structuredContent"]
    return answer


@installed
def test_a_served_brain_recalls_by_meaning_and_lists_the_same_tools(served: ServedBrain) -> None:
    with served.wire() as client:
        tell(client)
        assert asked(client, "dough for a loaf")["memories"] == []
        plain = client.request("tools/list", {})["result"]
    switch(served, True)
    with served.wire() as client:
        client.initialize()
        [found] = asked(client, "dough for a loaf")["memories"]
        assert (found["content"], found["via"]) == (BREAD, "meaning")
        assert client.request("tools/list", {})["result"] == plain


def test_a_value_that_is_no_plain_yes_is_refused_by_name(served: ServedBrain) -> None:
    switch(served, "yes")
    with served.wire() as client:
        client.initialize()
        answer = client.call("recall", {"query": "dough for a loaf"})["result"]
    assert answer["isError"]
    assert "dense" in answer["content"][0]["text"]


def test_neither_environment_nor_flag_switches_it_on(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.marks = {"MYELIN_DENSE": "1", "DENSE": "true"}
    walk.run("init", "--bare", "--phrase-file", "words")
    assert walk.run("dense status")["on"] is False
    with pytest.raises(AssertionError):
        walk.run("dense status", "--dense")


@installed
def test_the_owner_switches_it_on_and_off(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.run("init", "--bare", "--phrase-file", "words")
    for text in TEXTS:
        walk.run("remember", text)
    assert walk.run("recall", "dough for a loaf")["memories"] == []
    assert walk.run("dense on") == {"on": True, "usable": True, "vectors": 3, "memories": 3}
    [found] = walk.run("recall", "dough for a loaf")["memories"]
    assert found["content"] == BREAD
    assert walk.run("dense status")["vectors"] == 3
    assert walk.run("dense off") == {"on": False, "usable": True, "vectors": 0, "memories": 3}
    assert walk.run("recall", "dough for a loaf")["memories"] == []


@installed
def test_purge_rotation_and_restore_keep_the_vectors_of_what_stays(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.run("init", "--bare", "--phrase-file", "words")
    ids = [walk.run("remember", text)["memory"]["id"] for text in TEXTS]
    walk.run("dense on")
    walk.run("snapshot create", "three")
    walk.run("purge", "project", ids[1], "--reason", "gone", "--yes", ids[1])
    assert walk.run("dense status")["vectors"] == 2
    walk.run("key rotate", "--unattended", "--phrase-file", "more-words")
    assert walk.run("dense status")["vectors"] == 2
    walk.run("archive", ids[2])
    walk.run("restore", "project", "--at", "three", "--in-place", "--unattended")
    assert walk.run("dense status") == {"on": True, "usable": True, "vectors": 2, "memories": 2}


def test_other_settings_of_the_file_stay_as_they_are(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    walk.run("init", "--bare", "--phrase-file", "words")
    settings = tmp_path / "home" / "config.json"
    settings.write_text(json.dumps({"force_network": True, "unknown": [1]}), "utf-8")
    walk.run("dense off")
    assert json.loads(settings.read_text("utf-8")) == {
        "force_network": True,
        "unknown": [1],
        "dense": False,
    }


@pytest.mark.parametrize("command", ["dense on", "dense off"])
def test_an_agent_that_drives_the_shell_switches_nothing(tmp_path: Path, command: str) -> None:
    walk = Walk(tmp_path)
    walk.run("init", "--bare", "--phrase-file", "words")
    walk.marks = AGENT
    with pytest.raises(AssertionError, match=command):
        walk.run(command)
    assert not (tmp_path / "home" / "config.json").exists()


@installed
def test_what_is_known_by_meaning_is_in_no_file_in_the_clear(served: ServedBrain) -> None:
    switch(served, True)
    with served.wire() as client:
        tell(client)
        asked(client, "dough for a loaf")
    vector = dense.SentenceModel().vectors(BREAD)
    assert vector is not None
    for path in served.folder.rglob("*"):
        if path.is_file():
            held = path.read_bytes()
            assert vector[:64] not in held
            assert base64.b64encode(vector)[:64] not in held
            assert b"warm place" not in held
