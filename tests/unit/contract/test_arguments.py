"""What the argument models accept and refuse, and that a refusal never repeats what was given."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from myelin.contract.operations.get_preferences import GetPreferencesArgs
from myelin.contract.operations.list_memories import ListMemoriesArgs
from myelin.contract.operations.recall import RecallArgs
from myelin.contract.operations.remember import RememberArgs

CANARY = "zq-canary-7731"


def refused(**given: Any) -> dict[str, str]:
    """Return the type of each problem by its place, for arguments of remember."""
    whole = {"content": "x", "class": "note", **given}
    with pytest.raises(ValidationError) as caught:
        RememberArgs.model_validate(whole)
    return {".".join(map(str, each["loc"])): each["type"] for each in caught.value.errors()}


def test_every_problem_comes_at_once() -> None:
    assert refused(content=" ", **{"class": "idea"}, tags=["a\nb"], surprise=1) == {
        "content": "empty",
        "class": "literal_error",
        "tags.0": "controls",
        "surprise": "extra_forbidden",
    }


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("content", 5, "string_type"),
        ("content", "\x00", "controls"),
        ("content", "a\rb", "controls"),
        ("content", "\ud83d", "unicode"),
        ("content", "\u200b\u200b", "empty"),
        ("content", "é" * 8193, "max_bytes"),
        ("subject", "", "empty"),
        ("subject", "x" * 201, "max_bytes"),
        ("observed_at", "2026-03-01T12:00:00", "moment"),
        ("observed_at", "2026-02-30T12:00:00Z", "moment"),
        ("observed_at", "2026-06-30T23:59:60Z", "moment"),
        ("tags", ["x"] * 17, "too_long"),
        ("tags", "x", "list_type"),
        ("supersedes", "mem_il0", "pattern"),
        ("supersedes", "mem_0123\n", "controls"),
        ("links", [{"type": "supersedes", "to": "mem_0123"}], "literal_error"),
    ],
)
def test_a_value_out_of_bounds_is_refused_by_its_rule(field: str, value: Any, problem: str) -> None:
    assert problem in refused(**{field: value}).values()


def test_the_limits_themselves_are_accepted() -> None:
    args = RememberArgs.model_validate(
        {"content": "é" * 8192, "class": "note", "tags": ["x" * 64] * 16, "supersedes": "mem_0123"}
    )
    assert len(args.content.encode()) == 16_384
    assert args.class_ == "note"


def test_a_number_is_not_made_from_a_text_nor_from_a_truth() -> None:
    for value in ("50", 50.5, True):
        with pytest.raises(ValidationError):
            ListMemoriesArgs.model_validate({"limit": value})
    for value in (0, 201):
        with pytest.raises(ValidationError):
            ListMemoriesArgs.model_validate({"limit": value})


def test_what_is_left_out_has_its_default() -> None:
    args = RecallArgs.model_validate({"query": ""})
    assert (args.budget_bytes, args.classes, args.as_of, args.tier) == (8192, [], None, "project")


def test_a_default_list_belongs_to_one_call() -> None:
    first = RecallArgs.model_validate({"query": ""})
    first.tags.append("x")
    assert RecallArgs.model_validate({"query": ""}).tags == []


def test_arguments_cannot_be_changed() -> None:
    args = RecallArgs.model_validate({"query": "x"})
    with pytest.raises(ValidationError):
        args.query = "y"


def test_texts_by_key_are_bounded_on_both_sides() -> None:
    assert GetPreferencesArgs.model_validate({"session": {"a.b": "c"}}).session == {"a.b": "c"}
    for session in ({"x" * 257: "a"}, {"a": "x" * 257}, {"a": 1}):
        with pytest.raises(ValidationError):
            GetPreferencesArgs.model_validate({"session": session})


@given(st.text(max_size=30))
def test_a_query_is_any_text(query: str) -> None:
    assert RecallArgs.model_validate({"query": query}).query == query


@pytest.mark.parametrize(
    "given",
    [
        {"content": CANARY + "\x00", "class": "note"},
        {"content": "\ud83d" + CANARY, "class": "note"},
        {"content": CANARY * 2000, "class": "note"},
        {"content": "x", "class": CANARY},
        {"content": "x", "class": "note", "supersedes": CANARY},
        {"content": "x", "class": "note", "observed_at": CANARY},
        {"content": "x", "class": "note", "tags": CANARY},
        {"content": "x", "class": "note", "links": [{"type": CANARY, "to": "mem_0123"}]},
    ],
)
def test_no_refusal_repeats_what_was_given(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        RememberArgs.model_validate(given)
    told = caught.value.errors(include_input=False, include_url=False)
    assert CANARY not in repr(told)
    assert CANARY not in str(caught.value)
