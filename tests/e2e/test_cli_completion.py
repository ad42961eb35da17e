"""Completion in real shells, help and manual pages, as a person at a keyboard gets them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codegen import model
from myelin.cli.completion import SHELLS
from tests.architecture.tree import ROOT
from tests.e2e.cli_shell import PATH, Shell, new_shell

BUILT = [command for command in model.loaded(ROOT).commands.values() if command.served]
OWN = {f"myelin-{'-'.join(command.words)}" for command in BUILT} | {"myelin"}
BASH = """
source <(myelin completion bash)
COMP_LINE={line}; COMP_POINT=${{#COMP_LINE}}; _myelin; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
autoload -Uz compinit; compinit -u -D
source <(myelin completion zsh)
_describe() {{ print -l ${{(P)2}} }}
_files() {{ print files }}
words=({words} ""); CURRENT=$#words
_myelin
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Return a shell whose `myelin` is on the path, with a brain of two memories."""
    folder = tmp_path_factory.mktemp("completion")
    shell = new_shell(folder)
    assert shell.run("init").code == 0
    shell.run("remember", "The queue is PostgreSQL.", "-t", "infra", "-t", "two words")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "myelin").write_text(f'#!/bin/sh\nexec {sys.executable} -m myelin "$@"\n')
    (programs / "myelin").chmod(0o755)
    shell.extra["PATH"] = f"{programs}:{PATH}"
    return shell


def asked(shell: Shell, line: str) -> list[str]:
    """Return the values that the program offers for a line."""
    return [each.split("\t")[0] for each in shell.run("__complete", line).output.splitlines()]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("myelin rec", ["recall"]),
        ("myelin sea", ["search"]),
        ("myelin core ", ["add", "rm"]),
        ("myelin recall -t ", ["infra", "two words"]),
        ("myelin recall --tag=in", ["--tag=infra"]),
        ("myelin --name ", ["project"]),
        ("myelin --json proposals list --state a", ["accepted"]),
        ("myelin process approve bug", ["bug-fix@1"]),
        ("myelin standard show mark", ["markdown"]),
        ("myelin validate ", [":files"]),
        ("myelin export ", [":folders"]),
        ("myelin help core ", ["add", "rm"]),
        ("myelin remember -- --cl", []),
        ("myelin nosuch ", []),
        ("myelin 'unfinished", []),
    ],
)
def test_the_end_of_a_line_is_completed(shell: Shell, line: str, values: list[str]) -> None:
    assert asked(shell, line) == values


def test_ids_are_completed_with_the_first_words_of_the_memory(shell: Shell) -> None:
    [memory] = shell.json("list")["memories"]
    offered = shell.run("__complete", "myelin show ").output
    assert offered == f"{memory['id']}\tThe queue is PostgreSQL.\n"
    assert shell.json("show", memory["id"])["memory"]["uses"] == 0


def test_nothing_is_said_where_no_brain_can_be_opened(shell: Shell, tmp_path: Path) -> None:
    shutil.copytree(shell.cwd, tmp_path / "project")
    elsewhere = Shell(tmp_path, tmp_path / "project")
    for where in (elsewhere, Shell(tmp_path, tmp_path)):
        ran = where.run("__complete", "myelin recall -t ")
        assert (ran.code, ran.output, ran.remarks) == (0, "", "")


def test_a_completion_imports_no_parser_and_no_engine() -> None:
    script = (
        "import sys; sys.argv = ['myelin', '__complete', 'myelin recall --cl']\n"
        "from myelin.cli.main import main; main()\n"
        "heavy = ('typer', 'rich', 'apsw', 'pydantic', 'myelin.engine')\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.stdout.splitlines() == [
        "--class\tOnly this class; may be repeated.",
        "[]",
    ]


def in_a_shell(shell: Shell, program: str, script: str) -> list[str]:
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} here")
    words = {"zsh": ["zsh", "-f", "-c"], "bash": ["bash", "--norc", "-c"], "fish": ["fish", "-c"]}
    ran = subprocess.run(
        [*words[program], script], cwd=shell.cwd, env=shell.environment, capture_output=True
    )
    return ran.stdout.decode().splitlines()


def test_bash_completes_values_and_quotes_blanks(shell: Shell) -> None:
    def completed(line: str) -> list[str]:
        return in_a_shell(shell, "bash", BASH.format(line=f"'{line}'"))

    assert completed("myelin recall -t ") == ["infra", "two\\ words"]
    assert completed("myelin list --class=fa") == ["fact"]
    assert completed("myelin process approve bug-fix@") == ["1"]


def test_zsh_completes_values_and_files(shell: Shell) -> None:
    def completed(words: str) -> list[str]:
        return in_a_shell(shell, "zsh", ZSH.format(words=words))

    assert completed("myelin recall -t") == ["infra:infra", "two words:two words"]
    assert completed("myelin validate") == ["files"]


def test_fish_completes_values_with_what_they_mean(shell: Shell) -> None:
    def completed(line: str) -> list[str]:
        return in_a_shell(shell, "fish", f"myelin completion fish | source; complete -C '{line}'")

    assert completed("myelin process approve bug") == ["bug-fix@1\tFix a bug"]
    assert completed("myelin recall -t ") == ["infra", "two words"]


def test_every_shell_has_its_script_and_no_other_has(shell: Shell) -> None:
    for name in SHELLS:
        assert "__complete" in shell.run("completion", name).output
    refused = shell.run("completion", "tcsh")
    assert (refused.code, refused.output) == (2, "")
    assert "argument SHELL must be one of: bash, zsh, fish." in refused.remarks


def test_help_and_its_flag_say_the_same(shell: Shell) -> None:
    for words in (["recall"], ["core", "add"], ["core"], []):
        assert shell.run("help", *words).output == shell.run(*words, "--help").output
    assert shell.run("help", "search").output == shell.run("help", "recall").output
    assert "Other name: search." in shell.run("search", "--help").output
    assert shell.json("help", "search")["command"] == "recall"
    unknown = shell.run("help", "nosuch")
    assert (unknown.code, unknown.output) == (2, "")
    assert "names no command: nosuch" in unknown.remarks


def test_the_version_is_told_however_it_is_asked_for(shell: Shell) -> None:
    told = shell.run("version").output
    for words in (["--version"], ["-V"], ["--name", "x", "--version"]):
        assert shell.run(*words).output == told
    assert shell.run("--json", "--version").document == shell.json("version")


def test_every_command_has_a_page_that_man_can_read(shell: Shell) -> None:
    for command in BUILT[:3]:
        page = shell.run("man", *command.words).output
        assert page.split("\n")[1].startswith('.TH "MYELIN')
        assert command.doc in page.replace("\\-", "-")
    assert "myelin\\-recall" in shell.run("man", "search").output
    if shutil.which("groff") is None:
        pytest.skip("there is no groff here")
    folder = ROOT / "src/myelin/surface/man"
    ran = subprocess.run(
        # The pages of other names only point to these, from the folder where they are installed.
        ["groff", "-man", "-Tutf8", "-ww", *(folder / f"{name}.1" for name in sorted(OWN))],
        env=os.environ | {"GROFF_NO_SGR": "1"},
        capture_output=True,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_page_is_there_under_every_name_of_every_command() -> None:
    folder = ROOT / "src/myelin/surface/man"
    names = {each.name.removesuffix(".1") for each in folder.glob("*.1")}
    assert names == OWN | {f"myelin-{o}" for command in BUILT for o in command.other_names}
