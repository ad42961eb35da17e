"""Servers and commands are killed as processes; what was acknowledged is there, and the key works.

Each round: a server acknowledges memories, a command rotates, restores, purges or accepts a state,
and one of the two is killed at a random instant. Then everything is read back.
"""

import random
import shutil
import subprocess
import sys
import threading
import time

import pytest

from myelin import config, keystore
from myelin.crypto import keys
from tests.crash.brain import LONG
from tests.crash.served import Served
from tests.crash.test_erase import plain_bytes
from tests.e2e.cli_shell import Shell, new_shell

ROUNDS = 75 if LONG else 2
"""With four commands 300 kills in the long form."""

CANARY = "The xylophone stands behind the northern gate, and nobody may know."
COMMANDS = ("rotate", "restore", "purge", "accept")


@pytest.fixture(scope="module")
def new_brain(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = new_shell(tmp_path_factory.mktemp("new"))
    assert shell.run("init", "--bare").code == 0
    for number in range(6):
        assert shell.run("remember", f"Kept from the beginning: {number}.").code == 0
    core = shell.json("remember", "We deploy on Fridays.", "-c", "decision")["memory"]["id"]
    assert shell.run("core", "add", core, "--unattended").code == 0
    with Served(shell) as server:
        given = {"content": "We deploy on Mondays.", "class": "decision", "supersedes": core}
        assert server.ask("tools/call", {"name": "remember", "arguments": given}) is not None
    return shell


def words_of(command: str, shell: Shell, gone: str) -> list[str]:
    """Return the words of a command that changes all files of a brain."""
    if command == "rotate":
        return ["key", "rotate", "--unattended", "--phrase-file", str(shell.home / "words.txt")]
    if command == "restore":
        return ["restore", "project", "--at", "latest", "--in-place", "--unattended"]
    if command == "purge":
        return ["purge", "project", gone, "--reason", "a test", "--yes", gone]
    [proposal] = shell.json("proposals", "list")["proposals"]
    shown = shell.json("proposals", "show", proposal["id"])
    return ["proposals", "accept", proposal["id"], "--unattended", "--sha256", shown["sha256"]]


def start(shell: Shell, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "myelin", *words],
        cwd=shell.cwd, env=shell.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def contents(shell: Shell) -> set[str]:
    found: set[str] = set()
    answer = shell.json("list", "--limit", "200")
    found |= {memory["content"] for memory in answer["memories"]}
    return found


def local_key(shell: Shell) -> bytes:
    settings = config.load(shell.environment, shell.cwd)
    [file] = (shell.home / ".myelin" / "keys").glob("brn_*.key")
    found = keystore.stored(file.stem, settings)
    assert found is not None
    return keys.local_key(found.root)


@pytest.mark.parametrize("command", COMMANDS)
def test_whatever_is_killed_the_acknowledged_is_there(new_brain, tmp_path, command):
    chance, acknowledged_rounds = random.Random(command), 0
    for round_ in range(ROUNDS):
        shell = new_brain.copy(tmp_path / f"round{round_}")
        gone = shell.json("remember", CANARY)["memory"]["id"]
        words = words_of(command, shell, gone)
        with Served(shell) as server:
            server.remember("Acknowledged before the command.")
            process = start(shell, *words)
            # One kill in three hits the server, the others the command.
            target = server.kill if chance.random() < 0.34 else process.kill
            timer = threading.Timer(0.2 + 1.6 * chance.random(), target)
            timer.start()
            number = 0
            while timer.is_alive() and number < 100:
                server.remember(f"Acknowledged during the command: {number}.")
                number += 1
                time.sleep(0.02)
            timer.join()
            process.wait()
        acknowledged_rounds += bool(server.acknowledged)
        found = contents(shell)
        missing = [text for text in server.acknowledged if text not in found]
        assert missing == [], (command, round_)
        assert {f"Kept from the beginning: {number}." for number in range(6)} <= found
        assert not list((shell.cwd / ".myelin").glob("*.key"))
        if command == "purge" and CANARY not in found:
            assert b"xylophone" not in plain_bytes(
                shell.cwd / ".myelin" / "project.myl", local_key(shell)
            )
        assert shell.run("doctor", "--repair").code == 0
        shutil.rmtree(tmp_path / f"round{round_}")
    assert acknowledged_rounds >= ROUNDS // 2
