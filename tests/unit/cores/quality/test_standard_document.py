"""Standards as YAML: what is taken, and every problem at once with its place."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.errors import StandardInvalid
from myelin.cores.quality.checkers import CHECKS
from myelin.cores.quality.document import parse_standard, read_standard

GOOD = r"""
name: commit-message
title: Commit messages
rules:
  - id: subject-length
    check: max_line_length
    limit: 72
    severity: warning
    fix: Say it in fewer words.
  - id: no-fixup
    check: forbid_pattern
    pattern: '^(fixup|squash)!'
    message: Squash this before you push.
  - {id: balanced, check: balanced_delimiters}
risks:
  - id: force-push
    level: BLOCK
    match: [git push --force, force push]
    pattern: 'push\s+(-f|--force)\b'
    reason: It rewrites what others have pulled.
    instead: Push with --force-with-lease to a branch of your own.
"""


def refusals(text: str) -> list[tuple[str, str, int, int]]:
    standard, problems = read_standard(text)
    assert (standard is None) == bool(problems)
    return [(one.rule, one.path, one.line, one.column) for one in problems]


def test_a_standard_reads_with_its_defaults() -> None:
    standard = parse_standard(GOOD)
    assert standard.name == "commit-message"
    assert [rule.severity for rule in standard.rules] == ["warning", "error", "error"]
    assert standard.rules[2].parameters == {"pairs": "()[]{}"}
    assert standard.risks[0].match == ("git push --force", "force push")


def test_there_are_thirteen_checks() -> None:
    assert len(CHECKS) == 13


def test_a_standard_may_say_which_format_its_texts_have() -> None:
    assert parse_standard(GOOD).format == "text"
    assert parse_standard(GOOD + "format: markdown\n").format == "markdown"
    assert refusals(GOOD + "format: html\n") == [("choice", "/format", 22, 9)]


def test_a_risk_may_match_commands_alone() -> None:
    risk = "risks: [{id: r, level: HIGH, command: 'rm\\s', reason: y, instead: z}]\n"
    assert parse_standard(f"name: a\ntitle: b\n{risk}").risks[0].command is not None


def test_all_problems_come_at_once_with_path_line_and_column() -> None:
    text = """name: Bad Name
titel: x
rules:
  - {id: a, check: max_lines}
  - {id: a, check: max_lines, limit: 3, text: no}
  - {id: b, check: nonsense, limit: 3}
  - {id: c, check: forbid_pattern, pattern: "(x"}
  - {id: d, check: forbid_pattern, pattern: "x*"}
risks:
  - {id: r, level: LOW, reason: y, instead: z}
  - {id: s, level: HIGH, match: ["--"], reason: y, instead: z}
"""
    assert sorted(refusals(text), key=lambda one: one[2:]) == [
        ("field_missing", "/title", 1, 1),
        ("name", "/name", 1, 7),
        ("field_unknown", "/titel", 2, 1),
        ("field_missing", "/rules/0/limit", 4, 5),
        ("duplicate", "/rules/1/id", 5, 10),
        ("field_elsewhere", "/rules/1/text", 5, 41),
        ("choice", "/rules/2/check", 6, 20),
        ("pattern", "/rules/3/pattern", 7, 45),
        ("pattern", "/rules/4/pattern", 8, 45),
        ("risk_matches_nothing", "/risks/0", 10, 5),
        ("choice", "/risks/0/level", 10, 20),
        ("trigger", "/risks/1/match/0", 11, 34),
    ]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("name: a\ntitle: b\n", ["standard_empty"]),
        ("name: a\ntitle: b\nrules: []\nrisks: []\n", ["standard_empty"]),
        ("just text", ["map"]),
        ("name: a\ntitle: 7\nrules: {}\n", ["text", "list", "standard_empty"]),
        (
            "name: a\ntitle: b\nrules:\n"
            + "".join(f"  - {{id: r{n}, check: max_lines, limit: 1}}\n" for n in range(201)),
            ["list_length"],
        ),
    ],
)
def test_documents_that_say_too_little_or_too_much_are_refused(text: str, rules: list[str]) -> None:
    assert [rule for rule, *_ in refusals(text)] == rules


def test_a_refusal_counts_and_lists_its_problems_in_order_of_place() -> None:
    with pytest.raises(StandardInvalid) as refused:
        parse_standard("title: x\nname: '-'\nrules: 1\n")
    problems = refused.value.details["problems"]
    assert [problem["line"] for problem in problems] == sorted(
        problem["line"] for problem in problems
    )
    assert str(len(problems)) in refused.value.message


@given(st.integers(0, 2**32))
def test_a_damaged_standard_reads_as_a_standard_or_as_problems(seed: int) -> None:
    chance = random.Random(seed)
    text = list(GOOD)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text))
        text[at : at + chance.randint(0, 3)] = chance.choices(" \n:-[]{}'\"&*ax1", k=2)
    standard, problems = read_standard("".join(text))
    assert (standard is None) == bool(problems)
    assert all(problem.line >= 1 and problem.column >= 1 for problem in problems)
