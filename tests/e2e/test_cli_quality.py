"""Processes, standards and checks on the command line, as a person, a script and CI use them."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from myelin import starter
from myelin.contract import schema
from tests.e2e.cli_shell import Shell, new_shell

HOTFIX = """\
kind: workflow
name: hotfix
title: Ship a hotfix
summary: From a fault to a fix.
triggers: [hotfix]
steps: [{id: fix, do: Fix it.}]
"""
STANDARD = """\
name: notes
title: Notes
rules:
  - {id: no-todo, check: forbid_pattern, pattern: TODO, message: "Left: 50%, open", fix: Do it.}
  - {id: short, check: max_line_length, limit: 20, severity: warning, message: Long.}
"""
SKILL = """\
---
name: tidy-tables
description: How to lay out a table.
license: MIT
---
# Tidy tables

One fact a cell.\tNo colours.
"""
AGENT = {"CLAUDECODE": "1"}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return new_shell(tmp_path)


@pytest.fixture
def seeded(shell: Shell) -> Shell:
    assert shell.run("init").code == 0
    return shell


def given(shell: Shell, name: str, text: str) -> str:
    (shell.cwd / name).write_text(text, encoding="utf-8")
    return name


def test_init_seeds_the_starter_pack_reviewed_and_bare_seeds_nothing(tmp_path: Path) -> None:
    for name in ("full", "bare"):
        (tmp_path / name).mkdir()
    full, bare = new_shell(tmp_path / "full"), new_shell(tmp_path / "bare")
    pack = {"processes": len(starter.processes()), "standards": len(starter.standards())}
    assert full.json("init")["seeded"] == pack
    assert bare.json("init", "--bare")["seeded"] == {}
    listed = full.json("process", "list")
    jsonschema.validate(listed, schema.published("list_processes")["output"])
    assert len(listed["processes"]) == pack["processes"]
    assert all(each["reviewed"] for each in listed["processes"])
    assert len(full.json("standard", "list")["standards"]) == pack["standards"]
    assert bare.json("process", "list")["processes"] == []
    assert bare.json("precheck", "rm -rf /")["level"] == "LOW"


def test_a_process_is_saved_shown_compared_and_retired(seeded: Shell) -> None:
    saved = seeded.json("process", "save", "--unattended", given(seeded, "hotfix.yaml", HOTFIX))
    jsonschema.validate(saved, schema.published("save_process")["output"])
    assert (saved["version"], saved["reviewed"]) == (1, True)
    assert seeded.run("process", "show", "hotfix").output == HOTFIX
    changed = HOTFIX.replace("Fix it.", "Mend it.")
    assert seeded.run("process", "save", "--unattended", "-", stdin=changed.encode()).code == 0
    assert seeded.run("process", "show", "hotfix@1").output == HOTFIX
    diff = seeded.run("process", "diff", "hotfix").output
    assert diff.startswith("--- hotfix@1\n+++ hotfix@2\n")
    assert seeded.run("process", "diff", "hotfix", "2", "1").output != diff
    assert seeded.run("process", "retire", "--unattended", "hotfix").code == 0
    assert seeded.run("process", "match", "a hotfix").output == "No process fits.\n"
    assert "retired" in seeded.run("process", "list", "--include-versions").output
    approved = seeded.json("process", "approve", "--unattended", "hotfix@1")
    assert approved["process"]["version"] == 1
    [match] = seeded.json("process", "match", "a hotfix")["matches"]
    assert (match["name"], match["version"], match["reviewed"]) == ("hotfix", 1, True)


def test_a_person_is_shown_the_change_before_approving_and_may_decline(seeded: Shell) -> None:
    document = starter.processes()[0].replace("Fix a bug", "Patch a bug")
    agent = Shell(seeded.home, seeded.cwd, AGENT)
    words = ("process", "save", "--unattended", given(seeded, "bug.yaml", document))
    assert "an agent drives this shell" in agent.run(*words).remarks
    assert agent.json(*words)["reviewed"] is False
    assert seeded.json("process", "show", "bug-fix")["process"]["version"] == 1
    asked = seeded.on_terminal("process", "approve", "bug-fix@2", typed="n\n")
    assert asked.code == 3
    assert "-title: Fix a bug" in asked.output
    assert "+title: Patch a bug" in asked.output
    assert seeded.json("process", "show", "bug-fix")["process"]["version"] == 1
    assert seeded.on_terminal("process", "approve", "bug-fix@2", typed="y\n").code == 0
    assert seeded.json("process", "show", "bug-fix")["process"]["version"] == 2


@pytest.mark.parametrize(
    "words",
    [
        ("process", "approve", "release@1"),
        ("process", "retire", "release"),
        ("standard", "approve", "markdown@1"),
        ("standard", "retire", "markdown"),
    ],
)
def test_a_shell_that_an_agent_drives_decides_nothing(
    seeded: Shell, words: tuple[str, ...]
) -> None:
    refused = Shell(seeded.home, seeded.cwd, AGENT).run(*words, "--json")
    assert refused.code == 3
    assert refused.document["error"]["code"] == "terminal_required"


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("process", "show", "nothing"), 1, "process_unknown"),
        (("process", "show", "release@7"), 1, "process_unknown"),
        (("process", "show", "release@x"), 2, "argument_invalid"),
        (("process", "approve", "release"), 2, "argument_invalid"),
        (("process", "diff", "release"), 1, "process_unknown"),
        (("process", "diff", "release", "1", "2", "3"), 2, "argument_invalid"),
        (("process", "export", "release"), 2, "argument_invalid"),
        (("process", "save", "missing.yaml"), 2, "path_refused"),
        (("process", "save", "."), 2, "path_refused"),
        (("standard", "show", "nothing"), 1, "standard_unknown"),
        (("validate", "missing.md", "--standard", "markdown"), 2, "path_refused"),
        (("validate", "-", "--standard", "nothing"), 1, "standard_unknown"),
        (("validate", "-"), 2, "argument_invalid"),
        (("validate", "-", "--standard", "a", "--standard-file", "b"), 2, "argument_invalid"),
        (("validate", "-", "--standard", "markdown", "--format", "xml"), 2, "argument_invalid"),
        (("precheck", " "), 2, "content_empty"),
    ],
)
def test_what_cannot_be_done_says_so(
    seeded: Shell, words: tuple[str, ...], code: int, error: str
) -> None:
    ran = seeded.run(*words, "--json")
    assert (ran.code, ran.document["error"]["code"]) == (code, error)


def test_problems_of_a_document_come_at_once_with_their_places(seeded: Shell) -> None:
    broken = HOTFIX.replace("title: Ship a hotfix\n", "phases: x\n")
    ran = seeded.run("process", "save", "--unattended", "-", stdin=broken.encode())
    assert ran.code == 3
    assert "The process is not valid: 2 problems." in ran.remarks
    assert "  line 1, column 1: title: Add the field `title`." in ran.remarks
    assert "  line 3, column 1: phases: " in ran.remarks
    assert "details" not in ran.remarks


def test_a_skill_file_comes_in_and_goes_out_without_loss(seeded: Shell) -> None:
    imported = seeded.json("process", "import", "--unattended", given(seeded, "SKILL.md", SKILL))
    assert (imported["name"], imported["kind"]) == ("tidy-tables", "skill")
    assert seeded.run("process", "export", "tidy-tables").output == SKILL
    assert seeded.json("process", "export", "tidy-tables")["skill_md"] == SKILL
    (seeded.cwd / "OUT.md").write_text(seeded.run("process", "export", "decision-record").output)
    again = seeded.json("process", "import", "OUT.md", "--unattended")
    assert again["version"] == 2


def skill_folder(shell: Shell) -> Path:
    folder = shell.cwd / "tidy-tables"
    (folder / "scripts").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "SKILL.md").write_text(SKILL)
    (folder / "scripts" / "check.py").write_text("raise SystemExit('ran')\n")
    (folder / "logo.png").write_bytes(b"\x89PNG\x00\xff")
    (folder / "big.txt").write_text("x" * (1 << 20))
    (folder / "link.txt").symlink_to(folder / "SKILL.md")
    (folder / ".git" / "config").write_text("hidden")
    return folder


def test_a_folder_is_taken_with_its_text_files_and_the_others_are_named(seeded: Shell) -> None:
    folder = skill_folder(seeded)
    ran = seeded.run("process", "import", "--unattended", "tidy-tables")
    assert ran.code == 0
    assert "logo.png (not text)" in ran.remarks
    assert "link.txt (not a regular file)" in ran.remarks
    assert "big.txt (more than 1 MiB together)" in ran.remarks
    assert "check.py" not in ran.remarks
    assert "hidden" not in ran.remarks
    exported = seeded.run("process", "export", "tidy-tables").output
    assert exported == SKILL
    # Another text of a file is another version, and the file's place is the given one.
    (folder / "scripts" / "check.py").write_text("raise SystemExit('ran again')\n")
    assert seeded.run("process", "import", "tidy-tables", "--unattended").code == 0
    assert seeded.json("process", "diff", "tidy-tables")["to"] == 2


def test_a_secret_in_a_file_of_a_skill_is_refused_by_its_name(seeded: Shell) -> None:
    folder = skill_folder(seeded)
    (folder / "scripts" / "check.py").write_text("key = 'AKIA" + "IOSFODNN7EXAMPLQ'\n")
    ran = seeded.run("process", "import", "--unattended", "tidy-tables", "--json")
    assert ran.document["error"]["code"] == "secret_refused"
    assert ran.document["error"]["details"]["field"] == "scripts/check.py"


def test_another_text_asks_before_it_takes_the_place_of_a_reviewed_skill(seeded: Shell) -> None:
    seeded.json("process", "import", "--unattended", given(seeded, "SKILL.md", SKILL))
    other = given(seeded, "OTHER.md", SKILL.replace("No colours", "Many colours"))
    ran = seeded.run("process", "import", other, "--json")
    assert (ran.code, ran.document["error"]["code"]) == (3, "terminal_required")
    declined = seeded.on_terminal("process", "import", other, typed="n\n")
    assert declined.code == 3
    assert seeded.run("process", "export", "tidy-tables").output == SKILL
    renamed = seeded.json(
        "process", "import", "--unattended", other, "--rename", "colourful-tables"
    )
    assert (renamed["name"], renamed["version"]) == ("colourful-tables", 1)
    accepted = seeded.on_terminal("process", "import", other, typed="y\n")
    assert accepted.code == 0
    assert "Many colours" in seeded.run("process", "export", "tidy-tables").output
    # The same text again asks nothing.
    assert seeded.run("process", "import", "--unattended", other).code == 0


def test_problems_of_a_skill_file_have_their_places_in_that_file(seeded: Shell) -> None:
    text = SKILL.replace("name: tidy-tables\n", "").replace("MIT\n", "MIT\nname: hot_fix\n")
    ran = seeded.run("process", "import", "--unattended", given(seeded, "BAD.md", text))
    assert ran.code == 3
    assert "The process is not valid: 1 problem." in ran.remarks
    assert "  line 4, column 7: name: " in ran.remarks


def test_validate_answers_as_the_tool_does_and_ends_with_4_when_it_does_not_pass(
    seeded: Shell,
) -> None:
    seeded.json("standard", "save", "--unattended", given(seeded, "notes.yaml", STANDARD))
    ran = seeded.run(
        "validate", given(seeded, "a.md", "ok\nTODO\n"), "--standard", "notes", "--json"
    )
    assert ran.code == 4
    jsonschema.validate(ran.document, schema.published("validate")["output"])
    assert ran.document["violations"][0]["line"] == 2
    warned = seeded.run("validate", "-", "--standard", "notes@1", stdin=b"x" * 21)
    assert warned.code == 0
    assert warned.output == "stdin:1:21: warning: Long. [notes/short]\n"
    assert seeded.run("validate", "-", "--standard", "notes", stdin=b"fine").output == ""


def test_a_standard_in_a_file_needs_no_brain_no_key_and_no_home(shell: Shell) -> None:
    given(shell, "notes.yaml", STANDARD)
    names = [given(shell, "a b.md", "x TODO\n"), given(shell, "b.md", "fine\n")]
    words = ("validate", *names, "--standard-file", "notes.yaml")
    ran = shell.run(*words)
    assert (ran.code, ran.remarks) == (4, "")
    assert ran.output == "a b.md:1:3: error: Left: 50%, open Do it. [notes/no-todo]\n"
    assert list(shell.home.iterdir()) == []
    document = shell.run(*words, "--format", "json").document
    assert [each["file"] for each in document["files"]] == names
    assert (document["passed"], document["files"][1]["passed"]) == (False, True)
    github = shell.run(*words, "--format", "github").output
    assert github == (
        "::error file=a b.md,line=1,col=3,title=notes/no-todo::Left: 50%25, open Do it.\n"
    )


def test_sarif_is_what_code_scanning_takes(shell: Shell) -> None:
    given(shell, "notes.yaml", STANDARD)
    ran = shell.run(
        "validate", given(shell, "ä b.md", "ü TODO\n"), "--standard-file", "notes.yaml",
        "--format", "sarif",
    )  # fmt: skip
    log: dict[str, Any] = ran.document
    assert (ran.code, log["version"]) == (4, "2.1.0")
    [run] = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    [result] = run["results"]
    assert (result["ruleId"], result["level"]) == ("notes/no-todo", "error")
    [place] = result["locations"]
    physical = place["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "%C3%A4%20b.md"}
    assert physical["region"] == {"startLine": 1, "startColumn": 3}
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["notes/no-todo"]


def complaints(log: dict[str, Any]) -> list[str]:
    """Return what GitHub's own rules for SARIF say against a log (GH1001 to GH1018, GH2012)."""
    [run] = log["runs"]
    driver = run["tool"]["driver"]
    found = [name for name in ("name", "version", "informationUri") if not driver.get(name)]
    for rule in driver["rules"]:
        texts = ("shortDescription", "fullDescription", "help")
        found += [f"rule without {name}" for name in texts if not rule.get(name, {}).get("text")]
    known = {rule["id"] for rule in driver["rules"]}
    prints = set()
    for result in run["results"]:
        physical = result["locations"][0]["physicalLocation"]
        uri = physical["artifactLocation"]["uri"]
        if result["ruleId"] not in known or not result["message"]["text"]:
            found.append("result without rule or text")
        if not uri or uri.startswith(("/", "./")) or "://" in uri or "\\" in uri:
            found.append(f"{uri} is no relative path")
        if physical["region"]["startLine"] < 1:
            found.append("no line")
        prints.add(result["partialFingerprints"]["primaryLocationLineHash"])
    return found + ["a fingerprint twice"] * (len(prints) != len(run["results"]))


def test_sarif_keeps_to_the_rules_of_github(shell: Shell) -> None:
    given(shell, "notes.yaml", STANDARD)
    given(shell, "a.md", "TODO TODO\nTODO and a very long line of text\n")
    files = ("./a.md", str(shell.cwd / "notes.yaml"))
    words = ("validate", *files, "--standard-file", "notes.yaml", "--format", "sarif")
    log = shell.run(*words).document
    assert len(log["runs"][0]["results"]) > 4
    assert complaints(log) == []
    # A line above moves the findings, and not their fingerprints.
    given(shell, "a.md", "\nTODO TODO\nTODO and a very long line of text\n")
    moved = shell.run(*words).document

    def prints(of: dict[str, Any]) -> list[str]:
        results = of["runs"][0]["results"]
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in results]

    assert prints(moved) == prints(log)
    secret = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    given(shell, "a.txt", f"key {secret}\n")
    scanned = shell.run("scan", "a.txt", "--format", "sarif")
    assert complaints(scanned.document) == []
    assert secret not in scanned.output


def test_precheck_says_what_to_do_instead_and_ends_with_4_above_low(seeded: Shell) -> None:
    ran = seeded.run("precheck", "rm -rf ~")
    assert ran.code == 4
    assert ran.output.startswith("BLOCK\n")
    assert "Instead: " in ran.output
    document = seeded.run("precheck", "-", "--json", stdin=b"git push -f\n")
    assert (document.code, document.document["level"]) == (4, "HIGH")
    jsonschema.validate(document.document, schema.published("precheck")["output"])
    low = seeded.run("precheck", "git status")
    assert low.code == 0
    assert "does not mean that the action is safe" in low.output


def test_scan_names_rule_and_place_and_never_the_text(shell: Shell) -> None:
    secret = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    given(shell, "a.txt", f"ä\nkey {secret}\n")
    ran = shell.run("scan", "a.txt")
    assert (ran.code, ran.output) == (
        4, "a.txt:2:5: error: This looks like a credential. [github]\n",
    )  # fmt: skip
    document = shell.run("scan", "a.txt", "--json").document
    assert document["findings"] == [
        {"file": "a.txt", "rule": "github", "line": 2, "column": 5, "offset": 7}
    ]
    assert secret not in json.dumps(document) + ran.output + ran.remarks
    clean = shell.run("scan", "-", stdin=b"nothing here")
    assert (clean.code, clean.output) == (0, "")


def test_the_hooks_that_ship_name_commands_that_there_are(shell: Shell) -> None:
    import yaml

    root = Path(__file__).parents[2]
    hooks = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {hook["id"] for hook in hooks} == {"myelin-validate", "myelin-scan"}
    for hook in hooks:
        program, *words = [*hook["entry"].split(), *hook.get("args", [])]
        # A file that is named like an option is a file.
        assert (program, words.pop()) == ("myelin", "--")
        assert shell.run(*words, "--help").code == 0
