"""Every long command shows at a terminal how far it is, and only there."""

import re
from pathlib import Path

import pyte
import pytest

from tests.e2e.cli_shell import Shell, new_shell


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    one = new_shell(tmp_path_factory.mktemp("progress"))
    assert one.run("init", "--phrase-file", str(one.home / "words")).code == 0
    one.run("remember", "The queue is PostgreSQL.")
    one.run("snapshot", "create", "first")
    one.run("remember", "The secret plan has a canary in it.")
    assert one.run("export", "out").code == 0
    return one


COMMANDS = {
    "export other": "Exporting records",
    "import --unattended out": "Checking records",
    "doctor": "Checking content",
    "backup": "Checking the backup",
    "restore project --at latest --to new.myl": "Writing the file",
    "snapshot rename first second": "Rewriting files",
    "key rotate --phrase-file next-words": "Rewriting files",
    "purge project {id} --reason old": "Rewriting files",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_long_command_shows_its_progress_at_a_terminal_and_then_nothing_of_it(
    command: str, shell: Shell, tmp_path: Path
) -> None:
    one = shell.copy(tmp_path)
    one.extra["TERM"] = "xterm"
    memory = one.json("recall", "canary")["memories"][0]["id"]
    words = command.format(id=memory).split()
    step = COMMANDS[command]
    typed = f"{memory}\n" if words[0] == "purge" else "y\n"
    ran = one.on_terminal(*words, typed=typed)
    assert ran.code == 0, ran.output
    assert f"\r{step}" in ran.output
    progress = " ".join(re.findall(r"\r([A-Z][^\r]*)\r", ran.output))
    assert "canary" not in progress
    screen = pyte.Screen(100, 400)
    pyte.Stream(screen).feed(ran.output.replace("\n", "\r\n"))
    assert not any(row.startswith(step) for row in screen.display)


def test_a_program_that_reads_the_json_gets_no_progress(shell: Shell, tmp_path: Path) -> None:
    one = shell.copy(tmp_path)
    one.extra["TERM"] = "xterm"
    ran = one.on_terminal("doctor", "--json")
    assert ran.document["sound"] is True
    assert "Checking" not in one.run("doctor").remarks
