"""The starter pack: valid, plain, found by the tasks it is for, and a good judge of commands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from myelin import secrets, starter
from myelin.cores.processes import parse_process
from myelin.cores.quality import LiveStandard, RiskTable, check_text, parse_standard
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.testing import FIXTURES, call, temporary_engine

DATA = Path(__file__).parents[2] / "data"
TASKS = {
    "release": [
        "Cut a release of the library",
        "we need to ship a version today",
        "tag a version",
        "cut a release of the library",
        "release version 2.0",
        "prepare the 1.4.0 release",
        "publish a new version to PyPI",
        "publish the package",
        "tag and ship v2",
        "make a release",
        "bump the version and publish",
        "release the new build",
        "do a patch release",
    ],
    "bug-fix": [
        "Fix a bug in the date parser",
        "There is a crash when the list is empty",
        "this regression came in with 2.3",
        "fix the login bug",
        "fix a crash when the file is empty",
        "debug why the export fails",
        "the parser returns the wrong result",
        "users report an error when saving",
        "fix issue #42: wrong totals",
        "investigate a regression",
        "there's a traceback in the worker",
        "fix broken pagination",
        "something is broken in checkout",
        "fix the error in the date parser",
    ],
    "code-review": [
        "Review a pull request from a colleague",
        "do a code review of the auth module",
        "please review this diff",
        "review this pull request",
        "review PR 123",
        "do a code review",
        "review the changes on this branch",
        "look over my diff",
        "give feedback on this merge request",
        "review my patch",
        "please review the code",
    ],
    "dependency-update": [
        "Upgrade a library that has a CVE",
        "bump a dependency: requests",
        "our lockfile holds a vulnerable package",
        "update dependencies",
        "upgrade numpy to 2.0",
        "bump requests",
        "update the npm packages",
        "upgrade Django",
        "dependabot opened a PR",
        "update package-lock.json",
        "fix the vulnerable dependency",
        "upgrade to the latest version of React",
        "security update for openssl",
    ],
    "incident-note": [
        "Write an incident note about yesterday's outage",
        "postmortem for the queue",
        "the API went down at noon",
        "write a postmortem",
        "write an incident report for the outage",
        "the site went down last night",
        "document the incident",
        "post-mortem of yesterday's downtime",
        "production incident",
        "write up the outage",
        "root cause analysis of the incident",
    ],
    "commit-message": [
        "Write a commit message for this",
        "commit the change",
        "git commit it",
        "write a commit message",
        "commit these changes",
        "write a good commit message for this diff",
        "commit the staged files",
        "git commit",
        "make a commit",
    ],
    "changelog-entry": [
        "Add a changelog entry",
        "write release notes for 1.4",
        "what changed?",
        "write a changelog entry",
        "update the changelog",
        "add to CHANGELOG.md",
        "write release notes",
        "draft the release notes for 2.0",
    ],
    "decision-record": [
        "Write an ADR about the queue",
        "record a decision on caching",
        "why did we choose Postgres?",
        "write an ADR",
        "record the decision to use Postgres",
        "write a decision record",
        "document why we chose Kafka",
        "architecture decision record",
        "write down why we picked SQLite",
    ],
    "test-fix": [
        "Make the tests pass",
        "CI is red",
        "three failing tests since this morning",
        "make the failing tests pass",
        "fix the failing tests",
        "the tests are failing",
        "the build is broken",
        "fix the broken tests",
        "get the test suite green",
        "tests fail on main",
        "flaky test",
        "the test suite is failing",
    ],
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with temporary_engine(origin=Origin.OWNER) as made:
        FIXTURES["starter_pack"](made)
        yield made


@pytest.fixture(scope="module")
def table() -> RiskTable:
    every = [parse_standard(yaml) for yaml in starter.standards()]
    return RiskTable([LiveStandard(standard, 1, reviewed=True) for standard in every])


def judged(name: str) -> tuple[list[str], list[str]]:
    """Return the destructive and the harmless commands of a file."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    marked = [(line[0], line[2:]) for line in lines if line and not line.startswith("#")]
    return [text for mark, text in marked if mark == "!"], [t for mark, t in marked if mark == "."]


def test_every_document_is_valid_plain_and_free_of_credentials(engine: Engine) -> None:
    processes = [parse_process(yaml) for yaml in starter.processes()]
    assert {process.name for process in processes} == set(TASKS)
    standards = {parse_standard(yaml).name for yaml in starter.standards()}
    assert {process.standard for process in processes if process.standard} <= standards
    for yaml in (*starter.processes(), *starter.standards()):
        assert secrets.scan(yaml) == []
    listed = call(engine, "list_processes")["processes"]
    assert all(each["reviewed"] for each in listed)


@pytest.mark.parametrize(("name", "task"), [(n, t) for n, tasks in TASKS.items() for t in tasks])
def test_a_plausible_task_finds_its_process_first(engine: Engine, name: str, task: str) -> None:
    matches = call(engine, "match_process", task=task)["matches"]
    assert matches[0]["name"] == name


def test_an_unrelated_task_finds_nothing(engine: Engine) -> None:
    for task in (
        "Rename the settings page",
        "paint the shed",
        "translate the greeting",
        "add a dark mode",
        "set up a new project",
        "refactor the parser",
        "deploy to staging",
    ):
        assert call(engine, "match_process", task=task)["matches"] == []


def test_the_risk_table_flags_what_destroys_and_leaves_look_alikes_alone(table: RiskTable) -> None:
    destructive, harmless = judged("risk_commands.txt")
    assert (len(destructive), len(harmless)) == (100, 100)
    missed = [text for text in destructive if table.check_action(text)["level"] == "LOW"]
    false = [text for text in harmless if table.check_action(text)["level"] != "LOW"]
    assert len(missed) <= 5, missed
    assert len(false) <= 3, false


@pytest.mark.parametrize("name", ["risk_agents_tuned.txt", "risk_agents_unseen.txt"])
def test_what_agents_run_is_flagged_97_times_of_100_at_one_false_alarm_of_200(
    table: RiskTable, name: str
) -> None:
    destructive, harmless = judged(name)
    missed = [text for text in destructive if table.check_action(text)["level"] == "LOW"]
    false = [text for text in harmless if table.check_action(text)["level"] != "LOW"]
    assert (len(destructive), len(harmless)) in {(148, 268), (148, 269)}
    assert len(missed) <= 0.03 * len(destructive), missed
    assert len(false) <= len(harmless) / 200, false


def test_other_spellings_are_flagged_as_well(table: RiskTable) -> None:
    destructive, harmless = judged("risk_spellings.txt")
    assert [text for text in destructive if table.check_action(text)["level"] == "LOW"] == []
    assert [text for text in harmless if table.check_action(text)["level"] != "LOW"] == []


@pytest.mark.parametrize(
    ("action", "level"),
    [
        ("DELETE\nFROM users;", "HIGH"),
        ("DELETE FROM users\nWHERE id = 1;", "LOW"),
        ("UPDATE users\n   SET active = false;", "HIGH"),
        ("UPDATE users\n   SET active = false\n WHERE id = 2;", "LOW"),
        ("BEGIN;\nTRUNCATE\n  TABLE logs;\nCOMMIT;", "HIGH"),
        ("psql prod <<'SQL'\nDROP DATABASE shop;\nSQL", "BLOCK"),
        ("set -e\ncd /srv\nsudo rm -rf uploads\necho done", "HIGH"),
        ("rm -rf \\\n  uploads", "HIGH"),
        ("git push \\\n  --force origin main", "HIGH"),
        ("First run the tests, then rm -rf build and start again.", "HIGH"),
        ("rm -rf ~", "BLOCK"),
        ("rm -rf ./build", "HIGH"),
    ],
)
def test_a_command_over_lines_has_the_level_that_it_deserves(
    table: RiskTable, action: str, level: str
) -> None:
    assert table.check_action(action)["level"] == level


@pytest.mark.parametrize(
    ("standard", "text", "rules"),
    [
        ("commit-message", "Refuse a phrase with a wrong check-sum\n\nBecause.\n", []),
        ("commit-message", "wip\n", ["says-something"]),
        ("commit-message", "Fixed the bug.\n", ["says-something", "subject-full-stop"]),
        ("commit-message", "fixup! Refuse\n", []),
        ("commit-message", f"Merge branch 'a' into {'x' * 80}\n", []),
        ("commit-message", f'Revert "{"x" * 80}."\n\nThis reverts commit 1.\n', []),
        ("commit-message", f"Mend\n\n# {'x' * 120}  \n", []),
        ("commit-message", "Merging of two lists is stable.\n", ["subject-full-stop"]),
        ("commit-message", f"{'x' * 73}\n", ["subject-length"]),
        ("commit-message", "\nNo subject\n", ["subject-present"]),
        ("markdown", "# Title\n\nSee [the manual](manual.md).\n", []),
        ("markdown", "No heading, and [here]().\n", ["no-empty-link", "no-click-here"]),
        ("markdown", "# A\n#B\n<<<<<<< x\n", ["space-after-hashes", "no-conflict-marker"]),
        ("markdown", "Title\n=======\n\nText.\n", []),
        ("markdown", "---\ntitle: A page\n---\n\nText.\n", []),
        ("markdown", "# A\n\n```\n<<<<<<< x\n[a]()\ntbd\n```\n", []),
        ("markdown", "# A\n\n<<<<<<< x\na\n=======\nb\n>>>>>>> y\n", ["no-conflict-marker"]),
        ("markdown", "Only a sentence.\n", ["has-heading"]),
        ("python-source", 'x = "(["\ntry:\n    go()\nexcept OSError:\n    pass\n', []),
        ("python-source", "try:\n  go()\nexcept:\n\tpass\n", ["no-bare-except", "no-tabs"]),
        ("python-source", "def f(a=[]):\n    eval(a)\n", ["no-mutable-default", "no-eval"]),
        ("python-source", "breakpoint()\nfrom x import *\n", ["no-breakpoint", "no-star-import"]),
    ],
)
def test_a_standard_finds_what_it_is_for(standard: str, text: str, rules: list[str]) -> None:
    [found] = [s for s in map(parse_standard, starter.standards()) if s.name == standard]
    violations = check_text(found, 1, text)["violations"]
    assert {violation["rule"] for violation in violations} >= set(rules)
    assert bool(violations) == bool(rules)
