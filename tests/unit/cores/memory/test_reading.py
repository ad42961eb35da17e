"""Reading one memory, listing many, and linking two."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.contract.errors import ArgumentInvalid, LinkInvalid, MemoryUnknown
from myelin.engine.engine import Engine
from myelin.testing import ManualClock, call, temporary_engine


def remember(engine: Engine, content: str, class_: str = "fact", **others: Any) -> str:
    memory = call(engine, "remember", content=content, class_=class_, **others)["memory"]
    return str(memory["id"])


def wire_bytes(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def pages(engine: Engine, **filters: Any) -> list[list[str]]:
    found, cursor = [], {}
    while True:
        page = call(engine, "list_memories", **filters, **cursor)
        found.append([one["content"] for one in page["memories"]])
        if "next_cursor" not in page:
            return found
        cursor = {"cursor": page["next_cursor"]}


def test_trust_is_explained(host: Engine, clock: ManualClock) -> None:
    known = remember(host, "The build takes nine minutes.", "note")
    call(host, "recall", query="build")
    clock.advance(days=30)
    view = call(host, "get_memory", id=known)
    detail = view["trust"]
    assert detail["age_days"] == pytest.approx(30, rel=1e-4)
    assert (detail["half_life_days"], detail["reinforce"]) == (30, 2)
    assert detail["value"] == view["memory"]["trust"] == pytest.approx(0.5**0.5, rel=1e-4)


def test_history_holds_the_other_versions_oldest_first(host: Engine) -> None:
    first = remember(host, "port 1")
    second = remember(host, "port 2", supersedes=first)
    third = remember(host, "port 3", supersedes=second)
    for known, others in ((third, [first, second]), (first, [second, third])):
        history = call(host, "get_memory", id=known, history=True)["history"]
        assert [version["id"] for version in history] == others
    assert call(host, "get_memory", id=third)["history"] == []


def test_a_long_history_is_cut_to_its_latest_versions(host: Engine) -> None:
    known = remember(host, "0 " + "x" * 9000)
    for number in range(1, 12):
        known = remember(host, f"{number} " + "x" * 9000, supersedes=known)
    view = call(host, "get_memory", id=known, history=True)
    assert wire_bytes(view["history"]) <= 65_536
    assert len(view["history"]) + view["history_omitted"] == 11
    assert view["history"][-1]["content"].startswith("10 ")


def test_an_unknown_memory_is_refused(host: Engine) -> None:
    with pytest.raises(MemoryUnknown):
        call(host, "get_memory", id="mem_000000000000")


def test_a_list_is_newest_first_and_counts_all(host: Engine) -> None:
    for number in range(5):
        remember(host, f"text {number}")
    page = call(host, "list_memories", limit=2)
    assert [one["content"] for one in page["memories"]] == ["text 4", "text 3"]
    assert page["total"] == 5


def test_pages_hold_everything_once_while_others_are_written(host: Engine) -> None:
    for number in range(5):
        remember(host, f"text {number}")
    first = call(host, "list_memories", limit=2)
    remember(host, "text 5")
    second = call(host, "list_memories", limit=3, cursor=first["next_cursor"])
    assert [one["content"] for one in second["memories"]] == ["text 2", "text 1", "text 0"]
    assert "next_cursor" not in second


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 12), st.integers(1, 13))
def test_pages_of_any_size_add_up_to_the_list(count: int, limit: int) -> None:
    with temporary_engine() as engine:
        for number in range(count):
            remember(engine, f"text {number}")
        found = pages(engine, limit=limit)
        expected = [f"text {number}" for number in reversed(range(count))]
        assert [text for page in found for text in page] == expected
        assert all(len(page) == limit for page in found[:-1])


def test_a_page_ends_at_sixty_four_kibibytes(host: Engine) -> None:
    for number in range(12):
        remember(host, f"{number} " + "x" * 9000)
    page = call(host, "list_memories")
    assert wire_bytes(page["memories"]) <= 65_536
    assert len(page["memories"]) == 7
    assert [len(one) for one in pages(host)] == [7, 5]


def test_filters_narrow_a_list(host: Engine) -> None:
    remember(host, "one", "fact", subject="Deploy.Target", tags=["a", "b"])
    old = remember(host, "two", "note", tags=["a"])
    remember(host, "three", "note", supersedes=old)
    for filters, contents in (
        ({"classes": ["note"]}, ["three"]),
        ({"classes": ["note"], "include_superseded": True}, ["three", "two"]),
        ({"tags": ["a", "b"]}, ["one"]),
        ({"tags": ["a"], "include_superseded": True}, ["two", "one"]),
        ({"subject": "deploy.target"}, ["one"]),
        ({"tier": "core"}, []),
        ({"tier": "normal"}, ["three", "one"]),
    ):
        page = call(host, "list_memories", **filters)
        assert [one["content"] for one in page["memories"]] == contents, filters
        assert page["total"] == len(contents)


@pytest.mark.parametrize("cursor", ["x", "AAAA", "!", "A" * 27, "é", "AAABnLi4HgEDqnh1sj1hmwAAAAA"])
def test_a_cursor_that_no_page_ended_with_is_refused(host: Engine, cursor: str) -> None:
    with pytest.raises(ArgumentInvalid) as refused:
        call(host, "list_memories", cursor=cursor)
    assert refused.value.details["problems"][0]["path"] == "/cursor"


def test_a_cursor_of_another_list_is_refused(host: Engine) -> None:
    for number in range(3):
        remember(host, f"text {number}")
    cursor = call(host, "list_memories", limit=1)["next_cursor"]
    with pytest.raises(ArgumentInvalid):
        call(host, "list_memories", limit=1, cursor=cursor, classes=["fact"])


def test_a_link_is_written_once(host: Engine) -> None:
    first, second = remember(host, "one"), remember(host, "two")
    made = call(host, "link_memories", from_=first, to=second, type="supports")
    again = call(host, "link_memories", from_=first[:9], to=second, type="supports")
    assert (made["created"], again["created"]) == (True, False)
    assert made["link"] == again["link"]
    assert made["link"] | {"recorded_at": ""} == {
        "type": "supports",
        "from": first,
        "to": second,
        "origin": "host",
        "recorded_at": "",
    }
    for known in (first, second):
        assert call(host, "get_memory", id=known)["links"] == [made["link"]]


def test_a_memory_cannot_be_linked_to_itself(host: Engine) -> None:
    known = remember(host, "one")
    with pytest.raises(LinkInvalid):
        call(host, "link_memories", from_=known, to=known, type="supports")


def test_the_engine_alone_writes_that_one_memory_supersedes_another(host: Engine) -> None:
    first, second = remember(host, "one"), remember(host, "two")
    with pytest.raises(ArgumentInvalid):
        call(host, "link_memories", from_=first, to=second, type="supersedes")


def test_a_memory_takes_thirty_two_links_of_clients_and_still_a_correction(host: Engine) -> None:
    hub = remember(host, "the hub")
    for number in range(32):
        remember(host, f"spoke {number}", links=[{"type": "supports", "to": hub}])
    with pytest.raises(LinkInvalid):
        remember(host, "spoke 32", links=[{"type": "supports", "to": hub}])
    assert call(host, "list_memories", limit=1)["total"] == 33
    assert call(host, "remember", content="the new hub", class_="fact", supersedes=hub)["created"]
