"""A rotation that is stopped half-way and killed while other commands run loses nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell

ROOT = Path(__file__).parents[2]


@pytest.fixture
def brain(tmp_path) -> Shell:
    shell = new_shell(tmp_path)
    assert shell.run("init", "--bare").code == 0
    assert shell.run("remember", "kept").code == 0
    return shell


def stopped(brain: Shell, words: Path) -> subprocess.Popen[bytes]:
    """Return a rotation that stands between the new files and the keystore."""
    command = (
        sys.executable,
        "-m",
        "tests.crash.stopped_rotation",
        "key",
        "rotate",
        "--unattended",
    )
    process = subprocess.Popen(
        [*command, "--phrase-file", str(words), "--data", str(brain.cwd / ".myelin")],
        cwd=ROOT, env=brain.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    return process


def contents(brain: Shell) -> list[str]:
    return [memory["content"] for memory in brain.json("list")["memories"]]


@pytest.mark.parametrize("command", ["stats", "doctor", "list"])
def test_a_command_during_a_rotation_and_a_kill_lose_nothing(brain, command):
    words = brain.home / "words.txt"
    process = stopped(brain, words)
    assert brain.run(command).code in (0, 4)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert contents(brain) == ["kept"]
    assert not list((brain.cwd / ".myelin").glob("*.key"))
    # The words were written before any file changed, and they are the ones in force.
    for key in (brain.home / ".myelin" / "keys").glob("brn_*"):
        key.unlink()
    assert brain.run("key", "import", "--phrase-file", str(words)).code == 0
    assert contents(brain) == ["kept"]


def test_a_second_rotation_waits_for_the_first_and_the_first_goes_on(brain):
    words, second = brain.home / "words.txt", brain.home / "second.txt"
    process = stopped(brain, words)
    refused = brain.run("key", "rotate", "--unattended", "--phrase-file", str(second))
    assert refused.code != 0
    assert not second.exists()
    process.send_signal(signal.SIGCONT)
    assert process.wait() == 0
    assert contents(brain) == ["kept"]
    assert not list((brain.cwd / ".myelin").glob("*.key"))
    assert brain.run("key", "rotate", "--unattended", "--phrase-file", str(second)).code == 0
    assert contents(brain) == ["kept"]
    assert brain.run("key", "import", "--phrase-file", str(words)).code == 5


def test_the_words_alone_open_a_brain_whose_rotation_was_killed_anywhere(brain):
    words = brain.home / "words.txt"
    process = stopped(brain, words)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for key in (brain.home / ".myelin" / "keys").glob("brn_*"):
        key.unlink()
    assert brain.run("key", "import", "--phrase-file", str(words)).code == 0
    assert contents(brain) == ["kept"]
