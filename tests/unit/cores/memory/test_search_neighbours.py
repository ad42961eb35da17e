"""Neighbours in a session help to find a memory, and betray nothing of those that are not served.

The answers of a brain that lost a memory (superseded, withheld) are compared with those of a brain
that never had it: no query may tell the two apart.
"""

from typing import Any

import pytest

from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience
from myelin.kernel.ids import decode_id
from myelin.testing import ManualClock, TemporaryBrain, call, temporary_brain

SESSION = (
    "We talked about the holiday for a while.",
    "The zebrafish aquarium needs a new pump before Friday.",
    "That one is cheaper than the last.",
    "Shall I order it today?",
)
OTHERS = (
    "The build server has eight cores.",
    "Deploys wait for a green pipeline.",
    "An unrelated note about the pump of the office fountain.",
)
SECRET_WORDS = ("zebrafish", "aquarium", "zebrafsh", "zebrafish aquarium pump", "Friday", "ana")


def fill(engine: Engine, texts: tuple[str, ...] = SESSION, **second: Any) -> list[str]:
    """Remember the session, its second memory as told, then some memories that stand alone."""
    known = []
    for content in texts:
        others = second if content == SESSION[1] else {}
        known.append(
            call(
                engine,
                "remember",
                content=content,
                **{"class": "note", "session": "s1", "actor": "ben", **others},
            )["memory"]["id"]
        )
    for content in OTHERS:
        call(engine, "remember", content=content, **{"class": "note"})
    return known


def contents(engine: Engine, query: str) -> list[tuple[str, float]]:
    answer = call(engine, "recall", query=query)
    return [(item["content"], item["score"]) for item in answer["memories"]]


def test_a_memory_is_found_by_what_was_said_just_before_it(host: Engine) -> None:
    fill(host)
    found = [content for content, _ in contents(host, "which zebrafish pump is cheaper")]
    assert set(found[:2]) == {SESSION[1], SESSION[2]}


def test_memories_without_a_session_have_no_neighbours(host: Engine) -> None:
    for content in SESSION:
        call(host, "remember", content=content, **{"class": "note"})
    assert [content for content, _ in contents(host, "zebrafish")] == [SESSION[1]]


def test_nobody_elses_session_is_drawn_in(host: Engine) -> None:
    for number, content in enumerate(SESSION):
        call(host, "remember", content=content, **{"class": "note", "session": f"s{number}"})
    assert [content for content, _ in contents(host, "zebrafish")] == [SESSION[1]]


@pytest.mark.parametrize("query", SECRET_WORDS)
def test_nothing_is_found_by_the_words_of_a_superseded_neighbour(host: Engine, query: str) -> None:
    _, second, *_ = fill(host, actor="ana")
    call(host, "remember", content="Nothing is needed.", supersedes=second, **{"class": "note"})
    found = contents(host, query)
    allowed = {OTHERS[2]} if "pump" in query else set()
    assert {content for content, _ in found} <= allowed


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM memory WHERE id = ?",
        "UPDATE memory SET sensitivity = 'local_only' WHERE id = ?",
    ],
)
def test_a_neighbour_that_is_erased_or_withheld_later_takes_its_words_along(
    brain: TemporaryBrain, statement: str
) -> None:
    host = brain.open()
    _, second, *_ = fill(host, actor="ana")
    remote = brain.open(audience=Audience.REMOTE)
    assert len(contents(remote, "zebrafish aquarium")) > 1
    with host.store.write() as session:
        session.execute(statement, (decode_id(second),))
    for query in SECRET_WORDS:
        allowed = {OTHERS[2]} if "pump" in query else set()
        assert {content for content, _ in contents(remote, query)} <= allowed
    for engine in (host, remote):
        engine.store.close()


@pytest.mark.parametrize("query", [*SECRET_WORDS, "cheaper pump", "holiday", "what did ben order"])
def test_a_remote_audience_cannot_tell_a_withheld_neighbour_from_none(query: str) -> None:
    answers = []
    for kept in (SESSION, (SESSION[0], *SESSION[2:])):
        with temporary_brain(clock=ManualClock()) as brain:
            host = brain.open()
            fill(host, kept, sensitivity="local_only", actor="ana")
            host.store.close()
            remote = brain.open(audience=Audience.REMOTE)
            answers.append(contents(remote, query))
            remote.store.close()
    # The clocks of the two differ by one memory; scores carry six digits.
    withheld, never = answers
    assert [content for content, _ in withheld] == [content for content, _ in never]
    assert [score for _, score in withheld] == pytest.approx([score for _, score in never])


def test_a_local_audience_does_not_lend_withheld_words_to_what_may_leave(host: Engine) -> None:
    fill(host, sensitivity="local_only")
    assert [content for content, _ in contents(host, "zebrafish")] == [SESSION[1]]


def test_a_question_about_the_past_asks_no_neighbours(
    brain: TemporaryBrain, clock: ManualClock
) -> None:
    engine = brain.open()
    fill(engine)
    clock.advance(days=1)
    answer = call(engine, "recall", query="zebrafish", as_of="2026-03-01T12:30:00Z")
    assert [item["content"] for item in answer["memories"]] == [SESSION[1]]
    engine.store.close()


def test_what_an_actor_said_is_found_by_the_actors_name(host: Engine) -> None:
    for actor in ("caroline", "melanie"):
        for subject in ("race", "garden"):
            call(
                host,
                "remember",
                content=f"It was about the {subject}, as {len(actor)} of us know.",
                **{"class": "note", "session": actor, "actor": actor.title()},
            )
    answer = call(host, "recall", query="what did Melanie say of the race")
    assert answer["memories"][0]["actor"] == "Melanie"
    alone = call(host, "recall", query="what did Caroline do?")
    assert {item["actor"] for item in alone["memories"]} == {"Caroline"}
