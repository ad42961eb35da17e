"""A walk over the command line that runs every command once with --json and keeps each answer."""

import base64
import io
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from myelin.cli import app
from myelin.control import Control
from myelin.kernel.machine import SYSTEM
from myelin.testing import SeededChance
from tests.e2e.cli_shell import Shell

WORKFLOW = """\
kind: workflow
name: hotfix
title: Ship a hotfix
summary: From a confirmed fault to a released fix.
triggers: [hotfix]
steps:
  - {id: fix, do: FIX}
"""
SKILL_MD = "---\nname: reviews\ndescription: How a review is written here.\n---\n\nBe kind.\n"
STANDARD = """\
name: house
title: Our house rules
rules:
  - {id: no-tabs, check: forbid_pattern, pattern: "\\t", message: A tab., fix: FIX}
risks:
  - {id: wipe, level: BLOCK, pattern: "rm -rf", reason: Gone., instead: Move it.}
"""


@dataclass
class Walk:
    """A project folder, its environment, and the documents that its commands printed."""

    folder: Path
    documents: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    def run(self, command: str, *words: str) -> dict[str, Any]:
        """Run one command with --json, keep the document that it prints, and return it."""
        output, remarks = io.StringIO(), io.StringIO()
        environment = {"HOME": str(self.folder.parent), "MYELIN_HOME": str(self.folder / "home")}
        environment |= self.marks
        with pytest.MonkeyPatch.context() as patch:
            # The keychain of the person who runs the tests stays out of it.
            patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
            patch.setattr(sys, "stdout", output)
            patch.setattr(sys, "stderr", remarks)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
            code = app.run([*command.split(), *words, "--json"], environment, self.folder)
        assert code in (0, 1, 4), (command, words, remarks.getvalue())
        # Shells of agents merge the two streams, so a program gets the document alone.
        assert remarks.getvalue() == "", (command, words)
        document: dict[str, Any] = json.loads(output.getvalue())
        assert "error" not in document, (command, words, document)
        self.documents.setdefault(command, []).append(document)
        return document

    def edit(self, what: str, editor: str) -> None:
        """Run `edit`, which needs a terminal, with a program as the editor; keep its document."""
        place = {"MYELIN_HOME": str(self.folder / "home"), "EDITOR": editor, "TERM": "xterm"}
        ran = Shell(self.folder.parent, self.folder, place).on_terminal("edit", what, "--json")
        assert ran.code == 0, ran
        self.documents.setdefault("edit", []).append(ran.document)

    def write(self, name: str, text: str) -> str:
        """Write a file of the project and return its name."""
        (self.folder / name).write_text(text, "utf-8")
        return name


def walked(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Run every command in an empty folder and return the documents of each."""
    walk = Walk(folder)
    walk.run("which")
    walk.run("init", "--phrase-file", "words", "--meta", "--name", "mine")
    walk.run("init", "--phrase-file", "first-words")
    walk.run("version")
    # It starts servers, whose standard error is this process's: here that is no file.
    ran = Shell(folder.parent, folder).run("demo", "--json")
    assert (ran.code, ran.remarks) == (0, "")
    walk.documents["demo"] = [ran.document]
    walk.run("help")
    walk.run("help", "core", "add")
    walk.run("man", "recall")
    walk.run("completion", "bash")
    walk.run("which")
    memories(walk)
    processes(walk)
    standards(walk)
    loop(walk)
    preferences(walk)
    upkeep(walk)
    administration(walk)
    return walk.documents


def memories(walk: Walk) -> None:
    """Run the commands of memories."""
    one = walk.run("remember", "The queue runs on PostgreSQL 16.", "-c", "decision")["memory"]["id"]
    said = ("--subject", "queue", "-t", "infra", "--actor", "Ines", "--session", "s1")
    two = walk.run("remember", "The queue runs on Redis.", *said, "--link", f"contradicts:{one}")
    evidence = ("--evidence", "verified", "--evidence-ref", "x.py")
    new = walk.run("remember", "The queue is PostgreSQL 17.", "--supersedes", one, *evidence)
    known = new["memory"]["id"]
    counted = walk.run("remember", "The cache holds 17 entries.")["memory"]["id"]
    walk.edit(counted, "sed -i s/17/18/")
    walk.run("remember", "--split", "# Deploys", "-c", "reference")
    walk.run("recall", "queue", "--since", "2020", "--until", "now")
    walk.run("recall", "queue", "--explain")
    walk.run("show", known)
    walk.run("list", "--limit", "1")
    walk.run("link", known, two["memory"]["id"], "relates_to")
    walk.run("unlink", known, two["memory"]["id"], "relates_to")
    walk.run("core add", "--unattended", known)
    walk.run("core rm", "--unattended", known)
    walk.run("archive", known)
    walk.run("unarchive", known)
    walk.run("list", "--all")
    walk.run("forget", "--tag", "infra", "--dry-run")
    forgotten = walk.run("forget", "--tag", "infra", "--unattended")
    walk.run("undo", str(forgotten["record"]))
    walk.run("tags list")
    renamed = walk.run("tags rename", "infra", "Infrastructure", "--unattended")
    walk.run("undo", str(renamed["record"]))
    walk.run("stats")


def processes(walk: Walk) -> None:
    """Run the commands of processes."""
    for number in (1, 2):
        walk.run(
            "process save",
            "--unattended",
            walk.write("hotfix.yaml", WORKFLOW.replace("FIX", f"Step {number}")),
        )
    walk.run("process import", "--unattended", walk.write("SKILL.md", SKILL_MD))
    walk.run("process export", "reviews")
    walk.edit("reviews", "sed -i 's/Be kind/Be kind and clear/'")
    walk.run("process show", "hotfix")
    walk.run("process list", "--limit", "2")
    walk.run("process list", "--include-versions")
    walk.run("process match", "a hotfix")
    walk.run("process diff", "hotfix")
    walk.run("process approve", "--unattended", "hotfix@1")
    walk.run("process retire", "--unattended", "hotfix")
    walk.run("process approve", "--unattended", "hotfix@2")


def standards(walk: Walk) -> None:
    """Run the commands of standards, and those that check texts."""
    for number in (1, 2):
        walk.run(
            "standard save",
            "--unattended",
            walk.write("house.yaml", STANDARD.replace("FIX", f"Step {number}")),
        )
    walk.edit("house", "sed -i 's/Our house/Our own house/'")
    walk.run("standard show", "house")
    walk.run("standard list")
    walk.run("standard diff", "house")
    walk.run("standard approve", "--unattended", "house@1")
    walk.run("standard retire", "--unattended", "house")
    walk.run("standard approve", "--unattended", "house@2")
    bad, good = walk.write("bad.txt", "a\tb\n"), walk.write("good.txt", "a b\n")
    walk.run("validate", bad, "--standard", "house")
    walk.run("validate", bad, good, "--standard", "house")
    walk.run("validate", good, "--standard-file", "house.yaml")
    walk.run("precheck", "rm -rf /")
    chance = SeededChance("token")
    token = "ghp_" + base64.b32encode(chance(30)).decode()[:36]
    walk.run("scan", walk.write("token.txt", f"token = {token}\n"))


def loop(walk: Walk) -> None:
    """Run the commands of outcomes and proposals."""
    used = walk.run("list", "--limit", "1")["memories"][0]["id"]
    detail = ("--process", "hotfix@2", "--used", f"{used}:helpful", "--violation", "house:no-tabs")
    outcome = ("--outcome", "success", "--summary", "It was the cache.")
    walk.run("outcome log", "Mend it", "--task-kind", "Bug Fix", *outcome, *detail)
    raised: dict[str, str] = {}
    for kind in ("first", "second"):
        while kind not in raised:
            answer = walk.run(
                "outcome log",
                f"A {kind}",
                "--task-kind",
                kind,
                *outcome,
                "--signal",
                "verification",
            )
            raised |= {each["target"]: each["id"] for each in answer["proposals"]}
    walk.run("stats", "--outcomes")
    walk.run("proposals list")
    walk.run("proposals show", raised["first"])
    walk.run("proposals reject", raised["first"], "--unattended")
    walk.run("proposals reject", "--kind", "new_skill", "--all", "--unattended")
    body = walk.write("second.yaml", WORKFLOW.replace("hotfix", "second"))
    sha256 = walk.run("proposals show", raised["second"])["sha256"]
    decided = ("--sha256", sha256, "--unattended")
    walk.run("proposals accept", raised["second"], "--body", body, *decided)
    walk.run("proposals list", "--state", "accepted")
    walk.run("proposals show", raised["second"])


def preferences(walk: Walk) -> None:
    """Run the commands of preferences."""
    for value in ("double", "single"):
        walk.run(
            "prefs set",
            "--unattended",
            "style.quotes",
            value,
            "--statement",
            f"Always {value} quotes.",
        )
    walk.run("prefs list", "--session", "style.quotes=none")
    walk.run("prefs show", "style.quotes")
    walk.run("prefs unset", "--unattended", "style.quotes")
    walk.run("prefs show", "style.quotes")


def upkeep(walk: Walk) -> None:
    """Run the commands that keep a brain in order; the last ones change its key."""
    walk.run("log", "--limit", "1000")
    port = hosted(walk, "The port is 22.")
    walk.run("undo", hosted(walk, "The port is 2222.", "--supersedes", port))
    walk.run("undo", hosted(walk, "The host is called alder."))
    walk.run("log", "--decisions")
    walk.run("doctor")
    walk.run("doctor", "--repair")
    walk.run("export", "exported")
    walk.run("import", "--unattended", "exported")
    walk.run("import", "--unattended", walk.write("foreign.jsonl", foreign(walk)))
    walk.run("snapshot create", "before")
    walk.run("snapshot list")
    walk.run("snapshot create", "typo")
    walk.run("snapshot rename", "typo", "named", "--unattended")
    walk.run("snapshot remove", "named", "--unattended")
    walk.run("backup", "--to", "../backups")
    walk.run("backup", "--daily")
    walk.run("connect")
    walk.run("connect", "claude-code", "--print")
    walk.run("connect", "claude-code", "--yes", "--instructions")
    walk.run("connect", "claude-code", "--remove", "--yes")
    walk.run("connect", "claude-code", "--check")
    walk.run("dense on")
    walk.run("dense status")
    walk.run("dense off")
    walk.run("restore", "project", "--at", "before")
    walk.run("restore", "project", "--at", "before", "--to", "old.myl")
    walk.run("restore", "--unattended", "project", "--at", "before", "--in-place")
    doomed = walk.run("remember", "A thing that has to go away for good.")["memory"]["id"]
    walk.run("purge", "project", doomed, "--reason", "no longer ours", "--yes", doomed)
    walk.run("log")
    walk.run("key export", "--unattended", "--phrase-file", "exported-words")
    walk.run("key export", "--unattended", "--base64", "--phrase-file", "exported-key")
    walk.run("key import", "--phrase-file", "exported-words")
    walk.run("key rotate", "--unattended", "--phrase-file", "rotated-words")


def hosted(walk: Walk, text: str, *more: str) -> str:
    """Remember something as an agent that drives the shell does, and return its id."""
    agent = Walk(walk.folder, {}, {"CLAUDECODE": "1"})
    return str(agent.run("remember", text, *more)["memory"]["id"])


def foreign(walk: Walk) -> str:
    """Return an export that was changed by hand: one line is no record."""
    lines = (walk.folder / "exported" / "brain.jsonl").read_text("utf-8").splitlines()
    return "\n".join([*lines[:-1], "{}"]) + "\n"


def administration(walk: Walk) -> None:
    """Run the commands of a server's operator."""
    walk.run("admin bootstrap", "--email", "a@example.org")
    tenant = walk.run("admin tenants")["tenants"][0]["id"]
    walk.run("admin tenants", "--suspend", tenant)
    walk.run("admin tenants", "--resume", tenant)
    walk.run("admin tenants", "--limit", tenant, "--brains", "3")
    walk.run("admin users")
    walk.run("admin users", "--add", "b@example.org", "--tenant", tenant)
    walk.run("admin users", "--token", "b@example.org")
    walk.run("admin signin", "b@example.org")
    walk.run("admin users", "--remove", "b@example.org")
    walk.run("admin audit", tenant, "--limit", "2")
    brain = new_brain(walk.folder / "home/server", tenant)
    walk.run("admin shred", tenant, brain, "--yes", brain)
    walk.run("admin backup", "--to", "server-copy")
    walk.run(
        "admin restore", "--source", "server-copy", "--server-data", "restored", "--unattended"
    )


def new_brain(folder: Path, tenant: str) -> str:
    """Register a brain without a push in a server's records and return its id."""
    brain = "brn_" + "a" * 26
    control = Control(folder, SYSTEM)
    with control.store.writing() as rows:
        rows.run(
            "INSERT INTO brain (tenant, id, name, verifier, owner, generation, created_at)"
            " VALUES (?, ?, 'notes', ?, ?, 1, 5)",
            tenant,
            brain,
            bytes(16),
            bytes(32),
        )
    control.close()
    return brain
