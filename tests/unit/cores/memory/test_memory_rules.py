"""Trust falls with age and less with use; texts that say the same count as the same."""

import math
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory import rules

RULES = rules.Rules()
CLASSES = st.sampled_from(sorted(RULES.half_life_days))
TIERS = st.sampled_from(sorted(RULES.tier_factor))
AGES = st.integers(0, 200 * 365 * rules.DAY_MS)
USES = st.integers(0, 100_000)
NOW = 10**14


def value(class_: str, tier: str, age_ms: int, uses: int) -> float:
    return RULES.trust(class_, tier, since_ms=NOW - age_ms, now_ms=NOW, uses=uses).value


@given(CLASSES, TIERS, AGES, USES)
def test_trust_is_above_zero_and_at_most_one(class_: str, tier: str, age: int, uses: int) -> None:
    assert 0 < value(class_, tier, age, uses) <= 1


@given(CLASSES, st.sampled_from(["normal", "archive"]), AGES, st.integers(1, 10_000), USES)
def test_trust_falls_with_every_day_until_it_underflows(
    class_: str, tier: str, age: int, days: int, uses: int
) -> None:
    older = age + days * rules.DAY_MS
    before, after = value(class_, tier, age, uses), value(class_, tier, older, uses)
    assert after < before or before == rules.TRUST_MIN


@given(CLASSES, st.sampled_from(["normal", "archive"]), AGES, st.integers(0, 1000))
def test_every_use_raises_the_trust_in_what_has_aged(
    class_: str, tier: str, age: int, uses: int
) -> None:
    age += rules.DAY_MS
    before, after = value(class_, tier, age, uses), value(class_, tier, age, uses + 1)
    assert after > before or before == after == rules.TRUST_MIN


@given(CLASSES, AGES, USES)
def test_core_is_trusted_most_and_the_archive_least(class_: str, age: int, uses: int) -> None:
    core, normal, archive = (value(class_, t, age, uses) for t in ("core", "normal", "archive"))
    assert core >= normal >= archive
    assert core >= RULES.core_trust_min
    if rules.DAY_MS <= age <= 300 * rules.DAY_MS:
        assert normal > archive


@pytest.mark.parametrize(("class_", "days"), RULES.half_life_days.items())
def test_an_unused_memory_is_half_trusted_after_its_half_life(class_: str, days: float) -> None:
    assert value(class_, "normal", round(days * rules.DAY_MS), 0) == pytest.approx(0.5)


def test_one_use_turns_a_half_life_into_a_square_root() -> None:
    assert value("note", "normal", 30 * rules.DAY_MS, 1) == pytest.approx(math.sqrt(0.5))


def test_what_will_be_true_only_later_has_age_zero() -> None:
    assert value("fact", "normal", -5 * rules.DAY_MS, 0) == 1


@given(st.floats(0, 1e6), st.floats(0, 1))
def test_trust_takes_at_most_three_quarters_of_the_relevance(
    relevance: float, trust: float
) -> None:
    assert 0.25 * relevance <= RULES.score(relevance, trust) <= relevance * (1 + 1e-12)


@given(st.floats(5e-324, 1e300))
def test_a_published_number_is_close_and_never_becomes_zero(number: float) -> None:
    assert rules.published(number) > 0
    assert rules.published(number) == pytest.approx(number, rel=1e-5, abs=1e-320)


@given(st.text())
def test_folding_white_space_twice_changes_nothing_more(text: str) -> None:
    once = rules.fold_spaces(text)
    assert rules.fold_spaces(once) == once
    assert once == once.strip()


@given(st.text())
def test_a_subject_keeps_its_key_in_another_case_form_or_spacing(subject: str) -> None:
    key = rules.subject_key(subject)
    assert rules.subject_key(key) == key
    assert rules.subject_key(f"  {subject}\t") == key
    assert rules.subject_key(unicodedata.normalize("NFD", subject)) == key


@pytest.mark.parametrize("other", ["DEPLOY  target", " deploy target ", "ｄｅｐｌｏｙ target"])
def test_deploy_target_is_one_subject_however_it_is_spelled(other: str) -> None:
    assert rules.subject_key(other) == rules.subject_key("deploy target")


def test_contents_are_the_same_but_for_white_space_and_composition() -> None:
    assert rules.content_key("café  au\nlait") == rules.content_key("cafe\u0301 au lait ")
    assert rules.content_key("Use tabs.") != rules.content_key("use tabs.")
    assert rules.content_key("Use tabs.") != rules.content_key("Use tabs")
