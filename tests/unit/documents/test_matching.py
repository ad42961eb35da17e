"""Triggers in texts: boundaries, symbols that belong to words, scripts without blanks, scores."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.documents.matching import MatchedTrigger, TriggerIndex, normalised


def matched(trigger: str, text: str) -> bool:
    return bool(TriggerIndex([("owner", [trigger])]).matches(text))


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        ("test", "Run the test."),
        ("test", "test-driven"),
        ("TEST", "a Test"),
        ("c++", "port the C++ build"),
        ("c++", "C++"),
        (".net", "move to .NET 9"),
        ("ci/cd", "fix (CI/CD) today"),
        ("c#", "a C# client"),
        ("release notes", "write   Release\nNotes now"),
        ("ﬁle", "FILE"),
        ("部署", "请部署服务"),
        ("デプロイ", "本番にデプロイする"),
        ("api", "部署api服务"),
        ("배포", "서비스를 배포를 시작"),
        ("straße", "STRASSE"),
        ("हिन्दी", "यह हिन्दी है"),
        ("pre-commit", "a pre-commit hook"),
    ],
)
def test_a_trigger_is_found_as_a_word_of_the_text(trigger: str, text: str) -> None:
    assert matched(trigger, text)


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        ("test", "the latest build"),
        ("test", "testing"),
        ("test", "contest"),
        ("c", "port the C++ build"),
        ("c", "a C# client"),
        ("c++", "abc++"),
        (".net", "asp.net"),
        ("net", "network"),
        ("release notes", "release the notes"),
        ("test", "unit_test"),
        ("हिन्द", "यह हिन्दी है"),
        ("api", "rapid"),
    ],
)
def test_a_trigger_inside_another_word_is_not_found(trigger: str, text: str) -> None:
    assert not matched(trigger, text)


def test_a_word_scores_one_a_phrase_two_and_each_trigger_once() -> None:
    index = TriggerIndex([("p", ["bug", "fix a bug", "Bug", "release"])])
    assert index.matches("fix a bug, a bug, a BUG") == {
        "p": [MatchedTrigger("fix a bug", 2), MatchedTrigger("bug", 1)]
    }


def test_a_trigger_without_a_letter_or_digit_matches_nothing() -> None:
    assert TriggerIndex([("p", ["++", "--", ""])]).matches("a ++ b -- c") == {}


@given(st.text(), st.text(min_size=1), st.text())
def test_a_trigger_between_blanks_is_found_whatever_it_is(
    before: str, trigger: str, after: str
) -> None:
    sought = normalised(trigger)
    # A mark alone would join the blank before it, so a trigger begins with a letter or digit.
    if sought and sought[0].isalnum() and sought[-1].isalnum():
        assert matched(trigger, f"{before} {sought} {after}")


@given(st.text())
def test_normalising_twice_changes_nothing_that_matters(text: str) -> None:
    assert normalised(normalised(text)) == normalised(normalised(normalised(text)))


@given(st.lists(st.text("ab c", min_size=1), max_size=8), st.text("ab c"))
def test_the_index_finds_what_a_search_of_every_trigger_finds(
    triggers: list[str], text: str
) -> None:
    index = TriggerIndex((number, [trigger]) for number, trigger in enumerate(triggers))
    single = {number for number, trigger in enumerate(triggers) if matched(trigger, text)}
    assert index.matches(text).keys() == single


def test_the_order_of_owners_changes_no_match() -> None:
    chance = random.Random(4)
    owned = [(number, [f"word{number}", "shared"]) for number in range(50)]
    text = "shared word3 word40"
    first = TriggerIndex(owned).matches(text)
    chance.shuffle(owned)
    assert TriggerIndex(owned).matches(text) == first
