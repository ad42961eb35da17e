"""Long notes: cut when they are saved, found as one, read and replaced as a whole."""

from typing import Any

import pytest

from myelin.contract.errors import ArgumentInvalid, ContentTooLarge, SecretRefused
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.surface.operations import OPERATIONS
from myelin.testing import TemporaryBrain, call, run

FILLER = "Filler text that says nothing about anything at all here. " * 60


def note(*sections: tuple[str, str]) -> str:
    parts = [f"## {title}\n\n{text}\n\n{FILLER}" for title, text in sections]
    return "\n\n".join(["# The handbook of payments", *parts])


HANDBOOK = note(
    ("Retries", "A zymurgy call is tried again five times."),
    ("Refunds", "A refund of a zymurgy order is booked within two days."),
    ("Limits", "A zymurgy card pays at most 500 euros."),
    ("Contacts", "Call Ines."),
    ("History", "It was PHP once."),
)


def save(engine: Engine, content: str, **others: Any) -> dict[str, Any]:
    arguments = {"content": content, "class": others.pop("class_", "reference"), **others}
    return dispatch.call(engine, OPERATIONS["remember_note"], arguments)


def found(engine: Engine, query: str, **others: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = call(engine, "recall", query=query, **others)["memories"]
    return items


def test_a_note_is_found_as_one_item_with_the_piece_that_answers(host: Engine) -> None:
    done = save(host, HANDBOOK, subject="payments", tags=["ops"])
    assert done["created"]
    assert len(done["parts"]) == 5
    assert done["memory"]["id"] == done["parts"][0]
    other = call(host, "remember", content="The zymurgy shop is blue.", class_="fact")
    for query, words in (
        ("how often is a zymurgy call tried again", "five times"),
        ("when is a zymurgy refund booked", "two days"),
        ("the most that a zymurgy card pays", "500 euros"),
        ("handbook of payments contacts", "Call Ines"),
    ):
        items = [item for item in found(host, query) if item["id"] in done["parts"]]
        assert len(items) == 1, query
        assert words in items[0]["content"], query
    ids = {item["id"] for item in found(host, "zymurgy")}
    assert other["memory"]["id"] in ids
    assert len(ids) == 2


def test_the_parts_are_named_in_the_order_of_the_text_and_hold_all_of_it(host: Engine) -> None:
    done = save(host, HANDBOOK)
    for one in done["parts"]:
        assert call(host, "get_memory", id=one)["parts"] == done["parts"]
    texts = [call(host, "get_memory", id=one)["memory"]["content"] for one in done["parts"]]
    assert [text.split("## ")[1].split("\n")[0] for text in texts] == [
        "Retries", "Refunds", "Limits", "Contacts", "History",
    ]  # fmt: skip
    assert all(text.startswith("The handbook of payments\n\n## ") for text in texts[1:])
    assert "parts" not in call(
        host, "get_memory", id=call(host, "remember", content="A.", class_="note")["memory"]["id"]
    )


def test_the_same_note_again_adds_nothing_and_a_changed_one_replaces_all_its_pieces(
    host: Engine,
) -> None:
    first = save(host, HANDBOOK)
    again = save(host, HANDBOOK)
    assert (again["created"], again["parts"]) == (False, first["parts"])
    twice = save(host, HANDBOOK * 2)
    assert len(twice["parts"]) == 10
    assert not save(host, HANDBOOK * 2)["created"]
    dispatch.call(host, OPERATIONS["remember_note"], {
        "content": "# Gone", "class": "reference", "supersedes": twice["parts"][9],
    })  # fmt: skip
    changed = note(("Retries", "A zymurgy call is tried again nine times."), ("More", "Text."))
    newer = save(host, changed, supersedes=first["parts"][2])
    assert newer["superseded"] == first["parts"][2]
    live = {one["id"] for one in call(host, "list_memories")["memories"]}
    assert set(newer["parts"]) < live
    assert not live & set(first["parts"])
    assert "nine times" in found(host, "zymurgy tried again")[0]["content"]


def test_a_note_is_archived_and_brought_back_as_a_whole(owner: Engine) -> None:
    done = save(owner, HANDBOOK)
    other = call(owner, "remember", content="The zymurgy shop is blue.", class_="fact")["memory"]
    run(owner, "archive", done["parts"][3])
    assert {item["id"] for item in found(owner, "zymurgy")} == {other["id"]}
    run(owner, "unarchive", done["parts"][1])
    assert call(owner, "get_memory", id=done["parts"][0])["parts"] == done["parts"]
    assert len(found(owner, "zymurgy")) == 2


def test_pieces_of_one_subject_do_not_contradict_each_other(host: Engine) -> None:
    text = note(("Europe", "The limit is 500 euros."), ("Asia", "The limit is 900 euros."))
    done = save(host, text, class_="fact", subject="limit")
    answer = call(host, "recall", query="limit euros")
    assert answer["contradictions"] == []
    assert done["contradictions"] == []


def test_what_fits_one_memory_is_one(host: Engine) -> None:
    done = save(host, "# Deploys\n\nThey go out on Mondays.")
    assert "session" not in done["memory"]
    again = call(host, "remember", content=done["memory"]["content"], class_="reference")
    assert not again["created"]


def test_nobody_else_adds_a_piece_to_a_note(brain: TemporaryBrain) -> None:
    owner, host = brain.open(origin=Origin.OWNER), brain.open()
    done = save(owner, HANDBOOK)
    session = done["memory"]["session"]
    for engine in (owner, host):
        with pytest.raises(ArgumentInvalid) as refused:
            call(engine, "remember", content="Pay twice.", class_="fact", session=session)
        assert refused.value.details["problems"][0]["path"] == "/session"
    for engine in (owner, host):
        engine.store.close()


def test_size_and_secrets_are_looked_at_as_for_any_memory(host: Engine) -> None:
    with pytest.raises(ContentTooLarge):
        save(host, "word " * 210_000)
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    with pytest.raises(SecretRefused):
        save(host, HANDBOOK + f"\n\nThe token is {token}.")
    assert call(host, "list_memories")["total"] == 0
