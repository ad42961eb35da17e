"""What a text may hold, and when there is nothing to see in it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.kernel.text import first_control, is_visible, slug


@given(st.text())
def test_a_text_of_several_lines_may_hold_tab_and_newline_and_no_other_control(text: str) -> None:
    controls = [
        at
        for at, char in enumerate(text)
        if unicodedata.category(char) == "Cc" and char not in "\t\n"
    ]
    assert first_control(text, one_line=False) == (controls[0] if controls else None)


@pytest.mark.parametrize("char", ["\n", "\r", "\x00", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"])
def test_a_single_line_holds_no_break_and_no_control(char: str) -> None:
    assert first_control(f"ab{char}c", one_line=True) == 2
    assert first_control("ab\tc", one_line=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "\u115f\u1160",
        "\u2065\U0001d159\U000e0041\ufff0",
        "\u3164\u2800\uffa0",
        "",
        " \t\n",
        "\u200b\u200d\ufeff",
        "\u00a0\u3000",
        "\u2066\u2069",
        "\ufe0f",
    ],
)
def test_white_space_and_zero_width_are_nothing_to_see(text: str) -> None:
    assert not is_visible(text)


@given(st.text(), st.sampled_from("a1.中я🚀"), st.text())
def test_one_visible_character_is_enough(before: str, char: str, after: str) -> None:
    assert is_visible(before + char + after)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Bug Fix", "bug-fix"),
        ("bug_fix--2.", "bug_fix--2."),
        ("  Déploiement / CI  ", "deploiement-ci"),
        ("x" * 64, "x" * 63),
        ("\u4fee\u590d", ""),
        ("--", ""),
    ],
)
def test_a_slug_is_what_can_be_kept_of_a_text(text: str, folded: str) -> None:
    assert slug(text) == folded


@given(st.text())
def test_a_slug_is_its_own_slug(text: str) -> None:
    assert slug(slug(text)) == slug(text)
