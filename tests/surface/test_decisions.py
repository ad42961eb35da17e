"""Who may change what governs, command by command: no agent, and nobody without a terminal or flag.

`python -m tests.surface.test_decisions` writes docs/who-decides.md, which a test compares.
"""

import io
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from codegen import model
from myelin.cli import app
from tests.architecture.tree import ROOT
from tests.surface.every_command import STANDARD, WORKFLOW, Walk, hosted
from tests.surface.governing import GOVERNING

SERVED = {one.name for one in model.loaded(ROOT).commands.values() if one.served}
PAGE = ROOT / "docs" / "who-decides.md"
AGENT = {"CLAUDECODE": "1"}
FLAG = "--unattended"

# Words for every command; {…} is filled in. The first words are those of the command.
ATTEMPTS: dict[str, tuple[str, ...]] = {
    "init": ("--phrase-file", "again"),
    "connect": (),
    "which": (),
    "remember": ("Poison.", "--class", "convention", "--supersedes", "{core}"),
    "edit": ("{core}",),
    "recall": ("queue",),
    "show": ("{core}",),
    "list": (),
    "link": ("{core}", "{known}", "supports"),
    "unlink": ("{core}", "{linked}", "supports"),
    "core add": ("{known}",),
    "core rm": ("{core}",),
    "archive": ("{core}",),
    "unarchive": ("{archived}",),
    "forget": ("--class", "decision"),
    "tags list": (),
    "tags rename": ("infra", "other"),
    "stats": (),
    "version": (),
    "help": (),
    "man": (),
    "completion": ("bash",),
    "process save": ("hotfix3.yaml",),
    "process show": ("hotfix",),
    "process list": (),
    "process match": ("a hotfix",),
    "process diff": ("hotfix",),
    "process approve": ("hotfix@2",),
    "process retire": ("hotfix",),
    "process import": ("SKILL.md",),
    "process export": ("reviews",),
    "standard save": ("house3.yaml",),
    "standard show": ("house",),
    "standard list": (),
    "standard diff": ("house",),
    "standard approve": ("house@2",),
    "standard retire": ("house",),
    "validate": ("good.txt", "--standard", "house"),
    "precheck": ("rm -rf /",),
    "scan": ("good.txt",),
    "outcome log": (
        "Mend it", "--task-kind", "bug-fix", "--outcome", "success", "--summary", "Done.",
    ),
    "proposals list": (),
    "proposals show": ("{proposal}",),
    "proposals accept": ("{proposal}", "--sha256", "{sha256}"),
    "proposals reject": ("{proposal}",),
    "prefs list": (),
    "prefs show": ("style.quotes",),
    "prefs set": ("style.quotes", "none", "--statement", "Never use quotes."),
    "prefs unset": ("style.quotes",),
    "log": ("--decisions", "--seen"),
    "undo": ("{hosted}",),
    "doctor": ("--accept-rollback",),
    "export": ("out-{n}",),
    "import": ("exported",),
    "backup": ("--to", "../backups-{n}"),
    "snapshot create": ("named-{n}",),
    "snapshot list": (),
    "snapshot rename": ("first", "renamed-{n}"),
    "snapshot remove": ("second",),
    "restore": ("project", "--at", "first", "--in-place"),
    "purge": ("project", "{core}", "--reason", "gone", "--yes", "{core}"),
    "dense on": (),
    "dense off": (),
    "dense status": (),
    "key export": ("--phrase-file", "words-{n}"),
    "key import": ("--phrase-file", "first-words"),
    "key rotate": ("--phrase-file", "rotated-{n}"),
}  # fmt: skip
FLAGGED = {
    one.name
    for one in model.loaded(ROOT).commands.values()
    if any(each.name == "unattended" for each in one.parameters)
}
# The commands of a server's operator: tests/e2e/test_cli_admin.py tries them in an agent's shell.
OPERATOR = {name for name in SERVED if name.startswith("admin ")}
NO_BRAIN = {"serve", "demo"} | OPERATOR
SKILL = "---\nname: reviews\ndescription: Review a change. Use when reviewing.\n---\n\nRead it.\n"


class Brain:
    """A brain with something of everything that governs, copied for each attempt."""

    def __init__(self, folder: Path) -> None:
        project = folder / "project"
        project.mkdir()
        walk = Walk(project)
        walk.run("init", "--phrase-file", "first-words")
        run = walk.run
        said = ("The queue is PostgreSQL.", "-c", "decision", "-t", "infra")
        core = run("remember", *said)["memory"]["id"]
        run("core add", FLAG, core)
        known = run("remember", "The cache is Redis.", "-c", "fact")["memory"]["id"]
        linked = run("remember", "Reports run at night.", "-c", "fact")["memory"]["id"]
        run("link", core, linked, "supports")
        archived = run("remember", "Old news.", "-c", "fact")["memory"]["id"]
        run("archive", archived)
        agent = Walk(project, {}, AGENT)
        for number in (1, 2, 3):
            walk.write(f"hotfix{number}.yaml", WORKFLOW.replace("FIX", f"Step {number}"))
            walk.write(f"house{number}.yaml", STANDARD.replace("FIX", f"Step {number}"))
        run("process save", FLAG, "hotfix1.yaml")
        agent.run("process save", "hotfix2.yaml")
        run("standard save", FLAG, "house1.yaml")
        agent.run("standard save", "house2.yaml")
        run("process import", FLAG, walk.write("SKILL.md", SKILL))
        walk.write("SKILL.md", SKILL.replace("Read it.", "Poison."))
        run("prefs set", FLAG, "style.quotes", "single")
        run("snapshot create", "first")
        run("snapshot create", "second")
        run("export", "exported")
        walk.write("good.txt", "a b\n")
        proposal = run("proposals list")["proposals"][0]["id"]
        self.names = {
            "core": core,
            "known": known,
            "linked": linked,
            "archived": archived,
            "hosted": hosted(walk, "The host is called alder."),
            "proposal": proposal,
            "sha256": run("proposals show", proposal)["sha256"],
        }
        self.folder = folder
        self.before = digest(project)

    def attempt(self, command: str, marks: dict[str, str], *, flag: bool) -> tuple[int, str]:
        """Run a command in a copy; return its exit code, and what became of what governs."""
        with tempfile.TemporaryDirectory() as place:
            project = Path(place) / "copy" / "project"
            shutil.copytree(self.folder, project.parent)
            words = [word.format(**self.names, n=1) for word in ATTEMPTS[command]]
            with_flag = [FLAG] if flag and command in FLAGGED else []
            code, _ = run_raw(project, [*command.split(), *with_flag, *words], marks)
            return code, "changed" if digest(project) != self.before else "unchanged"


def run_raw(project: Path, words: list[str], marks: dict[str, str]) -> tuple[int, str]:
    """Run a command without a terminal; return its exit code and what it printed."""
    output = io.StringIO()
    environment = {"HOME": str(project.parent), "MYELIN_HOME": str(project / "home")} | marks
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        for stream in ("stdout", "stderr"):
            patch.setattr(sys, stream, output)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        # The tests may be run by a person at a terminal, who must not be asked.
        patch.setattr("myelin.cli.terminal._READER", Path(os.devnull) / "none")
        return app.run([*words, "--json"], environment, project), output.getvalue()


def digest(project: Path) -> str:
    """Return what governs, read by a process of its own; empty if the brain cannot be opened."""
    from myelin.brains import brain
    from myelin.config import load
    from myelin.kernel.caller import LOCAL_OWNER

    environment = {"HOME": str(project.parent), "MYELIN_HOME": str(project / "home")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        found = brain.find(load(environment, project), project)
        with found.opened(LOCAL_OWNER) as engine, engine.store.read() as session:
            rows: list[Any] = [list(session.execute(sql)) for sql in GOVERNING]
    return json.dumps([rows, found.root.hex()])


@pytest.fixture(scope="module")
def brain(tmp_path_factory: pytest.TempPathFactory) -> Brain:
    """A brain for all attempts."""
    return Brain(tmp_path_factory.mktemp("decisions"))


def test_every_served_command_has_an_attempt() -> None:
    assert set(ATTEMPTS) == SERVED - NO_BRAIN


@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.parametrize("command", ATTEMPTS)
def test_an_agent_changes_nothing_that_governs_flag_or_not(
    brain: Brain, command: str, flag: bool
) -> None:
    assert brain.attempt(command, AGENT, flag=flag)[1] == "unchanged"


@pytest.mark.parametrize("command", sorted(set(ATTEMPTS) - {"purge"}))
def test_without_a_terminal_and_a_flag_nothing_that_governs_changes(
    brain: Brain, command: str
) -> None:
    assert brain.attempt(command, {}, flag=False)[1] == "unchanged"


def test_the_table_of_who_decides_is_as_written() -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert PAGE.read_text("utf-8") == page(Brain(Path(folder))), (
            "run `python -m tests.surface.test_decisions` and read what changed"
        )


def page(made: Brain) -> str:
    """Return docs/who-decides.md."""
    lines = [
        "# Who decides",
        "",
        "Each command tries to change what governs a brain: the core tier, what is reviewed, the",
        "owner's preferences, decisions, and the key. `tests/surface/test_decisions.py` writes it.",
        "A cell is the exit code, and whether what governs changed. At a terminal it asks.",
        "Tools, which a host calls over MCP, never change it (`tests/surface/test_governing.py`).",
        "`dense on` exits with 1 here because the table is made as if the extra were missing.",
        "",
        "| command | agent mark | agent mark, flag | no terminal | no terminal, flag |",
        "| --- | --- | --- | --- | --- |",
    ]
    with pytest.MonkeyPatch.context() as patch:
        # The exit code of `dense on` must not depend on the packages of this machine.
        patch.setattr("myelin.dense.package._RUNTIME", ("a_package_that_is_missing",))
        for command in ATTEMPTS:
            cells = [
                "{}, {}".format(*made.attempt(command, marks, flag=flag))
                for marks in (AGENT, {})
                for flag in (False, True)
            ]
            lines.append(f"| {command} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(page(Brain(Path(folder))), "utf-8")
