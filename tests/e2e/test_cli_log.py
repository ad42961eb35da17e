"""`myelin log`: who acted, what was done, and the first words of what it was done to."""

import json
import re
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell

CANARY = "The xylophone stands behind the northern gate."


@pytest.fixture
def brain(tmp_path: Path) -> Shell:
    shell = new_shell(tmp_path)
    assert shell.run("init", "--bare").code == 0
    return shell


def remember(shell: Shell, text: str, *words: str) -> str:
    memory_id: str = shell.json("remember", text, *words)["memory"]["id"]
    return memory_id


def test_the_log_says_who_wrote_and_what_was_served_but_never_what(brain):
    written = remember(brain, CANARY, "--actor", "someone")
    assert brain.run("recall", "xylophone").code == 0
    entries = brain.json("log")["entries"]
    assert "xylophone" not in json.dumps(entries)
    assert any(entry["kind"] == "served" and written in entry["ids"] for entry in entries)
    (saved,) = [row for entry in entries for row in entry.get("rows", []) if "actor" in row]
    assert (saved["id"], saved["origin"], saved["actor"]) == (written, "owner", "someone")
    assert len(brain.json("log", "--limit", "1")["entries"]) == 1
    assert brain.json("log", "--since", "2999-01-01T00:00:00Z")["entries"] == []
    lately = brain.run("log", "--since", "1h")
    assert lately.output.count("\n") == len(entries)
    assert re.fullmatch(r"--since: \d{4}-\d\d-\d\dT\S+Z\n", lately.remarks)
    assert brain.run("log", "--since", "someday").code == 2
    assert brain.run("undo", written).code == 3


def test_the_log_tells_acts_and_the_first_words_of_what_they_were_done_to(brain):
    # Written by a client; what follows is done by the owner.
    agent = Shell(brain.home, brain.cwd, {"CLAUDECODE": "1"})
    text = "The build of the docs needs node 22 and nothing else, at least for now and for us."
    written = remember(agent, text, "--actor", 'a" by owner', "-c", "lesson")
    for act in ("core add", "core rm"):
        assert brain.run(*act.split(), written, "--unattended").code == 0
    for act in ("archive", "unarchive"):
        assert brain.run(act, written).code == 0
    newer = remember(brain, "The build needs node 24.", "--supersedes", written)
    entries = brain.json("log")["entries"]
    told = [(entry["by"], entry["act"], entry["rows"][0]["what"]) for entry in entries[:6]]
    assert told == [
        ("owner", "remember", "saved"),
        ("owner", "unarchive", "unarchive"),
        ("owner", "archive", "archive"),
        ("owner", "core_rm", "core rm"),
        ("owner", "core_add", "core add"),
        ("host", "remember", "saved"),
    ]
    assert "node" not in json.dumps(entries)
    lines = [line.split("\t") for line in brain.run("log").output.splitlines()]
    by_act = {line[4].split(":")[0]: (line[3], line[4]) for line in lines if len(line) > 4}
    opening = '"The build of the docs needs node 22 and nothing else, at …"'
    quoted = '(host, "a\\" by owner")'
    assert by_act["core add"] == (
        "owner",
        f"core add: {written} lesson {opening} {quoted}; decided_by: unattended",
    )
    assert by_act["archive"] == ("owner", f"archive: {written} lesson {opening} {quoted}")
    assert f"superseded {written} lesson {opening} {quoted}" in lines[0][4]
    assert brain.run("purge", "project", newer, "--reason", "r", "--yes", newer).code == 0
    assert "node 24" not in brain.run("log").output
    assert f"removed {newer} (purged)" in brain.run("log").output
    (first,) = [one for one in brain.json("log")["entries"] if one.get("seq") == entries[0]["seq"]]
    assert (first["by"], first["act"]) == ("owner", "remember")


def test_the_log_names_what_else_was_written_by_its_first_words_and_an_import_by_its_caller(brain):
    brain.json("outcome", "log", "Mend the  flaky\nlogin test", "--task-kind", "bugfix",
               "--outcome", "success", "--summary", "It waits for the clock.")  # fmt: skip
    brain.json("prefs", "set", "style.quotes", "single", "--unattended")
    skill = brain.cwd / "skill.yaml"
    skill.write_text(
        "kind: skill\nname: bisect\ntitle: Bisect\nsummary: Find it.\n"
        "triggers: [find]\nguidance: Halve.\n"
    )
    brain.json("process", "save", str(skill), "--unattended")
    remembered = remember(brain, "The gate stands in the north.")
    brain.run("recall", "gate")
    lines = [line.split("\t") for line in brain.run("log").output.splitlines()]
    whats = {line[4].split(":")[0]: line[4] for line in lines if len(line) > 4}
    assert "logged success out_" in whats["log outcome"]
    assert '"Mend the flaky login test"' in whats["log outcome"]
    assert '"style.quotes"' in whats["set preference"]
    assert "bisect@1" in whats["save process"]
    assert f'{remembered} "The gate stands in the north."' in whats
    told = json.dumps(brain.json("log"))
    assert not any(word in told for word in ("flaky", 'style.quotes"', "north"))

    brain.json("export", "out")
    fresh = new_shell(brain.cwd)
    assert fresh.run("init", "--bare").code == 0
    agent = Shell(fresh.home, fresh.cwd, {"CLAUDECODE": "1"})
    assert agent.run("import", str(brain.cwd / "out")).code == 4
    told = fresh.json("log")["entries"][0]
    assert (told["by"], told["act"]) == ("host", "import_brain")
