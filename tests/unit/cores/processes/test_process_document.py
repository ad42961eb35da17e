"""Processes as YAML: three kinds, each with its own fields, and all problems at once."""

import random

import pytest

from myelin.contract.errors import ProcessInvalid
from myelin.cores.processes.document import parse_process, read_process
from myelin.cores.quality.document import read_standard
from tests.unit.documents.test_plain_yaml import random_document

WORKFLOW = """
kind: workflow   # shipped by hand
name: release
title: Ship a release
summary: From a green main to a published version.
triggers: [release, cut a release, c++]
requires: [changelog-entry]
steps:
  - id: version
    do: Choose the next version.
    check: It is greater than the last one.
  - id: publish
    do: Publish it.
    gate: owner
"""
SKILL = """
kind: skill
name: commit-message
title: Commit messages
summary: How a message is written here.
triggers: [commit message]
produces: A commit message
guidance: |
  # Form

  Say why, not what.
examples: ["Keep the queue in Postgres"]
standard: commit-message
"""
LOOP = """
kind: loop
name: fix-tests
title: Fix the tests
summary: Until they pass.
triggers: [failing tests]
phases:
  - {id: run, do: Run them.}
  - {id: mend, do: Mend the first failure., check: It passes.}
exit_when: All tests pass.
max_iterations: 10
"""


def refusals(text: str) -> list[tuple[str, str]]:
    process, problems = read_process(text)
    assert (process is None) == bool(problems)
    return [(one.rule, one.path) for one in problems]


def test_each_kind_reads_with_the_fields_of_its_document_only() -> None:
    assert parse_process(WORKFLOW).as_dict() == {
        "kind": "workflow",
        "name": "release",
        "title": "Ship a release",
        "summary": "From a green main to a published version.",
        "triggers": ["release", "cut a release", "c++"],
        "requires": ["changelog-entry"],
        "steps": [
            {
                "id": "version",
                "do": "Choose the next version.",
                "check": "It is greater than the last one.",
            },
            {"id": "publish", "do": "Publish it.", "gate": "owner"},
        ],
    }
    assert parse_process(SKILL).as_dict()["guidance"] == "# Form\n\nSay why, not what.\n"
    assert set(parse_process(LOOP).as_dict()) == {
        *("kind", "name", "title", "summary", "triggers"),
        *("phases", "exit_when", "max_iterations"),
    }


@pytest.mark.parametrize(
    ("text", "line", "path"),
    [
        (WORKFLOW, "max_iterations: 3", "/max_iterations"),
        (WORKFLOW, "guidance: x", "/guidance"),
        (SKILL, "steps: [{id: a, do: b}]", "/steps"),
        (LOOP, "produces: x", "/produces"),
    ],
)
def test_a_field_of_another_kind_is_a_problem_that_names_the_kind(
    text: str, line: str, path: str
) -> None:
    assert refusals(text + line) == [("field_elsewhere", path)]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (WORKFLOW, "steps"),
        (WORKFLOW, "triggers"),
        (SKILL, "guidance"),
        (LOOP, "phases"),
        (LOOP, "exit_when"),
        (LOOP, "max_iterations"),
    ],
)
def test_a_required_field_that_is_missing_is_a_problem(text: str, field: str) -> None:
    renamed = text.replace(f"\n{field}:", "\nx-gone:")
    assert ("field_missing", f"/{field}") in refusals(renamed)


def test_all_problems_come_at_once_with_advice_and_place() -> None:
    text = """kind: workflow
name: myelin-loop
title: 12
sumary: x
triggers: ["++", test, TEST]
steps:
  - {id: a, do: x, gate: boss}
  - {id: a, doo: y}
"""
    with pytest.raises(ProcessInvalid) as refused:
        parse_process(text)
    problems = refused.value.details["problems"]
    assert [(one["rule"], one["path"], one["line"]) for one in problems] == [
        ("field_missing", "/summary", 1),
        ("name_reserved", "/name", 2),
        ("text", "/title", 3),
        ("field_unknown", "/sumary", 4),
        ("trigger", "/triggers/0", 5),
        ("duplicate", "/triggers/2", 5),
        ("choice", "/steps/0/gate", 7),
        ("field_missing", "/steps/1/do", 8),
        ("duplicate", "/steps/1/id", 8),
        ("field_unknown", "/steps/1/doo", 8),
    ]
    assert all(one["message"].endswith((".", "?")) for one in problems)
    assert "`summary`" in problems[3]["message"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("max_iterations: 10", "max_iterations: 101"), "/max_iterations"),
        (("max_iterations: 10", "max_iterations: true"), "/max_iterations"),
        (("triggers: [failing tests]", "triggers: []"), "/triggers"),
        (("triggers: [failing tests]", f"triggers: {list(range(33))}"), "/triggers"),
        (("name: fix-tests", "name: Fix_Tests"), "/name"),
        (("name: fix-tests", "name: " + "a" * 65), "/name"),
        (("title: Fix the tests", 'title: "a\\nb"'), "/title"),
        (("title: Fix the tests", 'title: " "'), "/title"),
        (("title: Fix the tests", "title: " + "x" * 201), "/title"),
    ],
)
def test_a_value_outside_its_bounds_is_a_problem_at_its_path(
    change: tuple[str, str], path: str
) -> None:
    assert path in [at for _, at in refusals(LOOP.replace(*change))]


def test_an_unknown_kind_is_the_one_problem_of_a_good_document() -> None:
    assert refusals(LOOP.replace("kind: loop", "kind: cycle")) == [("choice", "/kind")]


def damaged(text: str, chance: random.Random) -> str:
    """Return a good document with a few characters of YAML put where others were."""
    chars = list(text)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(chars))
        chars[at : at + chance.randint(0, 3)] = chance.choices(" \n:-[]{}'\"&*!|ax1é", k=2)
    return "".join(chars)


def test_ten_thousand_random_documents_give_a_process_or_problems_with_places() -> None:
    chance = random.Random(99)
    saved = 0
    for number in range(10_000):
        good = chance.choice((WORKFLOW, SKILL, LOOP))
        text = random_document(chance) if number % 4 == 0 else damaged(good, chance)
        for read in (read_process, read_standard):
            model, problems = read(text)
            assert (model is None) == bool(problems)
            assert all(
                problem.line >= 1 and problem.column >= 1 and problem.message
                for problem in problems
            )
            saved += model is not None
    assert saved > 100
