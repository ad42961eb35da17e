"""A run over many files goes on: what cannot be read is named, and the rest is looked at."""

import os
import shutil
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell

TOKEN = "ghp_" + "R2d4Tn8sKq1VxYw7Zb3Lm6Pc9Hf5Jg0AaBcDe"
STANDARD = """\
name: plain
title: Plain text
rules:
- id: no-tabs
  check: forbid_pattern
  pattern: "TODO"
  message: It says what is still to be done.
  fix: Do it.
"""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Return a shell without a brain, in a folder with files of every kind."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    (project / "ok.py").write_text("x = 1\n")
    (project / "latin1.txt").write_bytes("Straße TODO\n".encode("latin-1"))
    (project / "utf16.txt").write_text(f"key {TOKEN}\n", "utf-16")
    (project / "marked.txt").write_bytes(b"\xef\xbb\xbfTODO\n")
    (project / "program.bin").write_bytes(b"\x7fELF\0\0\0" + TOKEN.encode())
    (project / "last.txt").write_text(f"TODO {TOKEN}\n")
    return Shell(home, project)


NAMES = ["ok.py", "latin1.txt", "gone.txt", "utf16.txt", "program.bin", "last.txt"]


def test_scan_names_what_it_cannot_read_and_looks_at_the_rest(shell: Shell) -> None:
    ran = shell.run("scan", *NAMES, "--json")
    rules = {(one["file"], one["rule"]) for one in ran.document["findings"]}
    assert ran.code == 4
    assert rules == {
        ("latin1.txt", "file_not_utf_8"),
        ("gone.txt", "file_unreadable"),
        ("utf16.txt", "github"),
        ("last.txt", "github"),
    }
    assert ran.document["skipped"] == [{"file": "program.bin", "reason": "The file is binary."}]
    assert ran.remarks == ""
    told = shell.run("scan", *NAMES)
    assert "program.bin: skipped. The file is binary." in told.remarks
    assert TOKEN not in ran.output + told.output + told.remarks


def test_a_text_in_another_encoding_does_not_fail_a_scan_that_finds_nothing(shell: Shell) -> None:
    ran = shell.run("scan", "ok.py", "latin1.txt", "program.bin")
    assert ran.code == 0
    assert ran.output.startswith("latin1.txt:1:1: warning: The file is not UTF-8 text")


def test_a_secret_is_found_behind_bytes_that_are_not_utf_8(shell: Shell) -> None:
    (shell.cwd / "mixed.txt").write_bytes(b"\xe4\xf6 " + TOKEN.encode())
    found = shell.run("scan", "ok.py", "mixed.txt", "--json").document["findings"]
    assert [one["rule"] for one in found] == ["file_not_utf_8", "github"]


def test_validate_names_what_it_cannot_read_and_checks_the_rest(shell: Shell) -> None:
    (shell.cwd / "plain.yaml").write_text(STANDARD)
    ran = shell.run("validate", *NAMES, "marked.txt", "--standard-file", "plain.yaml", "--json")
    assert ran.code == 4
    found = {one["file"]: one for one in ran.document["files"]}
    assert {name for name, one in found.items() if not one["passed"]} == {
        "latin1.txt", "gone.txt", "last.txt", "marked.txt",
    }  # fmt: skip
    assert found["gone.txt"]["violations"][0]["rule"] == "file_unreadable"
    assert found["marked.txt"]["violations"][0]["column"] == 1
    assert "program.bin" not in found


def test_a_folder_and_a_pattern_stand_for_their_files(shell: Shell) -> None:
    for hidden in (".git", ".myelin", "sub"):
        (shell.cwd / hidden).mkdir()
        shutil.copy(shell.cwd / "last.txt", shell.cwd / hidden / "deep.txt")
    (shell.cwd / "sub" / "loop").symlink_to(shell.cwd, target_is_directory=True)
    folder = shell.run("scan", ".", "--json").document["findings"]
    assert [one["file"] for one in folder if one["rule"] == "github"] == [
        "last.txt", "utf16.txt", "sub/deep.txt",
    ]  # fmt: skip
    pattern = shell.run("scan", "**/d*.txt", "nothing*.txt", "--json").document["findings"]
    assert [(one["file"], one["rule"]) for one in pattern] == [
        ("sub/deep.txt", "github"),
        ("nothing*.txt", "file_unreadable"),
    ]


def test_a_pipe_that_nobody_writes_to_does_not_hang_a_run(shell: Shell) -> None:
    os.mkfifo(shell.cwd / "pipe")
    ran = shell.run("scan", "pipe", "last.txt", "--json")
    assert [one["rule"] for one in ran.document["findings"]] == ["file_unreadable", "github"]


def test_a_file_that_is_too_large_is_named(shell: Shell) -> None:
    with (shell.cwd / "large.txt").open("wb") as file:
        file.truncate((1 << 24) + 1)
    ran = shell.run("scan", "large.txt", "last.txt", "--json")
    assert [one["rule"] for one in ran.document["findings"]] == ["file_unreadable", "github"]


def test_a_file_named_like_an_option_is_scanned_behind_two_dashes(shell: Shell) -> None:
    shutil.copy(shell.cwd / "last.txt", shell.cwd / "--help")
    ran = shell.run("scan", "--", "ok.py", "--help")
    assert (ran.code, ran.output.split(":")[0]) == (4, "--help")


def test_many_files_are_checked_with_one_open_brain(shell: Shell) -> None:
    shell.run("init", "--phrase-file", str(shell.home / "words"))
    names = [f"{number}.md" for number in range(200)]
    for name in names:
        (shell.cwd / name).write_text(f"# Page {name}\n\nText.\n")
    ran = shell.run("validate", *names, "--standard", "markdown", "--json")
    assert ran.code == 0
    assert [one["file"] for one in ran.document["files"]] == names
