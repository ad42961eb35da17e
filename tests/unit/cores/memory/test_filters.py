"""Filters of recall and lists: times and tags; and queries that are longer than what is used."""

from typing import Any

import pytest

from myelin.contract.errors import ArgumentInvalid
from myelin.engine.engine import Engine
from myelin.testing import call, temporary_engine

MARCH = {"since": "2025-03-01T00:00:00Z", "until": "2025-03-31T23:59:59.999Z"}


def remember(engine: Engine, content: str, **others: Any) -> str:
    memory = call(engine, "remember", content=content, class_="note", **others)["memory"]
    return str(memory["id"])


def found(engine: Engine, tool: str, **others: Any) -> list[str]:
    return [one["id"] for one in call(engine, tool, **others)["memories"]]


def test_since_and_until_keep_what_was_true_or_recorded_then(host: Engine) -> None:
    march = remember(host, "The queue stalled on Sunday.", observed_at="2025-03-15T12:00:00Z")
    april = remember(host, "The queue stalled on Monday.", observed_at="2025-04-01T00:00:00Z")
    now = remember(host, "The queue stalled just now, by the clock of today.")
    assert found(host, "recall", query="queue stalled", **MARCH) == [march]
    assert found(host, "list_memories", **MARCH) == [march]
    since = {"since": "2025-04-01T00:00:00Z"}
    assert set(found(host, "recall", query="queue stalled", **since)) >= {april}
    assert march not in found(host, "list_memories", **since)
    until = {"until": "2025-03-31T00:00:00+00:00"}
    assert march in found(host, "list_memories", **until)
    assert april not in found(host, "list_memories", **until)
    whole = call(host, "list_memories", **MARCH)
    assert whole["total"] == 1
    recorded = call(host, "get_memory", id=now)["memory"]["recorded_at"]
    assert found(host, "list_memories", since=recorded, until=recorded) == [now]


def test_a_time_without_memories_is_told(host: Engine) -> None:
    remember(host, "The queue stalled.", observed_at="2025-03-15T12:00:00Z")
    answer = call(host, "recall", query="queue", until="2020-01-01T00:00:00Z")
    assert answer["memories"] == []
    assert answer["note"].startswith("No memory of that time holds a word of this query.")


@pytest.mark.parametrize("tool", ["recall", "list_memories"])
def test_a_time_that_ends_before_it_begins_is_refused(host: Engine, tool: str) -> None:
    given = {"since": MARCH["until"], "until": MARCH["since"]}
    with pytest.raises(ArgumentInvalid) as refused:
        call(host, tool, **({"query": "queue"} if tool == "recall" else {}), **given)
    assert refused.value.details["problems"][0]["path"] == "/until"


SPELLINGS = ["Code Review", "code-review", "CODE_REVIEW", "code  review", "ｃode review"]


@pytest.mark.parametrize("asked", SPELLINGS)
@pytest.mark.parametrize("written", SPELLINGS)
def test_a_tag_is_the_same_however_it_is_spelled(written: str, asked: str) -> None:
    with temporary_engine() as engine:
        one = remember(engine, "Read the tests first.", tags=[written, "Straße"])
        remember(engine, "Read the tests first, or last.", tags=["code"])
        remember(engine, "Read the tests.", tags=["review", 'code"review'])
        for tags in ([asked], [asked, "STRASSE"]):
            assert found(engine, "recall", query="tests", tags=tags) == [one]
            assert found(engine, "list_memories", tags=tags) == [one]
            assert call(engine, "list_memories", tags=tags)["total"] == 1


def test_one_memory_keeps_a_tag_once_as_it_was_first_written(host: Engine) -> None:
    done = call(host, "remember", content="A.", class_="note", tags=["Ops", "ops", "two words"])
    assert done["memory"]["tags"] == ["Ops", "two words"]
    again = call(host, "remember", content="A.", class_="note", tags=["OPS", "Two-Words"])
    assert not again["created"]
    assert "tags" not in again["note"]


@pytest.mark.parametrize("tool", ["recall", "list_memories"])
def test_a_filter_by_a_tag_that_nothing_has_says_so(host: Engine, tool: str) -> None:
    remember(host, "The queue.", tags=["ops"])
    query = {"query": "queue"} if tool == "recall" else {}
    answer = call(host, tool, tags=["ops", "infra"], **query)
    assert answer["memories"] == []
    assert 'No memory has the tag "infra".' in answer["note"]
    assert "tag" not in call(host, tool, tags=["OPS"], **query).get("note", "")


def test_for_a_remote_audience_the_tag_of_a_withheld_memory_is_one_that_nothing_has(
    owner: Engine, remote: Engine
) -> None:
    remember(owner, "The queue.", tags=["inner"], sensitivity="local_only")
    assert "note" not in call(owner, "list_memories", tags=["inner"])
    answer = call(remote, "list_memories", tags=["inner"])
    assert answer["memories"] == []
    assert 'No memory has the tag "inner".' in answer["note"]


def test_a_long_query_is_cut_to_its_two_ends_and_the_note_says_so(host: Engine) -> None:
    first = remember(host, "A zymurgy error comes from the yeast.")
    last = remember(host, "PoolTimeout means that the pool is full.")
    middle = remember(host, "Xylophones are loud.")
    filler = "  File frame, line 7, in call\n" * 200
    query = f"zymurgy error\n{filler}xylophones\n{filler}PoolTimeout"
    answer = call(host, "recall", query=query)
    got = [one["id"] for one in answer["memories"]]
    assert {first, last} <= set(got)
    assert middle not in got
    assert answer["note"].startswith(f"The query has {len(query):,} bytes: its first and its last")
    umlauts = "ü" * 5000
    assert "10,000 bytes" in call(host, "recall", query=umlauts)["note"]
