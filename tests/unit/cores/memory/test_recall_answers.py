"""An answer is honest: no floods, no claims, a note when nothing fits, filters that are told."""

from typing import Any

import pytest

from myelin.cores.memory.service import TEXT_IS_DATA
from myelin.engine.engine import Engine
from myelin.testing import ManualClock, call

WORDS = ("queue", "cache", "login", "export", "search", "billing", "upload", "report", "gateway")


def remember(engine: Engine, content: str, class_: str = "fact", **given: Any) -> str:
    made = call(engine, "remember", content=content, class_=class_, **given)
    return str(made["memory"]["id"])


def recall(engine: Engine, query: str, **given: Any) -> dict[str, Any]:
    return call(engine, "recall", query=query, **given)


def test_a_series_of_nearly_identical_notes_is_one_item_that_counts_the_rest(
    host: Engine,
) -> None:
    for number in range(150):
        remember(host, f"Nightly run {number} finished green after the cleanup.", "note")
    known = remember(host, "The nightly cleanup deletes temporary exports.", "fact")
    answer = recall(host, "nightly run cleanup green")
    items = answer["memories"]
    assert len(items) == 2
    assert {item["id"] for item in items} >= {known}
    assert items[0]["also"] > 30
    (exact, *_) = recall(host, "nightly run 17 green")["memories"]
    assert "run 17 " in exact["content"]


def test_two_that_are_alike_and_statements_about_a_subject_are_never_folded(host: Engine) -> None:
    for port in ("8080", "9090"):
        remember(host, f"The metrics service listens on port {port}.")
    for port in ("1", "2", "3", "4"):
        remember(host, f"The ledger service listens on port {port}.", subject="ledger.port")
    assert len(recall(host, "metrics service port")["memories"]) == 6
    assert all("also" not in item for item in recall(host, "ledger port")["memories"])


def test_facts_that_differ_in_a_name_are_not_folded(host: Engine) -> None:
    for word in WORDS:
        remember(host, f"The {word} service uses Redis.")
    assert len(recall(host, "which service uses Redis")["memories"]) == len(WORDS)


def test_a_question_that_nothing_answers_gets_a_note_and_an_answered_one_none(
    host: Engine,
) -> None:
    for word in WORDS:
        remember(host, f"The {word} service is restarted by the night job when it hangs.")
    foreign = recall(host, "which violin teacher did grandmother recommend last night")
    assert "Probably nothing" in foreign["note"]
    assert all(item.get("match", 0) < 0.5 for item in foreign["memories"])
    answered = recall(host, "what restarts the billing service")
    assert answered["note"] == foreign["note"].rpartition(". ")[2] == TEXT_IS_DATA
    assert answered["memories"][0]["match"] >= 0.5


@pytest.mark.parametrize(
    ("query", "content", "matched"),
    [
        ("kubernetes", "k8s runs the jobs.", "k8s (same as kubernetes)"),
        ("bread", "The build breaks at night.", "breaks (spelled like bread)"),
        ("deployment", "Deploying takes an hour.", "deploying"),
        ("signup", "People sign up by mail.", "sign up (written for signup)"),
    ],
)
def test_what_matched_is_named_as_the_memory_has_it(
    host: Engine, query: str, content: str, matched: str
) -> None:
    remember(host, content)
    found = recall(host, query)["memories"]
    assert not found or matched in found[0].get("matched", [matched])
    assert not any(query == word for item in found for word in item.get("matched", []))


def test_a_filter_that_nothing_passes_is_told_from_one_that_nothing_matches(host: Engine) -> None:
    remember(host, "The queue stalls.", "lesson", tags=["ops"])
    none = recall(host, "queue", classes=["decision"])
    assert (none["memories"], "There is no memory" in none["note"]) == ([], True)
    nothing = recall(host, "violin", classes=["lesson"])
    assert "word of this query" in nothing["note"]
    assert len(recall(host, "queue", classes=["lesson"], tags=["ops"])["memories"]) == 1


def test_more_matches_than_are_considered_are_told(host: Engine) -> None:
    for one in WORDS:
        for other in WORDS:
            if one != other:
                remember(host, f"The {one} job feeds {other} and {one[::-1]} to {other[::-1]}.")
    answer = recall(host, "job feeds")
    assert answer["candidates"] == 40
    assert "More memories match" in answer["note"]


def test_a_newer_statement_of_the_same_thing_stands_first(host: Engine, clock: ManualClock) -> None:
    old = remember(host, "We deploy with Jenkins.")
    clock.advance(days=200)
    new = remember(host, "We deploy through the long and winding pipeline of GitHub Actions.")
    assert [item["id"] for item in recall(host, "how do we deploy")["memories"]] == [new, old]


def test_outcomes_of_one_kind_stand_as_one_and_their_sum(owner: Engine, clock: ManualClock) -> None:
    statement = remember(owner, "The parser bug is fixed by a larger stack.", "lesson")
    for number in range(12):
        clock.advance(days=1)
        call(
            owner,
            "log_outcome",
            task=f"Fix parser bug {number}",
            task_kind="bugfix",
            outcome="failure" if number == 5 else "success",
            summary=f"The parser bug {number} of the stack was looked at.",
            signal="verification",
        )
    items = recall(owner, "parser bug stack")["memories"]
    assert len(items) == 3
    assert statement in {item["id"] for item in items}
    episodes = [item for item in items if item["class"] == "episode"]
    assert any(item["content"].startswith("Failure") for item in episodes)
    (summed,) = [item for item in episodes if item.get("also")]
    assert summed["also"] == 10
    assert "11 success" in summed["content"]
    assert "of bugfix" in summed["content"]


def test_compatible_statements_about_a_subject_are_listed_apart(host: Engine) -> None:
    said = ("The API answers JSON.", "The API is written in Go.", "The API runs on port 8080.")
    ids = {remember(host, content, subject="api") for content in said}
    answer = recall(host, "API")
    assert answer["contradictions"] == []
    assert [set(group["ids"]) for group in answer["same_subject"]] == [ids]
    other = remember(host, "The API runs on port 9090.", subject="api")
    (group,) = recall(host, "API")["contradictions"]
    assert other in group["ids"]
    assert len(group["ids"]) == 2


def test_a_near_duplicate_is_named_when_it_is_written_and_not_refused(host: Engine) -> None:
    for word in WORDS:
        remember(host, f"The {word} service is restarted by the night job.")
    known = remember(host, "Releases are cut on Tuesday by the release manager.")
    again = call(
        host,
        "remember",
        content="Releases are cut on Tuesdays by our release manager, never on Friday.",
        class_="note",
    )
    assert again["created"]
    assert known in again["note"]
    other = call(host, "remember", content="Invoices are cut in half.", class_="note")
    assert "note" not in other
    corrected = call(
        host,
        "remember",
        content="Releases are cut on Monday by the release manager.",
        class_="fact",
        supersedes=known,
    )
    assert known not in corrected.get("note", "")


def test_fields_that_an_item_leaves_out_hold_the_default_that_the_spec_declares() -> None:
    from codegen import model
    from myelin.cores.memory.records import ITEM_DEFAULTS
    from tests.architecture.tree import ROOT

    fields = model.loaded(ROOT).objects["item"].fields
    declared = {field.name: field.default for field in fields if field.default is not None}
    assert declared == {**ITEM_DEFAULTS, "truncated": False}
