"""The explicit-durable test, judged on statements that were there before its word lists."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.cores.preferences.durable import judge

STATEMENTS = Path(__file__).parents[3] / "data" / "durable_statements.txt"
LASTS, DOES_NOT_LAST = "! ", ". "
RIGHT_MIN = 98


def statements(mark: str) -> list[str]:
    lines = STATEMENTS.read_text("utf-8").splitlines()
    return [line.removeprefix(mark) for line in lines if line.startswith(mark)]


@pytest.mark.parametrize(("mark", "lasts"), [(LASTS, True), (DOES_NOT_LAST, False)])
def test_of_a_hundred_statements_on_each_side_at_least_98_are_judged_right(
    mark: str, lasts: bool
) -> None:
    every = statements(mark)
    assert len(every) == 100
    wrong = [statement for statement in every if judge(statement).durable is not lasts]
    assert len(every) - len(wrong) >= RIGHT_MIN, wrong


@pytest.mark.parametrize(
    "statement",
    [
        "Here is the rule: never merge on red.",
        "When you are not sure, always ask.",
        "Never merge until the tests pass.",
        "From now on replace the word “perhaps” with “may”.",
        "Don’t write “for now” in comments. Always give a date.",
        "Did you see the review? From now on, ask first.",
        "Should the build fail, never retry it blindly.",
        "“Always sign commits.”",
    ],
)
def test_what_only_looks_like_a_veto_vetoes_nothing(statement: str) -> None:
    assert judge(statement).durable


@pytest.mark.parametrize(
    "statement",
    [
        "Wait for all checks before you merge.",
        "Whenever you get a chance, fix the typo.",
        "I've never seen that error.",
        "You can always revert it.",
        "Rename `always` to `sometimes`.",
        "Run it with --always and never.py.",
        "The README says never to do that.",
        "As always, great work.",
    ],
)
def test_what_only_looks_like_a_word_of_lasting_is_none(statement: str) -> None:
    verdict = judge(statement)
    assert (verdict.durable, verdict.veto) == (False, None)


@pytest.mark.parametrize(
    ("statement", "veto"),
    [
        ("Always use tabs, just this once.", "just this once"),
        ("Perhaps we should always use tabs.", "perhaps"),
        ("Ma\u200bybe always use tabs.", "maybe"),
        ("ＭＡＹＢＥ always use tabs.", "maybe"),
        ("Would you always use tabs there?", "?"),
    ],
)
def test_a_veto_is_named_however_it_is_written(statement: str, veto: str) -> None:
    assert judge(statement).veto == veto


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    verdict = judge(text)
    assert not (verdict.durable and verdict.veto)


@settings(deadline=None)
@given(st.sampled_from(statements(LASTS)), st.sampled_from(["Just this once.", "Maybe."]))
def test_a_veto_wins_wherever_it_stands(statement: str, veto: str) -> None:
    assert not judge(f"{statement} {veto}").durable
    assert not judge(f"{veto} {statement}").durable
