"""The notes of the demo: whole, admitted by the tool that takes them, and asked for by name."""

import json
from collections import Counter
from importlib import resources
from typing import Any

from myelin import secrets
from myelin.contract.operations.remember import RememberArgs

SCRIPT: dict[str, Any] = json.loads(
    resources.files("myelin.cli.commands").joinpath("demo_notes.json").read_text("utf-8")
)


def test_every_note_is_one_that_remember_takes() -> None:
    for note in SCRIPT["notes"]:
        arguments = {k: v for k, v in note.items() if k not in ("key", "age_days", "supersedes")}
        RememberArgs.model_validate(arguments)
        assert secrets.scan(note["content"]) == []


def test_there_are_a_few_dozen_notes_of_every_class_a_project_needs() -> None:
    counts = Counter(note["class"] for note in SCRIPT["notes"])
    assert counts.total() >= 36
    assert set(counts) == {"convention", "decision", "lesson", "fact", "reference", "note"}


def test_what_is_superseded_or_expected_is_a_note_that_comes_before() -> None:
    seen: set[str] = set()
    for note in SCRIPT["notes"]:
        assert note.get("supersedes", note["key"]) in seen | {note["key"]}
        assert note["key"] not in seen
        seen.add(note["key"])
    assert {question["expect"] for question in SCRIPT["questions"]} <= seen
