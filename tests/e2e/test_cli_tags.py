"""`myelin tags`: listed as they are written, renamed by the owner, and taken back exactly."""

from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell


@pytest.fixture
def brain(tmp_path: Path) -> Shell:
    shell = new_shell(tmp_path)
    assert shell.run("init", "--bare").code == 0
    return shell


def remember(shell: Shell, text: str, *tags: str) -> str:
    words = [word for tag in tags for word in ("-t", tag)]
    memory_id: str = shell.json("remember", text, *words)["memory"]["id"]
    return memory_id


def tags_of(shell: Shell, *ids: str) -> list[list[str]]:
    return [shell.json("show", one)["memory"]["tags"] for one in ids]


def test_a_renaming_merges_tags_and_undo_gives_back_exactly_what_was(brain):
    one = remember(brain, "One thing.", "Data Base", "ops")
    two = remember(brain, "Two things.", "data-base", "storage")
    three = remember(brain, "Three things.", "storage")
    assert brain.run("core", "add", one, "--unattended").code == 0
    assert [(each["tag"], each["count"]) for each in brain.json("tags", "list")["tags"]] == [
        ("Data Base", 2), ("storage", 2), ("ops", 1),
    ]  # fmt: skip
    assert "data-base" in brain.run("tags", "list").output
    before = tags_of(brain, one, two, three)

    assert brain.run("tags", "rename", "nothing", "x", "--unattended").code == 2
    assert brain.run("tags", "rename", "data base", "storage").code != 0
    agent = Shell(brain.home, brain.cwd, {"CLAUDECODE": "1"})
    assert agent.run("tags", "rename", "data base", "storage", "--unattended").code == 3
    assert tags_of(brain, one, two, three) == before

    done = brain.json("tags", "rename", "DATA_BASE", "Storage", "--unattended")
    assert set(done["renamed"]) == {one, two}
    assert tags_of(brain, one, two, three) == [["Storage", "ops"], ["Storage"], ["storage"]]
    found = brain.json("list", "--tag", "storage")["memories"]
    assert {each["id"] for each in found} == {one, two, three}
    assert brain.json("list", "--tag", "data-base")["memories"] == []
    told = brain.run("log").output.splitlines()[0]
    assert "rename tag" in told
    assert brain.run("doctor").code == 0

    # A memory of the core tier among them needs a person again.
    assert brain.run("undo", str(done["record"])).code != 0
    assert brain.run("core", "rm", one, "--unattended").code == 0
    back = brain.json("undo", str(done["record"]))
    assert set(back["restored"]) == {one, two}
    assert tags_of(brain, one, two, three) == before
    assert {each["id"] for each in brain.json("list", "--tag", "data base")["memories"]} == {
        one,
        two,
    }
