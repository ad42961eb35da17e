"""The person's editor: which one, what it opens on, and what becomes of the text."""

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Ran, Shell, new_shell

LOOKS = "Do you agree? [y/N]"
"""What the dialog asks; a person is asked after the text was checked, never before."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = new_shell(tmp_path_factory.mktemp("editor"))
    assert shell.run("init").code == 0
    words = ("-c", "decision", "-t", "infra", "--subject", "queue", "--alias", "jobs")
    shell.json("remember", "The queue is Redis.", *words)
    return shell


@pytest.fixture
def brain(made: Shell, tmp_path: Path) -> Shell:
    shell = made.copy(tmp_path)
    shell.extra["TERM"] = "xterm"
    return shell


def memory(shell: Shell) -> str:
    return str(shell.json("list")["memories"][0]["id"])


def editor(shell: Shell, *runs: str) -> str:
    """Return a program that does with its file what each run says: shell words with $1."""
    folder = shell.home.parent
    for number, words in enumerate(runs):
        (folder / f"run{number}").write_text(words)
    program = folder / "editor"
    program.write_text(
        f"#!/bin/sh\nn=$(cat {folder}/count 2>/dev/null || echo 0)\n"
        f"echo $((n + 1)) > {folder}/count\n"
        f'cp "$1" {folder}/seen$n; printf "%s" "$1" > {folder}/path; env > {folder}/env\n'
        f'stat -c %a "$(dirname "$1")" "$1" > {folder}/modes\n. {folder}/run$n\n'
    )
    program.chmod(0o755)
    return str(program)


def seen(shell: Shell, name: str) -> str:
    return (shell.home.parent / name).read_text("utf-8")


def kept(ran: Ran) -> Path:
    """Return the path that the last lines name as that of the text."""
    told = ran.output.replace("\n", "")
    assert "Your text was not saved. It is kept in " in told
    return Path(told.partition("It is kept in ")[2].partition(".txt.")[0] + ".txt")


def drafts(shell: Shell) -> list[Path]:
    return [each for each in (shell.home / ".myelin").rglob("drafts/*/*") if each.is_file()]


def test_an_edited_memory_is_a_successor_of_the_same_kind(brain: Shell) -> None:
    brain.extra["EDITOR"] = editor(brain, "sed -i s/Redis/PostgreSQL/ $1")
    old = memory(brain)
    ran = brain.on_terminal("edit", old)
    assert ran.code == 0, ran
    shown = brain.json("show", memory(brain))["memory"]
    assert shown["content"] == "The queue is PostgreSQL."
    assert (shown["class"], shown["subject"]) == ("decision", "queue")
    assert (shown["tags"], shown["aliases"], shown["supersedes"]) == (["infra"], ["jobs"], [old])
    assert seen(brain, "seen0").endswith("\nThe queue is Redis.\n")
    assert drafts(brain) == []
    again = brain.on_terminal("edit", old)
    assert (again.code, f"edit {shown['id']}" in again.output) == (2, True)


def test_the_file_lies_in_a_private_folder_and_the_key_stays_back(brain: Shell) -> None:
    runtime = brain.home.parent / "run"
    runtime.mkdir()
    brain.extra |= {
        "EDITOR": editor(brain, "true", "true"),
        "MYELIN_HOME": str(brain.home / ".myelin"),
    }
    brain.on_terminal("edit", memory(brain))
    assert seen(brain, "modes").split() == ["700", "600"]
    assert seen(brain, "path").startswith(str(brain.home / ".myelin" / "drafts"))
    assert f"TMPDIR={Path(seen(brain, 'path')).parent}" in seen(brain, "env")
    assert stat.S_IMODE((brain.home / ".myelin" / "drafts").stat().st_mode) == 0o700
    brain.extra["XDG_RUNTIME_DIR"] = str(runtime)
    brain.on_terminal("edit", memory(brain))
    assert seen(brain, "path").startswith(str(runtime))
    assert list(runtime.iterdir()) == []


def test_problems_are_shown_above_the_text_before_anything_is_asked(brain: Shell) -> None:
    wrong = "sed -i 's/^title:.*/titel: Fix a bug/' $1"
    right = "sed -i 's/^titel:.*/title: Fix a bug well/' $1"
    brain.extra["EDITOR"] = editor(brain, wrong, right)
    ran = brain.on_terminal("edit", "bug-fix")
    assert ran.code == 0, ran
    second = seen(brain, "seen1")
    assert second.startswith(
        "#| The process is not valid: 2 problems.\n#|   line 1, column 1: title"
    )
    assert "\ntitel: Fix a bug\n" in second
    assert LOOKS not in ran.output
    shown = brain.json("process", "show", "bug-fix")
    assert (shown["process"]["title"], shown["process"]["version"]) == ("Fix a bug well", 2)
    assert "#|" not in shown["yaml"]


def test_a_text_that_is_given_up_is_kept_and_its_path_told(brain: Shell) -> None:
    brain.extra["EDITOR"] = editor(brain, "python3 -c 'print(\"long \" * 9000)' > $1", "true")
    ran = brain.on_terminal("edit", memory(brain))
    assert ran.code == 2
    assert "argument WHAT has" not in ran.output
    assert kept(ran).read_text("utf-8").count("long ") == 9000
    assert brain.json("list")["total"] == 1


def test_a_no_to_the_question_keeps_the_text(brain: Shell) -> None:
    brain.json("core", "add", memory(brain), "--unattended")
    brain.extra["EDITOR"] = editor(brain, "sed -i s/Redis/Kafka/ $1", "sed -i s/Redis/Kafka/ $1")
    ran = brain.on_terminal("edit", memory(brain), typed="n\n")
    assert ran.code == 3
    assert "Declined. Nothing was changed." in ran.output
    assert kept(ran).read_text("utf-8").endswith("The queue is Kafka.\n")
    done = brain.on_terminal("edit", memory(brain), typed="y\n")
    assert (done.code, len(drafts(brain))) == (0, 1)
    assert brain.json("recall", "x")["core"][0]["content"] == "The queue is Kafka."


@pytest.mark.parametrize("words", ["true", ": > $1", "sed -i 's/$/ /; s/ $//' $1"])
def test_nothing_changed_is_said_and_nothing_is_kept(brain: Shell, words: str) -> None:
    brain.extra["EDITOR"] = editor(brain, words)
    ran = brain.on_terminal("edit", memory(brain))
    assert ran.code == 3
    assert "The text was not changed." in ran.output
    assert drafts(brain) == []


def test_an_editor_that_cannot_start_or_fails_is_named(brain: Shell) -> None:
    brain.extra["EDITOR"] = "no-such-editor --wait"
    ran = brain.on_terminal("edit", memory(brain))
    assert ran.code == 1
    assert "The editor could not be used: no-such-editor --wait could not be started." in ran.output
    brain.extra["EDITOR"] = editor(brain, "sed -i s/Redis/Kafka/ $1; exit 3")
    failed = brain.on_terminal("edit", memory(brain))
    assert (failed.code, "exit code 3" in failed.output) == (1, True)
    assert kept(failed).read_text("utf-8").endswith("The queue is Kafka.\n")
    brain.extra |= {"EDITOR": "", "PATH": str(brain.home)}
    none = brain.on_terminal_command([sys.executable, "-m", "myelin", "edit", memory(brain)], "")
    assert (none.code, "Set VISUAL or EDITOR" in none.output) == (1, True)


def test_visual_comes_first_and_arguments_are_kept(brain: Shell) -> None:
    program = editor(brain, 'sed -i "s/Redis/$flag/" "$1"')
    brain.extra["EDITOR"] = "false"
    brain.extra["VISUAL"] = f"flag='Kafka 3' {program}"
    assert brain.on_terminal("edit", memory(brain)).code == 0
    assert brain.json("list")["memories"][0]["content"] == "The queue is Kafka 3."


@pytest.mark.skipif(shutil.which("vi") is None, reason="there is no vi here")
def test_without_any_setting_vi_is_opened_even_if_the_output_is_a_pipe(brain: Shell) -> None:
    words = f"{sys.executable} -m myelin edit {memory(brain)} < /dev/null | cat"
    ran = typed_into_vi(brain, ["/bin/bash", "-o", "pipefail", "-c", words])
    assert ran.code == 0, ran
    assert brain.json("list")["memories"][0]["content"] == "The queue is Kafka."


def typed_into_vi(shell: Shell, command: list[str]) -> Ran:
    """Run a command on a terminal and replace a word once vi shows the text."""
    import pty
    import select

    child, terminal = pty.fork()
    if child == 0:
        os.chdir(shell.cwd)
        os.execve(command[0], command, shell.environment)
    shown, typed = b"", False
    try:
        while select.select([terminal], [], [], 30)[0]:
            shown += os.read(terminal, 65536)
            if b"The queue is Redis." in shown and not typed:
                os.write(terminal, b"\x1b:%s/Redis/Kafka/\r:wq\r")
                typed = True
    except OSError:
        pass
    os.close(terminal)
    return Ran(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode("utf-8", "replace"))


def test_no_terminal_and_an_agent_s_shell_say_what_to_do(brain: Shell) -> None:
    for what, instead in (
        (memory(brain), "remember TEXT --supersedes ID"),
        ("bug-fix", "save FILE"),
    ):
        ran = brain.run("edit", what)
        assert (ran.code, instead in ran.remarks) == (3, True)
    assert brain.run("edit", "nothing-of-that-name").code == 2
    brain.extra["CLAUDECODE"] = "1"
    refused = brain.on_terminal("edit", "bug-fix")
    assert (refused.code, "an agent drives this shell" in refused.output) == (3, True)
