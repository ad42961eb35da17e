"""`myelin forget` archives what its preview lists, and `myelin undo` brings it back."""

import re
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = new_shell(tmp_path_factory.mktemp("forget"))
    assert shell.run("init", "--bare").code == 0
    for text, *words in (
        ("The old queue was Redis.", "-t", "queue", "-c", "fact", "--observed-at", "2020-05-01"),
        ("The queue is PostgreSQL.", "-t", "queue", "-c", "decision"),
        ("Deploys go out on Mondays.", "-t", "deploy", "-c", "convention"),
    ):
        shell.json("remember", text, *words)
    return shell


@pytest.fixture
def brain(made: Shell, tmp_path: Path) -> Shell:
    return made.copy(tmp_path)


def texts(shell: Shell) -> set[str]:
    return {one["content"] for one in shell.json("list", "--all")["memories"]}


ALL = {"The old queue was Redis.", "The queue is PostgreSQL.", "Deploys go out on Mondays."}


def test_what_is_written_while_the_person_reads_is_not_archived(brain: Shell) -> None:
    def answer(shown: str) -> str:
        assert "The old queue was Redis." in shown
        assert "The queue is PostgreSQL." in shown
        assert "Mondays" not in shown
        brain.json("remember", "The queue has a second worker.", "-t", "queue")
        return "y"

    ran = brain.on_terminal("forget", "--tag", "queue", typed=answer)
    assert ran.code == 0
    assert texts(brain) == {"Deploys go out on Mondays.", "The queue has a second worker."}
    [record] = re.findall(r"Archived 2 memories. To bring them back: myelin undo (\d+)", ran.output)
    back = brain.json("undo", record)
    assert len(back["unarchived"]) == 2
    assert texts(brain) == ALL | {"The queue has a second worker."}
    assert brain.json("undo", record)["unarchived"] == []


def test_a_no_changes_nothing(brain: Shell) -> None:
    ran = brain.on_terminal("forget", "--class", "fact", typed="n\n")
    assert (ran.code, texts(brain)) == (3, ALL)
    assert "Declined. Nothing was changed." in ran.output


def test_without_a_terminal_it_needs_the_flag_and_an_agent_gets_nothing(brain: Shell) -> None:
    refused = brain.run("forget", "--tag", "queue", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (3, "terminal_required")
    brain.extra["CLAUDECODE"] = "1"
    for words in (["forget", "--tag", "queue", "--unattended"], ["undo", "3"]):
        ran = brain.run(*words)
        assert (ran.code, texts(brain)) == (3, ALL)
        assert "an agent drives this shell" in ran.remarks


def test_a_memory_s_age_decides_what_is_older_than_a_time(brain: Shell) -> None:
    listed = brain.json("forget", "--before", "2021", "--dry-run")["memories"]
    assert [one["content"] for one in listed] == ["The old queue was Redis."]
    done = brain.json("forget", "--before", "2021", "--unattended")
    assert done["archived"] == [listed[0]["id"]]
    assert brain.run("log", "--decisions").output.count("forget") == 1


def test_a_memory_of_the_core_tier_is_named_as_one_and_goes_too(brain: Shell) -> None:
    [memory] = brain.json("list", "-t", "deploy")["memories"]
    brain.json("core", "add", memory["id"], "--unattended")
    ran = brain.on_terminal("forget", "--tag", "deploy", typed="y\n")
    assert f"{memory['id']} (core)" in ran.output
    assert brain.json("show", memory["id"])["memory"]["tier"] == "archive"


def test_nothing_named_and_nothing_found_are_said(brain: Shell) -> None:
    ran = brain.run("forget", "--unattended")
    assert (ran.code, texts(brain)) == (2, ALL)
    assert "--tag is missing: give --tag, --class, --subject or --before." in ran.remarks
    found = brain.run("forget", "--tag", "nothing", "--unattended")
    assert (found.code, found.output) == (0, "No memory was found.\n")


def test_a_record_that_is_no_forget_is_not_undone(brain: Shell) -> None:
    ran = brain.run("undo", "2", "--json")
    assert (ran.code, ran.document["error"]["code"]) == (3, "undo_refused")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list"], "No memory was found."),
        (["recall", "anything"], "Nothing was found."),
        (["process", "list"], "No process was found."),
        (["process", "match", "anything"], "No process fits."),
        (["standard", "list"], "No standard was found."),
        (["proposals", "list"], "No proposal is in that state."),
        (["prefs", "list"], "No preference is set."),
        (["snapshot", "list"], "No snapshot was made."),
        (["log", "--since", "2999"], "Nothing was logged then."),
        (["log", "--decisions"], "No decision is recorded."),
    ],
)
def test_a_list_of_nothing_says_so(tmp_path: Path, words: list[str], said: str) -> None:
    shell = new_shell(tmp_path)
    assert shell.run("init", "--bare").code == 0
    ran = shell.run(*words)
    assert ran.code == 0
    assert ran.output.startswith(said)


def test_every_page_of_a_list_comes_at_once(brain: Shell) -> None:
    for number in range(5):
        brain.json("remember", f"Note {number} about the queue.")
    assert "add --cursor" in brain.run("list", "--limit", "3").remarks
    whole = brain.run("list", "--all")
    assert whole.output.count("mem_") == 8
    assert whole.remarks == ""
    document = brain.json("list", "--all")
    assert len(document["memories"]) == document["total"] == 8
    assert brain.run("list", "--all", "--limit", "3").code == 2


def test_the_brain_of_restore_and_purge_may_be_named_by_the_flag(brain: Shell) -> None:
    for words in (["--name", "project"], ["project"], []):
        assert "Record" in brain.run("restore", "--at", "latest", *words).output
    assert brain.run("restore", "other", "--at", "latest", "--name", "project").code == 2
    brain.json("snapshot", "create", "2d")
    assert "the snapshot of that name" in brain.run("restore", "--at", "2d").output
    early = brain.run("restore", "--at", "1h", "--json")
    assert (early.code, early.document["error"]["code"]) == (1, "restore_point_unknown")
    now = brain.run("restore", "--at", "today")
    assert (now.code, "--at: " in now.remarks) == (0, True)
    [memory] = brain.json("list", "-t", "deploy")["memories"]
    gone = ("--reason", "no longer ours", "--yes", memory["id"])
    assert brain.json("purge", memory["id"], *gone, "--name", "project")["purged"]
    missing = brain.run("purge", "--reason", "no longer ours")
    assert (missing.code, "argument ID is missing." in missing.remarks) == (2, True)


def test_a_text_is_read_from_standard_input_wherever_one_is_asked_for(brain: Shell) -> None:
    asked = brain.run("recall", "-", stdin=b"deploys\n")
    assert "Mondays" in asked.output
    logged = ["outcome", "log", "-", "--task-kind", "bugfix", "--outcome", "success"]
    assert brain.run(*logged, "--summary", "x", stdin=b"Mend the cache\n").code == 0
    twice = brain.run(*logged, "--summary", "-", stdin=b"x")
    assert twice.code == 2
    assert "--summary cannot be - too: argument TASK is standard input already." in twice.remarks
    assert brain.run("process", "match", "-", stdin=b"ship it").code == 0
    assert brain.run("precheck", "-", stdin=b"rm -rf /").code == 0


def test_a_file_is_read_from_standard_input_wherever_one_is_asked_for(brain: Shell) -> None:
    brain.json("export", "exported")
    lines = (brain.cwd / "exported" / "brain.jsonl").read_bytes()
    assert brain.run("import", "-", "--unattended", stdin=lines).code == 0
    assert brain.run("import", "-", stdin=b"no export").code == 1
    brain.json("key", "export", "--phrase-file", "words", "--unattended")
    words = (brain.cwd / "words").read_bytes()
    [key] = (brain.home / ".myelin" / "keys").glob("brn_*.key")
    key.unlink()
    assert brain.run("key", "import", "--phrase-file", "-", stdin=words).code == 0
    assert texts(brain) == ALL
    assert brain.run("key", "import", "--phrase-file", "-", stdin=b"no words").code == 2
