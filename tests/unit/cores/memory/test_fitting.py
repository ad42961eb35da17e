"""Budgets are counted as the bytes that a reader of the JSON would count."""

import json
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.types import Item
from myelin.cores.memory import fitting

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def wire_bytes(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def item(content: str, **others: Any) -> Item:
    made = {
        "id": "mem_000000000001",
        "class": "note",
        "content": content,
    }
    return cast(Item, made | others)


@given(VALUES)
def test_the_size_of_a_value_is_that_of_its_compact_json(value: object) -> None:
    assert fitting.size(value) == wire_bytes(value)


@given(st.lists(VALUES, max_size=12), st.integers(2, 300))
def test_what_a_budget_takes_is_counted_exactly_and_never_over(
    values: list[object], limit: int
) -> None:
    budget = fitting.Budget(limit)
    taken = [value for value in values if budget.take(fitting.size(value))]
    assert budget.used == wire_bytes(taken) <= limit
    for value in values:
        if value not in taken:
            assert wire_bytes([*taken, value]) > limit


@given(st.lists(st.text(max_size=60), max_size=30), st.integers(2, 400))
def test_a_page_is_the_longest_beginning_that_fits_and_never_empty(
    values: list[str], limit: int
) -> None:
    page = fitting.page(values, limit)
    assert page == values[: len(page)]
    if values:
        assert page
    if len(page) > 1:
        assert wire_bytes(page) <= limit
    if len(page) < len(values):
        assert wire_bytes(values[: len(page) + 1]) > limit


CONTENTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=400, max_size=3000)


@given(CONTENTS, st.integers(300, 900))
def test_an_excerpt_fits_its_limit_and_is_a_part_of_the_content(content: str, limit: int) -> None:
    whole = item(content)
    fitted = fitting.excerpt(whole, limit)
    if fitting.size(whole) > limit:
        assert fitted is not None
        cut, size_bytes = fitted
        assert wire_bytes(cut) == size_bytes <= limit
        assert cut["truncated"] is True
        assert cut["content"].strip(fitting.ELLIPSIS) in content
        assert list(cut)[:4] == ["id", "class", "content", "truncated"]


@given(st.integers(0, 5000), st.integers(300, 5000))
def test_an_excerpt_stands_around_what_matched(before: int, after: int) -> None:
    content = "x " * before + "needle" + " y" * after
    fitted = fitting.excerpt(item(content, matched=["needle"]), 500, [content.index("needle")])
    assert fitted is not None
    cut, _ = fitted
    assert "needle" in cut["content"]


def test_an_excerpt_gives_up_tags_before_its_text() -> None:
    crowded = item("needle " * 500, tags=["t" * 64] * 16, matched=["needle"])
    fitted = fitting.excerpt(crowded, 1024, [0])
    assert fitted is not None
    cut, _ = fitted
    assert "tags" not in cut
    assert "needle" in cut["content"]
