"""`myelin init` and `myelin which`: where a brain comes to be, and where its words go."""

import base64
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from myelin.crypto import keys, phrase
from tests.e2e.cli_shell import PATH, Shell, bound_by_modes, new_shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return new_shell(tmp_path)


def git(*words: str, at: Path) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(
        ["git", *identity, *words],
        cwd=at,
        check=True,
        capture_output=True,
        env={"PATH": PATH, "HOME": str(at)},
    )


def repository(at: Path) -> Path:
    at.mkdir(parents=True, exist_ok=True)
    git("init", "-q", at=at)
    git("commit", "-q", "--allow-empty", "-m", "first", at=at)
    return at


def everything(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def kept_root(shell: Shell) -> bytes:
    [key] = (shell.home / ".myelin" / "keys").iterdir()
    return key.read_bytes()


def words_in(text: str) -> str:
    return " ".join(re.findall(r"\d+ ([a-z]+)", text)[-24:])


def test_a_brain_made_in_a_repository_is_found_from_everywhere_in_it(shell: Shell) -> None:
    app = repository(shell.cwd)
    below = app / "src" / "deep"
    below.mkdir(parents=True)
    document = shell.json("init", at=below)
    assert document["path"] == str(app / ".myelin" / "project.myl")
    memory_id = shell.json("remember", "Written at the root.", at=app)["memory"]["id"]
    git("worktree", "add", "-q", str(app.parent / "tree"), at=app)
    (app.parent / "link").symlink_to(app)
    for place in (below, app.parent / "tree", app.parent / "link"):
        assert shell.json("list", at=place)["memories"][0]["id"] == memory_id
    shell.json("remember", "Written in the worktree.", at=app.parent / "tree")
    assert shell.json("list", at=app)["total"] == 2


def test_two_repositories_of_one_name_keep_their_own_brains(shell: Shell) -> None:
    one, two = (repository(shell.cwd / place / "app") for place in ("a", "b"))
    ids = {shell.json("init", at=place)["brain"]["id"] for place in (one, two)}
    shell.json("remember", "Only here.", at=one)
    assert len(ids) == 2
    assert shell.json("list", at=two)["total"] == 0


def test_git_is_not_shown_the_brain(shell: Shell) -> None:
    repository(shell.cwd)
    shell.json("init")
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=shell.cwd, capture_output=True, text=True
    )
    assert status.stdout == ""


def test_a_second_init_changes_nothing(shell: Shell) -> None:
    shell.json("init")
    brain = (shell.cwd / ".myelin" / "project.myl").read_bytes()
    before = everything(shell.cwd), everything(shell.home), kept_root(shell)
    ran = shell.run("init", "--phrase-file", "words.txt")
    assert ran.code == 1
    assert "already" in ran.remarks
    assert (everything(shell.cwd), everything(shell.home), kept_root(shell)) == before
    assert (shell.cwd / ".myelin" / "project.myl").read_bytes() == brain


def test_the_words_are_shown_on_the_terminal_once_and_open_the_brain(shell: Shell) -> None:
    ran = shell.on_terminal("init", typed="n\n")
    assert ran.code == 0
    words = words_in(ran.output.split("Made the brain")[0])
    assert phrase.root_of(words) == kept_root(shell)


@pytest.mark.parametrize("answer", ["y", "n", ""])
def test_init_offers_a_daily_backup_to_a_person(shell: Shell, answer: str) -> None:
    ran = shell.on_terminal("init", typed=answer + "\n")
    assert ran.code == 0
    assert ran.output.count("Keep a sealed backup a day in ") == 1
    made = list(shell.home.glob(".myelin/backups/*/*.myl"))
    assert len(made) == (1 if answer == "y" else 0)
    kept = shell.home / ".myelin" / "config.json"
    assert kept.exists() is (answer == "y")
    assert not kept.exists() or json.loads(kept.read_text())["daily_backup"] is True
    again = shell.on_terminal("init", "--name", "second", typed="n\n")
    assert again.output.count("Keep a sealed backup") == (0 if answer == "y" else 1)


def test_the_words_reach_the_terminal_and_not_a_redirected_output(
    shell: Shell, tmp_path: Path
) -> None:
    command = f"{sys.executable} -m myelin init --json > {tmp_path}/output 2> {tmp_path}/remarks"
    ran = shell.on_terminal_command(["/bin/sh", "-c", command])
    root = phrase.root_of(words_in(ran.output))
    assert root == kept_root(shell)
    for name in ("output", "remarks"):
        text = (tmp_path / name).read_text()
        # The list of words has common ones: by chance a few stand in what init says anyway.
        assert len(set(phrase.words(root).split()) & set(text.split())) < 6
    assert json.loads((tmp_path / "output").read_text())["phrase"] == "terminal"


def test_without_a_terminal_no_word_is_printed_and_that_is_said(shell: Shell) -> None:
    ran = shell.run("init")
    assert ran.code == 0
    assert "The 24 words were not shown" in ran.output
    assert phrase.words(kept_root(shell)) not in ran.output + ran.remarks


def test_an_agent_s_terminal_does_not_get_the_words(shell: Shell) -> None:
    shell.extra["CLAUDECODE"] = "1"
    ran = shell.on_terminal("init")
    assert ran.code == 0
    assert "The 24 words were not shown" in ran.output


def test_a_phrase_file_is_private_and_opens_the_brain(shell: Shell) -> None:
    ran = shell.on_terminal("init", "--phrase-file", "words.txt", typed="n\n")
    assert ran.code == 0
    file = shell.cwd / "words.txt"
    assert file.stat().st_mode & 0o777 == 0o600
    assert phrase.root_of(file.read_text()) == kept_root(shell)
    assert file.read_text().strip() not in ran.output


@pytest.mark.parametrize(
    "path", ["there.txt", "link.txt", ".myelin/words.txt", ".myelin/sub/words.txt", "no/words.txt"]
)
def test_a_phrase_file_in_a_wrong_place_is_refused_before_anything_is_made(
    shell: Shell, path: str
) -> None:
    (shell.cwd / "there.txt").write_text("mine")
    (shell.cwd / "link.txt").symlink_to(shell.cwd / "nowhere")
    before = everything(shell.cwd)
    ran = shell.run("init", "--phrase-file", path, "--json")
    assert (ran.code, ran.document["error"]["code"]) == (2, "path_refused")
    assert everything(shell.cwd) == before
    assert everything(shell.home) == []
    assert (shell.cwd / "there.txt").read_text() == "mine"


@pytest.mark.parametrize("place", ["/", "home"])
def test_home_and_root_get_no_brain(shell: Shell, place: str) -> None:
    ran = shell.run("init", "--json", at=Path("/") if place == "/" else shell.home)
    assert (ran.code, ran.document["error"]["code"]) == (2, "path_refused")
    assert everything(shell.home) == []


def test_nothing_but_init_makes_a_brain(shell: Shell) -> None:
    for words in (["recall", "x"], ["remember", "x"], ["list"], ["stats"], ["which"]):
        assert shell.run(*words).code == 1
    assert everything(shell.cwd) == []
    assert everything(shell.home) == []


def test_folders_with_spaces_and_any_script_work_and_missing_ones_are_made(shell: Shell) -> None:
    data = shell.cwd / "a folder" / "データ ☕" / ".myelin"
    document = shell.json("init", "--data", str(data))
    assert document["server"][-2:] == ["--data", str(data)]
    assert shell.json("remember", "x", "--data", str(data))["created"]


def test_a_data_folder_that_cannot_be_made_is_said_and_leaves_nothing(shell: Shell) -> None:
    (shell.cwd / "file").write_text("not a folder")
    before = everything(shell.cwd)
    ran = shell.run("init", "--data", "file/.myelin", "--phrase-file", "words.txt", "--json")
    assert ran.code == 1
    assert ran.document["error"]["code"] in ("storage_failed", "storage_read_only")
    assert everything(shell.cwd) == before
    assert everything(shell.home) == []


def test_a_folder_without_the_right_to_write_is_said_and_leaves_nothing(shell: Shell) -> None:
    shell.prefix = bound_by_modes()
    shell.cwd.chmod(0o500)
    ran = shell.run("init", "--json")
    shell.cwd.chmod(0o700)
    assert (ran.code, ran.document["error"]["code"]) == (1, "storage_read_only")
    assert everything(shell.cwd) == []


def test_a_key_from_the_environment_is_used_and_not_written_down(shell: Shell) -> None:
    root = bytes(range(32))
    shell.extra["MYELIN_KEY"] = base64.b64encode(root).decode()
    document = shell.json("init", "--phrase-file", str(shell.home / "words.txt"))
    assert document["key"] == "environment"
    assert phrase.root_of((shell.home / "words.txt").read_text()) == root
    assert not (shell.home / ".myelin" / "keys").exists()
    assert shell.json("remember", "x")["created"]


def test_the_default_sensitivity_is_the_brain_s(shell: Shell) -> None:
    shell.json("init", "--default-sensitivity", "local_only")
    assert shell.json("remember", "x")["memory"]["sensitivity"] == "local_only"


def test_init_names_the_hosts_that_it_found_and_what_sets_them_up(shell: Shell) -> None:
    output = shell.run("init").output
    assert "No host was found here." in output
    assert f"serve --data {shell.cwd / '.myelin'}" in output
    (shell.home / ".codex").mkdir()
    (shell.home / ".cursor").mkdir()
    output = shell.run("init", "--name", "notes").output
    assert "  Cursor  myelin connect cursor --name notes\n" in output
    assert "  Codex   myelin connect codex --name notes\n" in output


def test_which_prints_the_decision_and_why(shell: Shell) -> None:
    assert shell.run("which").code == 1
    shell.json("init")
    (shell.cwd / "below").mkdir()
    document = shell.json("which", at=shell.cwd / "below")
    assert document["path"] == str(shell.cwd / ".myelin" / "project.myl")
    assert document["exists"]
    assert "nearest .myelin" in document["why"]
    assert document["why"] in shell.run("which", at=shell.cwd / "below").output
    shell.extra["MYELIN_DATA"] = str(shell.cwd / "elsewhere")
    assert "MYELIN_DATA" in json.loads(shell.run("which", "--json").output)["why"]


def test_an_unknown_brain_names_the_closest_one(shell: Shell) -> None:
    shell.json("init", "--name", "backend")
    ran = shell.run("list", "--name", "bakend")
    assert ran.code == 1
    assert "--name backend" in ran.remarks


def test_a_stranger_s_folder_in_the_home_is_not_touched(shell: Shell) -> None:
    stranger = shell.home / ".myelin"
    stranger.mkdir()
    (stranger / "theirs.bin").write_bytes(b"theirs")
    shell.json("init")
    assert everything(stranger) == ["theirs.bin"]
    assert shell.json("remember", "x")["created"]


def test_the_words_bring_back_a_key_that_was_lost(shell: Shell) -> None:
    shell.json("init", "--phrase-file", "words.txt")
    memory_id = shell.json("remember", "Kept.")["memory"]["id"]
    root = kept_root(shell)
    shutil.rmtree(shell.home / ".myelin")
    assert shell.run("list").code == 5
    assert shell.json("key", "import", "--phrase-file", "words.txt")["key"] == "key file"
    assert kept_root(shell) == root
    assert shell.json("list")["memories"][0]["id"] == memory_id


def test_words_typed_at_the_terminal_are_not_shown_and_replace_a_wrong_key(shell: Shell) -> None:
    shell.json("init")
    root = kept_root(shell)
    [key] = (shell.home / ".myelin" / "keys").iterdir()
    key.write_bytes(bytes(32))
    assert shell.run("list").code == 5
    ran = shell.on_terminal("key", "import", typed=phrase.words(root) + "\n")
    assert ran.code == 0
    assert phrase.words(root) not in ran.output
    assert kept_root(shell) == root
    assert shell.run("list").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("abandon " * 23 + "art", 5, "key_wrong"),
        ("abandon " * 24, 2, "check-sum"),
        ("abandon " * 22 + "nosuch art", 2, "word number 23"),
        ("abandon", 2, "1 were given"),
    ],
)
def test_words_that_open_nothing_are_refused_and_not_kept(
    shell: Shell, words: str, code: int, said: str
) -> None:
    shell.json("init")
    root = kept_root(shell)
    (shell.cwd / "words.txt").write_text(words)
    ran = shell.run("key", "import", "--phrase-file", "words.txt", "--json")
    assert ran.code == code
    assert said in ran.output
    assert "nosuch" not in ran.output + ran.remarks
    assert kept_root(shell) == root


def test_the_words_can_be_shown_again_to_a_person_only(shell: Shell) -> None:
    shell.json("init")
    root = kept_root(shell)
    assert shell.on_terminal("key", "export", typed="n\n").code == 3
    ran = shell.on_terminal("key", "export", typed="y\n")
    assert ran.code == 0
    assert phrase.root_of(words_in(ran.output)) == root
    assert shell.run("key", "export", "--unattended").code == 3
    shell.json("key", "export", "--unattended", "--phrase-file", "words.txt")
    assert phrase.root_of((shell.cwd / "words.txt").read_text()) == root
    shell.extra["CLAUDECODE"] = "1"
    for refused in (
        shell.on_terminal("key", "export"),
        shell.run("key", "export", "--unattended", "--phrase-file", "other.txt"),
        shell.run("key", "import", "--phrase-file", "words.txt"),
    ):
        assert refused.code == 3
    assert not (shell.cwd / "other.txt").exists()


def test_the_remote_key_is_shown_to_a_person_and_opens_no_local_file(shell: Shell) -> None:
    shell.json("init")
    shown = shell.on_terminal("key", "export", "--base64", typed="y\n")
    root = kept_root(shell)
    assert base64.b64encode(keys.remote_key(root, 1)).decode() in shown.output
    assert phrase.words(root).split()[0] + " " + phrase.words(root).split()[1] not in shown.output
    words = ("key", "export", "--base64", "--generation", "2", "--unattended")
    assert shell.run(*words, "--phrase-file", "key.txt").code == 0
    written = (shell.cwd / "key.txt").read_text()
    assert base64.b64decode(written) == keys.remote_key(root, 2)
    shell.extra["CLAUDECODE"] = "1"
    assert shell.run(*words, "--phrase-file", "other.txt").code == 3
    assert not (shell.cwd / "other.txt").exists()
