"""What is decided is announced at the next command at a terminal, until a person has seen it."""

import shutil
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell

AGENT = {"CLAUDECODE": "1"}
ANNOUNCED = "Decided since you last looked"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Return a shell with a brain without the starter pack."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    made = Shell(home, project)
    made.json("init", "--bare", "--phrase-file", str(home / "words"))
    return made


def test_an_unattended_decision_is_announced_until_it_is_seen(shell: Shell) -> None:
    assert ANNOUNCED not in shell.on_terminal("stats").output
    known = shell.json("remember", "Deploys go out on Tuesdays.", "-c", "fact")["memory"]["id"]
    shell.json("core", "add", known, "--unattended")
    assert f"1 without a terminal; the newest: core add {known}" in unfolded(
        shell.on_terminal("stats").output
    )
    assert ANNOUNCED not in shell.run("stats").remarks
    assert shell.run("log", "--decisions", "--seen").code == 3
    agent = Shell(shell.home, shell.cwd, AGENT)
    assert agent.on_terminal("log", "--decisions", "--seen").code == 3
    listed = shell.json("log", "--decisions")["decisions"]
    assert [(one["act"], one["subject"], one["decided_by"], one["seen"]) for one in listed][:1] == [
        ("core add", known, "unattended", False)
    ]
    assert shell.on_terminal("log", "--decisions", "--seen").code == 0
    assert ANNOUNCED not in shell.on_terminal("stats").output
    assert all(one["seen"] for one in shell.json("log", "--decisions")["decisions"])


def test_a_decision_at_a_terminal_is_announced_as_well(shell: Shell) -> None:
    known = shell.json("remember", "Deploys go out on Tuesdays.", "-c", "fact")["memory"]["id"]
    assert shell.on_terminal("core", "add", known, typed="y\n").code == 0
    assert "1 at a terminal; the newest: core add" in unfolded(shell.on_terminal("stats").output)


@pytest.mark.skipif(shutil.which("script") is None, reason="there is no `script` here")
def test_a_terminal_that_a_program_makes_takes_no_answer_from_a_pipe(shell: Shell) -> None:
    known = shell.json("remember", "Deploys go out on Tuesdays.", "-c", "fact")["memory"]["id"]
    import subprocess
    import sys

    command = ["script", "-qec", f"{sys.executable} -m myelin core add {known}", "/dev/null"]
    # Marked as an agent's it is refused; without the mark, what was typed ahead is no answer.
    for marks in (AGENT, {}):
        ran = subprocess.run(
            command,
            cwd=shell.cwd,
            env=shell.environment | marks,
            input=b"y\n" * 3,
            capture_output=True,
            timeout=60,
        )
        assert ran.returncode == 3, ran.stdout
    assert shell.json("show", known)["memory"]["tier"] == "normal"


@pytest.mark.parametrize("command", ["archive", "unarchive"])
def test_an_agent_withdraws_and_brings_back_no_memory(shell: Shell, command: str) -> None:
    known = shell.json("remember", "Deploys go out on Tuesdays.", "-c", "fact")["memory"]["id"]
    refused = Shell(shell.home, shell.cwd, AGENT).run(command, known, "--json")
    assert (refused.code, refused.document["error"]["code"]) == (3, "terminal_required")
    assert shell.json("show", known)["memory"]["tier"] == "normal"


def test_a_core_memory_is_replaced_by_a_person_only(shell: Shell) -> None:
    known = shell.json("remember", "Never force-push.", "-c", "convention")["memory"]["id"]
    shell.json("core", "add", known, "--unattended")
    words = ("remember", "POISON", "--class", "convention", "--supersedes", known)
    assert shell.run(*words).code == 3
    agent = Shell(shell.home, shell.cwd, AGENT).json(*words, "--unattended")["memory"]
    assert agent["origin"] == "host"
    assert shell.json("show", known)["memory"]["tier"] == "core"
    assert "superseded_at" not in shell.json("show", known)["memory"]
    declined = shell.on_terminal(*words[:1], "Force-push is fine.", *words[2:], typed="n\n")
    assert declined.code == 3
    assert "| Never force-push." in declined.output
    assert shell.on_terminal(*words[:1], "Ask first.", *words[2:], typed="y\n").code == 0


def unfolded(text: str) -> str:
    """Return what a terminal shows on one line."""
    return " ".join(text.split())
