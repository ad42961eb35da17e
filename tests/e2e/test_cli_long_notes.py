"""A long Markdown text from standard input: split, found, shown and replaced."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell

FILLER = "Filler that says nothing about anything at all here. " * 70
SECTIONS = ("Retries: five times.", "Refunds: two days.", "Limits: 500 euros.", "Contact: Ines.")
NOTE = "# The payment handbook\n\n" + "\n\n".join(
    f"## {section.partition(':')[0]}\n\n{section}\n\n{FILLER}" for section in SECTIONS
)


@pytest.fixture
def brain(tmp_path: Path) -> Shell:
    shell = new_shell(tmp_path)
    assert shell.run("init", "--bare").code == 0
    return shell


def piped(shell: Shell, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "myelin", *words], input=text, capture_output=True, text=True,
        env=shell.environment, cwd=shell.cwd, check=False,
    )  # fmt: skip


def test_a_long_note_is_saved_found_as_one_and_replaced_as_one(brain):
    text = NOTE * 2
    assert len(text.encode()) > 16_384
    assert piped(brain, text, "remember", "-").returncode == 2
    saved = piped(brain, text.replace("\n", "\r\n"), "remember", "--split", "-", "-c", "reference")
    assert saved.returncode == 0, saved.stderr
    assert "in 8 parts" in saved.stdout
    found = brain.json("recall", "limits", "of", "the", "payment", "handbook")["memories"]
    assert len(found) == 1
    assert "500 euros" in found[0]["content"]
    shown = brain.json("show", found[0]["id"])
    assert len(shown["parts"]) == 8
    assert "of a note of 8" in brain.run("show", found[0]["id"]).output
    last = shown["parts"][-1]
    newer = piped(brain, NOTE, "remember", "--split", "-", "--supersedes", last)
    assert newer.returncode == 0, newer.stderr
    assert len(brain.json("list", "--all")["memories"]) == 4
    assert brain.run("remember", "x", "--split", "--session", "s").code == 2
    assert brain.run("doctor").code == 0
