"""Memories that cannot hold together are flagged, and nothing is taken away."""

from typing import Any

import pytest

from myelin.engine.engine import Engine
from myelin.testing import ManualClock, call, run


def remember(engine: Engine, content: str, class_: str = "fact", **others: Any) -> str:
    memory = call(engine, "remember", content=content, class_=class_, **others)["memory"]
    return str(memory["id"])


def rivals(engine: Engine, known: str) -> set[str]:
    return {one["id"] for one in call(engine, "get_memory", id=known)["contradictions"]}


def test_two_live_memories_of_one_subject_are_both_returned_and_marked(host: Engine) -> None:
    first = remember(host, "The port is 22.", subject="db.port")
    second = remember(host, "The port is 49222.", "decision", subject=" DB.Port ")
    answer = call(host, "recall", query="port")
    marked = {item["id"]: item.get("contradicts", []) for item in answer["memories"]}
    assert marked == {first: [second], second: [first]}
    (group,) = answer["contradictions"]
    assert set(group["ids"]) == {first, second}
    assert "subject" in group["why"]
    assert rivals(host, first) == {second}


@pytest.mark.parametrize("class_", ["lesson", "note", "episode"])
def test_classes_that_assert_nothing_lasting_do_not_contradict(host: Engine, class_: str) -> None:
    remember(host, "The port is 22.", subject="db.port")
    assert rivals(host, remember(host, "The port was odd.", class_, subject="db.port")) == set()


def test_the_same_content_in_two_classes_is_no_contradiction(host: Engine) -> None:
    remember(host, "The port is 22.", subject="db.port")
    again = remember(host, "The port  is 22.", "decision", subject="db.port")
    assert rivals(host, again) == set()


def test_a_correction_ends_the_contradiction(host: Engine) -> None:
    first = remember(host, "The port is 22.", subject="db.port")
    second = remember(host, "The port is 49222.", subject="db.port")
    third = remember(host, "The port is 5432.", subject="db.port", supersedes=first)
    assert rivals(host, third) == {second}
    fourth = remember(host, "The port is 6000.", subject="db.port", supersedes=second)
    assert rivals(host, fourth) == {third}
    assert rivals(host, first) == set()


def test_archiving_one_side_ends_the_contradiction(host: Engine, owner: Engine) -> None:
    first = remember(host, "The port is 22.", subject="db.port")
    second = remember(host, "The port is 49222.", subject="db.port")
    run(owner, "archive", first)
    assert rivals(host, second) == set()
    run(owner, "unarchive", first)
    assert rivals(host, second) == {first}


def test_an_explicit_link_flags_both_ends(host: Engine) -> None:
    first, second = remember(host, "Use tabs."), remember(host, "Use spaces.")
    call(host, "link_memories", from_=second, to=first, type="contradicts")
    assert rivals(host, first) == {second}
    answer = call(host, "recall", query="tabs")
    assert answer["memories"][0]["contradicts"] == [second]
    assert [set(group["ids"]) for group in answer["contradictions"]] == [{first, second}]


def test_rival_successors_are_flagged_down_their_lines(host: Engine) -> None:
    origin = remember(host, "version 0")
    left = remember(host, "version 1a", supersedes=origin)
    right = remember(host, "version 1b", supersedes=origin)
    deeper = remember(host, "version 2b", supersedes=right)
    assert rivals(host, left) == {deeper}
    assert rivals(host, deeper) == {left}
    (group,) = call(host, "recall", query="version")["contradictions"]
    assert set(group["ids"]) == {left, deeper}
    assert "replace" in group["why"]


def test_the_other_side_is_named_when_it_does_not_fit(host: Engine) -> None:
    small = remember(host, "The needle is blue.", subject="needle.colour")
    large = remember(host, "The needle is red. " + "hay " * 1500, subject="needle.colour")
    answer = call(host, "recall", query="needle", budget_bytes=1024)
    by_id = {item["id"]: item for item in answer["memories"]}
    assert by_id[small]["contradicts"] == [large]
    assert answer["omitted"] == [] if large in by_id else [large]


def test_a_subject_of_many_is_one_group_of_at_most_twenty(host: Engine) -> None:
    for number in range(30):
        remember(host, f"The colour number {number}.", subject="colour")
    answer = call(host, "recall", query="colour", budget_bytes=65536)
    (group,) = answer["contradictions"]
    assert len(group["ids"]) == 20
    assert all(len(item["contradicts"]) == 20 for item in answer["memories"])


def test_contradictions_are_those_of_the_time_that_is_asked_for(
    host: Engine, clock: ManualClock
) -> None:
    first = remember(host, "The port is 22.", subject="db.port")
    clock.advance(days=1)
    second = remember(host, "The port is 49222.", subject="db.port")
    clock.advance(days=1)
    remember(host, "The port is 49222 now.", subject="db.port", supersedes=first)
    then = call(host, "recall", query="port", as_of="2026-03-02T18:00:00Z")
    assert [set(group["ids"]) for group in then["contradictions"]] == [{first, second}]
    before = call(host, "recall", query="port", as_of="2026-03-01T18:00:00Z")
    assert before["contradictions"] == []
    assert "contradicts" not in before["memories"][0]
