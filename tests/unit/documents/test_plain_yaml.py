"""Plain YAML: what is taken, what is refused, and where every problem is said to be."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.documents.plain_yaml import DOCUMENT_BYTES_MAX, Node, read


def plain(node: Node | None) -> Any:
    """Return a tree as Python's own values."""
    assert node is not None
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.value]
    if isinstance(node.value, dict):
        return {key: plain(inner) for key, inner in node.value.items()}
    return node.value


def refusals(text: str) -> list[tuple[str, int, int]]:
    root, problems = read(text)
    assert (root is None) == bool(problems)
    return [(problem.rule, problem.line, problem.column) for problem in problems]


def test_values_come_with_the_line_and_column_they_begin_at() -> None:
    root, problems = read("a: one\nb:\n  - 2\n  - {c: true}\n")
    assert not problems
    assert plain(root) == {"a": "one", "b": [2, {"c": True}]}
    assert root is not None
    assert isinstance(root.value, dict)
    listing = root.value["b"]
    assert (listing.line, listing.column) == (3, 3)


@pytest.mark.parametrize("word", ["yes", "on", "2026-03-01", "1:30", "0x1F", "1e3", ".inf", "012"])
def test_words_that_yaml_gives_a_second_meaning_stay_text(word: str) -> None:
    assert plain(read(f"a: {word}")[0]) == {"a": word}


@pytest.mark.parametrize(
    ("written", "value"),
    [("true", True), ("null", None), ("~", None), ("", None), ("-7", -7), ("1.5", 1.5)],
)
def test_json_scalars_are_themselves(written: str, value: object) -> None:
    assert plain(read(f"a: {written}")[0]) == {"a": value}


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("a: &x 1", [("anchor", 1, 4)]),
        ("a: 1\nb: *x", [("alias", 2, 4)]),
        ("a: &x 1\nb: *x\nc: !!binary aa", [("anchor", 1, 4), ("alias", 2, 4), ("tag", 3, 4)]),
        ("a: 1\nb: 2\na: 3", [("duplicate_key", 3, 1)]),
        ("1: a", [("key", 1, 1)]),
        ("[a, b]: c", [("key", 1, 1)]),
        ("!!python/object/apply:os.system [ls]", [("tag", 1, 1)]),
        ("a: 1\n---\nb: 2", [("one_document", 2, 1)]),
        ("a: b: c", [("yaml", 1, 5)]),
        ("", [("document_empty", 1, 1)]),
        ("a: \x07", [("character", 1, 4)]),
        ("a: b\nc: \ud800", [("character", 2, 4)]),
        ("x" * (DOCUMENT_BYTES_MAX + 1), [("document_too_large", 1, 1)]),
    ],
)
def test_what_a_plain_document_may_not_hold_is_refused_at_its_place(
    text: str, refused: list[tuple[str, int, int]]
) -> None:
    assert refusals(text) == refused


def test_brackets_without_end_are_refused_as_too_deep() -> None:
    assert [rule for rule, _, _ in refusals("a: " + "[" * 30_000)] == ["nesting"]
    assert [rule for rule, _, _ in refusals("- " * 30_000)] == ["nesting"]


def test_twenty_levels_are_taken_and_one_more_is_not() -> None:
    assert refusals("[" * 20 + "]" * 20) == []
    assert refusals("[" * 21 + "]" * 21) == [("nesting", 1, 21)]


def test_a_bomb_of_aliases_is_refused_alias_by_alias_and_never_expanded() -> None:
    lines = ["a0: &a0 [x, x, x]"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 30)]
    rules = {rule for rule, _, _ in refusals("\n".join(lines))}
    assert rules == {"anchor", "alias"}


def test_a_document_of_the_largest_size_is_read() -> None:
    text = "a: " + "x" * (DOCUMENT_BYTES_MAX - 3)
    assert refusals(text) == []


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.text(st.characters(min_codepoint=32, max_codepoint=126)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abcdefgh-", min_size=1), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.text("abc", min_size=1), JSON_VALUES, min_size=1, max_size=4))
def test_json_reads_as_the_same_values(value: dict[str, Any]) -> None:
    assert plain(read(json.dumps(value))[0]) == value


@given(st.text())
def test_any_text_reads_as_a_tree_or_as_problems_with_a_line(text: str) -> None:
    root, problems = read(text)
    assert (root is None) == bool(problems)
    assert all(problem.line >= 1 and problem.column >= 1 for problem in problems)


PIECES = (
    *("kind: ", "name: x", "triggers:", "  - ", "- ", ": ", "\n", "\n", "\n  ", "[", "]", "{", "}"),
    *("&a ", "*a", "!!str ", "'", '"', "|", ">", "#", "? ", "---\n", "...\n", "%YAML 1.2\n", "\t"),
    *("steps", "id", "do", "workflow", "skill", "loop", "standard", "rules", "risks", "check", "1"),
    *("é", "\u2028", "\x85", "\ufeff", "\x00", "\\", ",", "<<: ", "null", "true", "~", "  ", "   "),
)


def random_document(chance: random.Random) -> str:
    """Return pieces of YAML in any order: mostly broken, now and then well-formed."""
    return "".join(chance.choices(PIECES, k=chance.randint(1, 40)))


def test_ten_thousand_random_documents_read_without_a_traceback() -> None:
    chance = random.Random(20)
    read_well = 0
    for _ in range(10_000):
        root, problems = read(random_document(chance))
        assert (root is None) == bool(problems)
        assert all(problem.line >= 1 and problem.column >= 1 for problem in problems)
        read_well += root is not None
    assert read_well > 100
