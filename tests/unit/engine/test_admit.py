"""Admission: every problem at once, in the order and with the errors that the contract names."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from myelin.contract.errors import (
    ArgumentInvalid,
    ArgumentUnknown,
    ClassUnknown,
    ContentEmpty,
    ContentTooLarge,
    MemoryUnknown,
    SecretRefused,
)
from myelin.engine.admit import admit, texts
from myelin.kernel.errors import MyelinError
from myelin.surface.operations import OPERATIONS

GOOD = {"content": "Use port 22.", "class": "fact"}


OUTCOME = {
    "task": "x",
    "task_kind": "bugfix",
    "outcome": "success",
    "summary": "x",
    "signal": "reported",
}


def admitted(tool: str, arguments: dict[str, Any]) -> BaseModel:
    return admit(OPERATIONS[tool], arguments, scan=lambda fields: None)


def checked(tool: str, arguments: dict[str, Any]) -> list[tuple[str, str]]:
    """Admit a call and return what its secret scan was given."""
    scanned: list[tuple[str, str]] = []
    admit(OPERATIONS[tool], arguments, scan=scanned.extend)
    return scanned


def refusal(tool: str, arguments: dict[str, Any]) -> MyelinError:
    with pytest.raises(MyelinError) as refused:
        checked(tool, arguments)
    return refused.value


def test_an_unknown_argument_comes_before_every_other_problem_and_names_the_nearest() -> None:
    error = refusal("remember", {"contents": "x", "class": "nonsense", "tags": 3})
    assert isinstance(error, ArgumentUnknown)
    assert "contents" in error.message
    assert "content?" in error.hint


def test_an_unknown_name_inside_a_list_is_named_too() -> None:
    error = refusal("remember", GOOD | {"links": [{"type": "supports", "too": "mem_7f2a"}]})
    assert isinstance(error, ArgumentUnknown)
    assert "to?" in error.hint


def test_a_name_that_is_no_name_is_not_repeated() -> None:
    error = refusal("remember", GOOD | {"sk-live 8f7a": "x"})
    assert "sk-live" not in str(error.as_dict())


def test_all_problems_come_at_once() -> None:
    error = refusal("remember", {"class": "fact", "tags": ["a\nb", 7], "evidence": "hearsay"})
    assert isinstance(error, ArgumentInvalid)
    paths = {problem["path"] for problem in error.details["problems"]}
    assert paths == {"/content", "/tags/0", "/tags/1", "/evidence"}
    assert all(problem["rule"] and problem["message"] for problem in error.details["problems"])


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        ("remember", GOOD | {"content": ""}, ContentEmpty),
        ("remember", GOOD | {"content": " \n\u200b\ufeff"}, ContentEmpty),
        ("remember", GOOD | {"content": "é" * 8193}, ContentTooLarge),
        ("remember", GOOD | {"class": "nonsense"}, ClassUnknown),
        ("remember", GOOD | {"supersedes": "nonsense"}, MemoryUnknown),
        ("remember", GOOD | {"links": [{"type": "supports", "to": "mem_"}]}, MemoryUnknown),
        ("recall", {"query": "x", "classes": ["fact", "nonsense"]}, ClassUnknown),
        ("get_memory", {"id": "prc_7f2a7f2a"}, MemoryUnknown),
    ],
)
def test_a_broken_rule_that_has_an_error_of_its_own_answers_with_it(
    tool: str, arguments: dict[str, Any], error: type[MyelinError]
) -> None:
    assert isinstance(refusal(tool, arguments), error)


def test_the_errors_of_their_own_give_way_to_all_problems() -> None:
    error = refusal("remember", {"content": "", "class": "fact", "evidence": "hearsay"})
    assert isinstance(error, ArgumentInvalid)
    assert error.details["problems"][0]["path"] == "/content"
    assert len(error.details["problems"]) == 2


def test_a_size_is_said_with_its_limit() -> None:
    error = refusal("remember", GOOD | {"content": "é" * 10_000})
    assert "20000" in error.message
    assert "16384" in error.message


def test_a_class_is_refused_with_the_known_ones() -> None:
    hint = refusal("remember", GOOD | {"class": "nonsense"}).hint
    assert "convention" in hint
    assert "episode" in hint


@pytest.mark.parametrize("value", ["a\x00b", "a\x1bb", "a\x9bb", "a\rb", "\ud83d"], ids=ascii)
def test_controls_and_lone_surrogates_are_refused_in_every_text(value: str) -> None:
    for arguments in (
        GOOD | {"content": value},
        GOOD | {"subject": value},
        GOOD | {"tags": [value]},
        GOOD | {"aliases": [value]},
        GOOD | {"session": value},
        GOOD | {"actor": value},
        GOOD | {"evidence_ref": value},
    ):
        assert isinstance(refusal("remember", arguments), ArgumentInvalid)


def test_a_query_may_hold_any_character_that_is_one() -> None:
    checked("recall", {"query": "a\x00\x1b\x9b\r\u2028b"})
    assert isinstance(refusal("recall", {"query": "\ud83d"}), ArgumentInvalid)


@pytest.mark.parametrize("value", ["5.5", "five", 5.5, True, "true", [5], "[5]", "NaN", 1e300])
def test_what_no_repair_mends_is_refused(value: object) -> None:
    assert isinstance(refusal("list_memories", {"limit": value}), ArgumentInvalid)


@pytest.mark.parametrize(
    ("tool", "given", "meant"),
    [
        ("list_memories", {"limit": 5.0, "tags": None, "subject": ""}, {"limit": 5}),
        ("list_memories", {"limit": "5", "tags": '["a"]'}, {"limit": 5, "tags": ["a"]}),
        ("list_memories", {"include_superseded": "true"}, {"include_superseded": True}),
        ("get_preferences", {"session": '{"a.b": ""}'}, {"session": {"a.b": ""}}),
        (
            "remember",
            GOOD | {"links": ['{"type": "supports", "to": "mem_7f2a"}'], "actor": None},
            GOOD | {"links": [{"type": "supports", "to": "mem_7f2a"}]},
        ),
        (
            "log_outcome",
            OUTCOME | {"process": '{"name": "x", "version": "2.0"}', "used": ""},
            OUTCOME | {"process": {"name": "x", "version": 2}},
        ),
    ],
)
def test_what_a_host_sends_in_another_form_is_read_as_it_was_meant(
    tool: str, given: dict[str, Any], meant: dict[str, Any]
) -> None:
    assert admitted(tool, given) == admitted(tool, meant)


def test_an_unknown_name_inside_an_optional_object_is_named() -> None:
    process = {"name": "release", "version": 1, "kind": "workflow"}
    error = refusal("log_outcome", OUTCOME | {"process": process})
    assert isinstance(error, ArgumentUnknown)
    assert "process.kind" in error.message
    assert "name, version" in error.hint


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("validate", {"content": "x", "standard": "y", "version": 1 << 63}),
        ("get_workflow", {"name": "x", "version": 1 << 63}),
        ("get_skill", {"name": "x", "version": 1 << 63}),
        ("log_outcome", OUTCOME | {"process": {"name": "x", "version": 1 << 63}}),
    ],
)
def test_a_number_that_no_table_holds_is_refused(tool: str, arguments: dict[str, Any]) -> None:
    assert isinstance(refusal(tool, arguments), ArgumentInvalid)


def test_the_message_names_the_first_problem_and_the_number_of_the_others() -> None:
    assert refusal("recall", {}).message == "recall: query is missing."
    error = refusal("recall", {"budget_bytes": 1, "classes": "x", "tier": 7})
    assert error.message == "recall: query is missing (and 3 more problems)."


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("remember", GOOD | {"subject": 7}, "subject must be a text"),
        ("remember", GOOD | {"tags": 7}, "tags must be a list"),
        ("remember", GOOD | {"links": [7]}, "links.0 must be an object"),
        ("get_preferences", {"session": 7}, "session must be an object"),
        ("list_memories", {"limit": "x"}, "limit must be a whole number"),
        ("list_memories", {"limit": 0}, "limit must be at least 1"),
        ("list_memories", {"limit": 201}, "limit must be at most 200"),
        ("list_memories", {"include_superseded": 7}, "include_superseded must be true or false"),
        ("list_memories", {"tier": "x"}, "tier must be one of: core, normal, archive"),
        ("remember", GOOD | {"tags": ["x"] * 17}, "tags has 17 items; the limit is 16"),
        ("remember", GOOD | {"subject": "x" * 201}, "subject has 201 bytes; the limit is 200"),
        (
            "remember",
            GOOD | {"content": "colour \x1b[1m here"},
            "content holds the control character U+001B at character 8; leave it out",
        ),
    ],
)
def test_one_wording_for_all_types(tool: str, arguments: dict[str, Any], message: str) -> None:
    assert refusal(tool, arguments).message == f"{tool}: {message}."


def test_a_write_scans_every_text_that_was_given_and_nothing_else() -> None:
    arguments = GOOD | {
        "tags": ["a", "b"],
        "evidence_ref": "x.py",
        "links": [{"type": "supports", "to": "mem_7f2a"}],
    }
    assert checked("remember", arguments) == [
        ("content", "Use port 22."),
        ("class", "fact"),
        ("tags.0", "a"),
        ("tags.1", "b"),
        ("evidence_ref", "x.py"),
        ("links.0.type", "supports"),
        ("links.0.to", "mem_7f2a"),
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'"\x67hp_aaaa"', "ghp_aaaa"),
        (r'"gh\u0070_aaaa"', "ghp_aaaa"),
        (">-\n  one\n  two\n", "one two"),
        ('"ghp_\\\n  aaaa"', "ghp_aaaa"),
        ("'it''s'", "it's"),
        ("[a, {b: c}]", "c"),
    ],
)
def test_a_document_is_scanned_as_its_reader_reads_it(written: str, read: str) -> None:
    scanned = checked("save_process", {"yaml": f"title: {written}"})
    assert read in [text for field, text in scanned if field.startswith("yaml.title")]


def test_a_read_is_never_scanned() -> None:
    assert checked("recall", {"query": "did this leak"}) == []


def test_what_the_scan_refuses_is_not_admitted() -> None:
    def refuse(fields: object) -> None:
        raise SecretRefused(field="content")

    with pytest.raises(SecretRefused):
        admit(OPERATIONS["remember"], GOOD, scan=refuse)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=12) | st.sampled_from(["content", "to"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(["content", "class", "tags", "links", "query", "id", "limit", "cursor"])


@given(st.sampled_from(sorted(OPERATIONS)), st.dictionaries(NAMES, JSON, max_size=4))
def test_whatever_the_arguments_they_are_admitted_or_refused_by_the_contract(
    tool: str, arguments: dict[str, Any]
) -> None:
    with contextlib.suppress(MyelinError):
        checked(tool, arguments)


@given(JSON)
def test_every_text_of_a_value_is_given_once(value: object) -> None:
    def count(inner: object) -> int:
        if isinstance(inner, dict):
            return sum(map(count, inner.values()))
        if isinstance(inner, list):
            return sum(map(count, inner))
        return isinstance(inner, str)

    assert len(list(texts(value))) == count(value)
