"""The explicit-durable test, judged on statements that were there before its word lists."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.cores.preferences.durable import judge, language_names

STATEMENTS = Path(__file__).parents[3] / "data" / "durable_statements.txt"
LANGUAGES = STATEMENTS.with_name("durable_languages.txt")
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


def in_languages(half: str) -> dict[str, list[tuple[bool, str]]]:
    """Return the statements of one half by language, each with whether it is meant to last."""
    found: dict[str, list[tuple[bool, str]]] = {}
    section = ""
    for line in LANGUAGES.read_text("utf-8").splitlines():
        if line.startswith("# "):
            section = line.removeprefix("# ").removesuffix(f" {half}") if half in line else ""
        elif len(section) == 2:
            found.setdefault(section, []).append((line.startswith(LASTS), line[2:]))
    return found


@pytest.mark.parametrize("half", ["tuned", "unseen"])
def test_in_seventeen_languages_97_of_100_statements_are_judged_right(half: str) -> None:
    languages = in_languages(half)
    assert len(languages) == 17
    for lasts in (True, False):
        every = [each for part in languages.values() for each in part if each[0] is lasts]
        wrong = [text for _, text in every if judge(text).durable is not lasts]
        assert len(every) == 170
        assert len(wrong) <= 5, wrong
    for name, statements_ in languages.items():
        assert len(statements_) == 20
        wrong = [text for lasts, text in statements_ if judge(text).durable is not lasts]
        assert len(wrong) <= 2, (name, wrong)


@pytest.mark.parametrize(
    ("statement", "veto"),
    [
        ("Antworte immer auf Deutsch, nur diesmal nicht.", "nur diesmal"),
        ("以后请用中文回答，好吗？", "?"),
        ("Siempre en español, quizás.", "quizas"),
        ("今後は英語で書いてもらえますか", "?"),
        ("Разреши это всегда, но только сегодня.", "только сегодня"),
    ],
)
def test_a_veto_counts_in_its_language(statement: str, veto: str) -> None:
    assert judge(statement).veto == veto


@pytest.mark.parametrize(
    "statement",
    [
        "Odteď vždy odpovídej česky.",
        "Mostantól mindig magyarul válaszolj.",
        "Από εδώ και πέρα απάντα πάντα στα ελληνικά.",
        "מעכשיו תמיד תענה בעברית.",
        "Mulai sekarang selalu jawab dalam bahasa Indonesia.",
    ],
)
def test_a_language_that_is_not_known_is_told_apart_from_a_missing_word(statement: str) -> None:
    assert not judge(statement).is_known
    assert judge("Use tabs.").is_known
    assert {"English", "German", "Chinese", "Spanish"} <= set(language_names())


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
