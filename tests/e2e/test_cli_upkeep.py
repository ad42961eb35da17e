"""The commands that keep a brain in order, as a person and a script use them."""

import hashlib
import json
import re
import shutil
import time
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell

CANARY = "The xylophone stands behind the northern gate."


@pytest.fixture(scope="module")
def new_brain(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = new_shell(tmp_path_factory.mktemp("new"))
    assert shell.run("init", "--bare").code == 0
    return shell


@pytest.fixture
def brain(new_brain: Shell, tmp_path: Path) -> Shell:
    return new_brain.copy(tmp_path)


def remember(shell: Shell, text: str, *words: str) -> str:
    memory_id: str = shell.json("remember", text, *words)["memory"]["id"]
    return memory_id


def listed(shell: Shell) -> list[str]:
    memories = shell.json("list", "--include-superseded")["memories"]
    return [memory["content"] for memory in memories]


def files(shell: Shell) -> dict[str, str]:
    """Return every file of the brain's folder with what it holds."""
    data = shell.cwd / ".myelin"
    return {
        str(path.relative_to(data)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in data.rglob("*")
        if path.is_file() and not path.name.endswith((".lock", ".clock"))
    }


def test_a_state_comes_back_at_a_path_and_in_place(brain):
    remember(brain, "one")
    name = brain.json("snapshot", "create", "after one")["snapshot"]["name"]
    remember(brain, "two")
    assert [each["name"] for each in brain.json("snapshot", "list")["snapshots"]] == [name]
    plan = brain.json("restore", "--unattended", "project", "--at", name, "--dry-run", "--in-place")
    assert (plan["why"], "restored" in plan) == ("the snapshot of that name", False)
    assert listed(brain) == ["two", "one"]

    copy = brain.cwd / "elsewhere" / "copy.myl"
    done = brain.json("restore", "project", "--at", "1", "--to", str(copy))
    assert done["restored"]["seq"] == 1
    other = Shell(brain.home, brain.cwd, {"MYELIN_DATA": str(copy.parent)})
    assert [m["content"] for m in other.json("list", "--name", "copy")["memories"]] == ["one"]

    brain.json("restore", "--unattended", "project", "--at", name, "--in-place")
    assert listed(brain) == ["one"]
    remember(brain, "three")
    # What was there before is in the archive, and what is there now has a log that goes on.
    assert "decided_by: unattended" in json.dumps(brain.json("log")["entries"])
    assert brain.json("doctor")["sound"]


def test_a_restore_says_what_is_wrong_with_where_or_when(brain):
    remember(brain, "one")
    assert brain.run("restore", "project", "--at", "never").code == 1
    assert brain.run("restore", "project", "--at", "1", "--to", "x.db").code == 2
    assert brain.run("restore", "other", "--at", "1", "--to", "x.myl").code == 1
    assert brain.run("restore", "other", "--name", "project", "--at", "1").code == 2
    before = files(brain)
    here = brain.cwd / ".myelin" / "project.myl"
    assert brain.run("restore", "project", "--at", "1", "--to", str(here)).code == 2
    assert files(brain) == before


def test_a_purge_wants_the_whole_id_typed_by_a_person(brain):
    kept, gone = remember(brain, "kept"), remember(brain, CANARY)
    words = ("purge", "project", gone, "--reason", "asked for")
    before = files(brain)
    assert brain.run(*words).code == 3
    assert brain.run(*words, "--yes", kept).code == 3
    assert brain.run("purge", "project", gone[:8], "--reason", "r", "--yes", gone[:8]).code == 1
    assert brain.on_terminal(*words, typed=f"{gone[:8]}\n").code == 3
    driven = Shell(brain.home, brain.cwd, {"CLAUDECODE": "1"})
    assert driven.run(*words, "--yes", gone).code == 3
    assert files(brain) == before

    receipt = brain.cwd / "receipt.json"
    ran = brain.on_terminal(*words, "--receipt", str(receipt), typed=f"{gone}\n")
    assert ran.code == 0, ran
    document = json.loads(receipt.read_text())
    assert document["purged"] == [gone]
    assert document["decided_by"] == "person"
    assert document["receipt"]["found_before"] > 0
    assert document["receipt"]["found_after"] == 0
    assert "xylophone" not in receipt.read_text()
    assert listed(brain) == ["kept"]
    assert brain.run("show", gone).code == 1
    (said,) = [row for entry in brain.json("log")["entries"] for row in entry.get("rows", [])
               if row["what"] == "purged"]  # fmt: skip
    assert (said["id"], said["reason"], said["decided_by"]) == (gone, "asked for", "person")
    assert brain.json("doctor")["sound"]


def test_a_backup_outlives_the_folder_of_the_brain(brain):
    remember(brain, "kept")
    remember(brain, "private", "--sensitivity", "local_only")
    out = brain.home / "backups"
    made = [Path(brain.json("backup", "--to", str(out))["path"])]
    assert brain.run("backup", "--to", str(brain.cwd / ".myelin" / "inside")).code == 2
    assert brain.run("backup", "--keep", "0").code == 2
    assert [file.name for file in out.iterdir()] == [made[0].name]
    assert made[0].stat().st_mode & 0o777 == 0o600
    assert b"private" not in made[0].read_bytes()
    newest = brain.json("which")
    assert "was" not in newest
    # As `git clean -fdx` does: brain, archive and snapshots go together.
    shutil.rmtree(brain.cwd / ".myelin")
    missed = brain.run("list")
    assert (missed.code, "A brain was here" in missed.remarks) == (1, True)
    refused = brain.run("init")
    assert (refused.code, "another brain was here" in refused.remarks) == (2, True)
    assert not (brain.cwd / ".myelin").exists()
    where = json.loads(brain.run("which", "--json").output)
    assert where["backup"] == str(made[0])
    assert where["was"].startswith("brn_")
    (brain.cwd / ".myelin").mkdir(mode=0o700)
    shutil.copy(made[0], brain.cwd / ".myelin" / "project.myl")
    brain.run("doctor", "--accept-rollback")
    assert listed(brain) == ["private", "kept"]
    # Only the newest stay, and other files of the folder are left alone.
    (out / "project-notes.myl").write_bytes(b"not a backup")
    for _ in range(2):
        time.sleep(1.1)
        made.append(Path(brain.json("backup", "--to", str(out), "--keep", "2")["path"]))
    assert {file.name for file in out.iterdir()} == {
        made[1].name, made[2].name, "project-notes.myl",
    }  # fmt: skip
    made_at = brain.json("doctor")["backed_up_at"]
    assert made_at in brain.run("doctor").output
    default = Path(brain.json("backup", "--daily")["path"])
    assert json.loads((brain.home / ".myelin" / "config.json").read_text())["daily_backup"]
    assert default.is_relative_to(brain.home / ".myelin" / "backups")


def test_an_empty_brain_takes_the_place_of_a_lost_one_only_when_asked(brain):
    remember(brain, "It was here.")
    shutil.rmtree(brain.cwd / ".myelin")
    assert brain.run("init", "--bare").code == 2
    assert brain.run("init", "--bare", "--new").code == 0
    assert listed(brain) == []
    assert "was" not in brain.json("which")


def test_a_snapshot_whose_name_says_too_much_is_renamed_or_removed(brain):
    gone = remember(brain, CANARY)
    brain.json("snapshot", "create", f"before {CANARY[:30]}")
    brain.json("snapshot", "create", "a client's name")
    brain.json("snapshot", "create", "kept")
    brain.json("snapshot", "rename", "--unattended", "a client's name", "a client")
    assert brain.run("snapshot", "rename", "--unattended", "missing", "x").code == 1
    assert brain.run("snapshot", "rename", "--unattended", "kept", "a client").code == 1
    ran = brain.on_terminal("purge", "project", gone, "--reason", "r", typed=f"{gone}\n")
    assert "name repeats the text and is replaced:" in ran.output
    assert f"| before {CANARY[:30]}" in ran.output
    names = [each["name"] for each in brain.json("snapshot", "list")["snapshots"]]
    assert names[:2] == ["kept", "a client"]
    assert names[2].startswith("erased ")
    brain.json("snapshot", "remove", "--unattended", "a client")
    names = [each["name"] for each in brain.json("snapshot", "list")["snapshots"]]
    assert len(names) == 2
    driven = Shell(brain.home, brain.cwd, {"CLAUDECODE": "1"})
    assert driven.run("snapshot", "remove", "--unattended", "kept").code == 3
    assert brain.json("doctor")["sound"]


def test_an_unattended_purge_can_change_the_key_in_the_same_step(brain):
    gone = remember(brain, CANARY)
    remember(brain, "kept")
    words = brain.home / "words.txt"
    done = brain.json(
        "purge", "project", gone, "--reason", "r", "--yes", gone, "--rotate-key",
        "--phrase-file", str(words),
    )  # fmt: skip
    assert done["decided_by"] == "unattended"
    assert listed(brain) == ["kept"]
    assert len(words.read_text().split()) == 24
    assert not list((brain.cwd / ".myelin").glob("*.key"))
    (brain.home / ".myelin" / "keys").joinpath(f"{done['brain']['id']}.key").unlink()
    assert brain.run("list").code == 5
    assert brain.run("key", "import", "--phrase-file", str(words)).code == 0
    assert listed(brain) == ["kept"]


def test_after_a_rotation_the_old_words_open_nothing(brain):
    old, new = brain.home / "old.txt", brain.home / "new.txt"
    remember(brain, "kept")
    assert brain.run("key", "export", "--unattended", "--phrase-file", str(old)).code == 0
    assert brain.run("key", "rotate", "--unattended").code == 3
    assert brain.run("key", "rotate", "--unattended", "--phrase-file", str(new)).code == 0
    assert listed(brain) == ["kept"]
    assert brain.run("key", "import", "--phrase-file", str(old)).code == 5
    assert brain.run("key", "import", "--phrase-file", str(new)).code == 0
    assert brain.json("doctor")["sound"]


def word_asked_for(shown: str) -> str:
    """Return the word that a terminal asks for, out of those that it showed."""
    [place] = re.findall(r"Type word (\d+) ", shown)[-1:]
    return dict(re.findall(r"(\d+) ([a-z]+)", shown.split("Type word")[0]))[place]


def test_a_rotation_on_a_terminal_waits_until_a_word_is_confirmed(brain):
    remember(brain, "kept")
    before = files(brain)

    def refuse(shown: str) -> str:
        # While the words are shown, no file has changed yet.
        assert files(brain) == before
        return "y" if shown.endswith("[y/N] ") else "wrong"

    ran = brain.on_terminal("key", "rotate", typed=refuse)
    assert ran.code == 3, ran
    assert files(brain) == before
    ran = brain.on_terminal(
        "key", "rotate",
        typed=lambda shown: "y" if shown.endswith("[y/N] ") else word_asked_for(shown),
    )  # fmt: skip
    assert ran.code == 0, ran
    assert files(brain) != before
    words = brain.home / "words.txt"
    shown = ran.output.split("confirmed them.")[1].split("Type word")[0]
    words.write_text(" ".join(re.findall(r"\d+ ([a-z]+)", shown)))
    for key in (brain.home / ".myelin" / "keys").glob("brn_*"):
        key.unlink()
    assert brain.run("key", "import", "--phrase-file", str(words)).code == 0
    assert listed(brain) == ["kept"]


def test_a_rotation_whose_key_the_keystore_would_refuse_changes_nothing(brain):
    remember(brain, "kept")
    keys = brain.home / ".myelin" / "keys"
    [key] = keys.glob("brn_*.key")
    # Nobody can write the new key file, root included.
    (keys / f"{key.stem}.new").mkdir()
    (keys / f"{key.stem}.new" / "file").write_bytes(b"")
    before, words = files(brain), brain.home / "words.txt"
    assert brain.run("key", "rotate", "--unattended", "--phrase-file", str(words)).code == 2
    assert files(brain) == before
    assert not words.exists()
    assert listed(brain) == ["kept"]


def test_everything_goes_out_and_comes_back_into_another_brain(brain, tmp_path):
    first = remember(brain, "one", "-c", "decision")
    remember(brain, "two", "--supersedes", first)
    out = brain.cwd / "out"
    assert brain.json("export", str(out))["records"] == {"memory": 2, "link": 1}
    assert brain.run("export", str(out)).code == 2
    second = Shell(brain.home, tmp_path / "second")
    second.cwd.mkdir()
    assert second.run("init", "--bare").code == 0
    done = second.json("import", "--unattended", str(out))
    assert (done["owned"], done["added"], done["left_out"]) == (True, 3, [])
    again = second.json("import", "--unattended", str(out / "brain.jsonl"))
    assert (again["added"], again["known"]) == (0, 3)
    assert second.json("export", "back")
    back = second.cwd / "back" / "brain.jsonl"
    assert back.read_bytes() == (out / "brain.jsonl").read_bytes()
    with back.open("ab") as file:
        file.write(b"{\n")
    ran = second.run("import", "--unattended", str(back), "--json")
    assert (ran.code, ran.document["owned"]) == (4, False)
    assert [left["line"] for left in ran.document["left_out"]] == [6]
    assert second.run("import", "--unattended", "nowhere").code == 1


def test_in_an_agents_shell_nothing_that_governs_comes_back(brain, tmp_path):
    core = remember(brain, "standing")
    assert brain.run("core", "add", "--unattended", core).code == 0
    assert brain.run("export", "out").code == 0
    second = Shell(brain.home, tmp_path / "second", {"CLAUDECODE": "1"})
    second.cwd.mkdir()
    assert Shell(brain.home, second.cwd).run("init", "--bare").code == 0
    ran = second.run("import", "--unattended", str(brain.cwd / "out"), "--json")
    assert (ran.code, ran.document["lowered"]) == (4, 1)
    assert second.json("show", core)["memory"]["tier"] == "normal"
    driven = Shell(brain.home, brain.cwd, {"CLAUDECODE": "1"})
    refused = (
        ("undo", core),
        ("key", "rotate", "--phrase-file", str(tmp_path / "w")),
        ("restore", "project", "--at", "1", "--in-place"),
        ("doctor", "--accept-rollback"),
        ("purge", "project", core, "--reason", "r", "--yes", core),
    )
    before = files(brain)
    assert [driven.run(*words).code for words in refused] == [3] * len(refused)
    assert files(brain) == before


def test_doctor_finds_mends_and_says_what_it_cannot_mend(brain):
    remember(brain, "one")
    data = brain.cwd / ".myelin"
    (data / "project.myl.new").write_bytes(b"left behind")
    (data / "project.myl").chmod(0o644)
    found = brain.run("doctor", "--json")
    assert found.code == 4
    assert {each["code"] for each in found.document["findings"]} == {"stray_file", "mode_open"}
    mended = brain.run("doctor", "--repair", "--json")
    assert (mended.code, mended.document["sound"]) == (0, True)
    assert "snapshot" in mended.document["repaired"][0]
    assert not (data / "project.myl.new").exists()
    assert brain.json("snapshot", "list")["snapshots"]


def test_a_damaged_brain_names_the_damage_and_restore_gets_back_what_there_is(brain):
    remember(brain, "one")
    brain.json("snapshot", "create")
    remember(brain, "two")
    path = brain.cwd / ".myelin" / "project.myl"
    for place in (200, 3000):
        whole = path.read_bytes()
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        ran = brain.run("doctor", "--json")
        assert ran.code == 5
        assert "--at latest" in ran.document["findings"][0]["fix"]
        assert brain.run("doctor", "--repair").code == 5
        damaged = path.read_bytes()
        done = brain.json("restore", "--unattended", "project", "--at", "latest", "--in-place")
        assert done["restored"]["seq"] >= 2
        kept = [file.read_bytes() for file in path.with_suffix(".archive").iterdir()]
        assert damaged in kept
        assert "one" in listed(brain)
        remember(brain, f"after {place}")
    assert {"two"} & set(listed(brain)) == set()  # Its header was damaged, so its log was lost.


def test_an_older_file_that_was_put_back_is_taken_on_request_only(brain):
    path = brain.cwd / ".myelin" / "project.myl"
    remember(brain, "one")
    old = path.read_bytes()
    remember(brain, "two")
    path.write_bytes(old)
    ran = brain.run("doctor", "--json")
    assert (ran.code, ran.document["findings"][0]["code"]) == (5, "rolled_back")
    assert brain.run("list").code == 5
    assert brain.run("doctor", "--unattended", "--accept-rollback").code == 0
    assert listed(brain) == ["one"]


def test_a_brain_of_a_newer_program_is_refused_and_not_one_byte_changes(brain):
    remember(brain, "one")
    path = brain.cwd / ".myelin" / "project.myl"
    whole = path.read_bytes()
    path.write_bytes(whole[:8] + b"\x00\x02" + whole[10:])
    before = files(brain)
    for words in (("doctor",), ("doctor", "--repair"), ("list",), ("remember", "x")):
        assert brain.run(*words).code == 5
    assert files(brain) == before


def test_every_command_works_with_thirty_two_descriptors(brain):
    """`ulimit -n 32`, and more than 32 archived files."""
    remember(brain, "one")
    for number in range(36):
        brain.json("snapshot", "create", f"state {number}")
    archive = brain.cwd / ".myelin" / "project.archive"
    assert len(list(archive.glob("e*.myl"))) == 36
    brain.prefix = ["sh", "-c", 'ulimit -n 32; exec "$@"', "sh"]
    assert len(brain.json("snapshot", "list")["snapshots"]) == 36
    assert len(brain.json("log", "--limit", "100")["entries"]) == 38
    assert brain.json("doctor")["sound"]
    done = brain.json("restore", "project", "--at", "latest", "--to", str(brain.cwd / "copy.myl"))
    assert done["restored"]["seq"] == 37
    assert listed(brain) == ["one"]


def test_an_answer_says_what_it_left_out(brain):
    remember(brain, "one")
    for number in range(3):
        brain.json("snapshot", "create", f"state {number}")
    archived = brain.cwd / ".myelin" / "project.archive" / "e00000002.myl"
    data = bytearray(archived.read_bytes())
    data[200] ^= 1
    archived.write_bytes(data)
    for words in (["snapshot", "list"], ["log"]):
        ran = brain.run(*words, "--json")
        assert ran.code == 4
        assert [one["file"] for one in ran.document["left_out"]] == [archived.name]
        assert "Left out: e00000002.myl." in brain.run(*words).remarks


def test_an_old_copy_of_the_whole_folder_and_a_deleted_archive_are_noticed(brain):
    remember(brain, "one")
    data, saved = brain.cwd / ".myelin", brain.cwd / "saved"
    shutil.copytree(data, saved)
    remember(brain, "two")
    brain.json("snapshot", "create", "two")
    shutil.rmtree(data / "project.archive")
    ran = brain.run("list")
    assert ran.code == 0
    assert "archived files are missing" in ran.remarks
    assert brain.run("doctor", "--json").document["findings"][0]["code"] == "history_missing"
    shutil.rmtree(data)
    shutil.copytree(saved, data)
    (data / "project.myl.lock").unlink()
    ran = brain.run("list", "--json")
    assert (ran.code, ran.document["error"]["code"]) == (5, "brain_rolled_back")
    assert brain.run("doctor", "--json").document["findings"][0]["code"] == "rolled_back"
    assert brain.run("doctor", "--unattended", "--accept-rollback", "--json").code == 0
    assert listed(brain) == ["one"]
