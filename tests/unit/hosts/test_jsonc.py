"""Editing JSON as text: the value is right, and nothing that somebody wrote is lost."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.hosts import jsonc

PATH = ["servers", "myelin"]
ENTRY = {"type": "stdio", "command": "myelin", "args": ["serve", "--data", "${folder}/.myelin"]}
NAMES = st.text(st.sampled_from('abzÄ日"\\/ {}[],:'), max_size=6)
BLANKS = st.sampled_from(
    ["", " ", "\n", "\r\n  ", "\n\t", " // a {note}\n", '/* b, " } */', "\n  // c\n"]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def texts(draw: st.DrawFn, value: Any) -> str:
    """Write a value as a person might: with blanks, comments and trailing commas anywhere."""

    def blank() -> str:
        return draw(BLANKS)

    def written(one: Any) -> str:
        if isinstance(one, dict):
            parts = [
                f"{blank()}{written(key)}{blank()}:{blank()}{written(value)}{blank()}"
                for key, value in one.items()
            ]
        elif isinstance(one, list):
            parts = [f"{blank()}{written(each)}{blank()}" for each in one]
        else:
            return json.dumps(one, ensure_ascii=False)
        ends = "{}" if isinstance(one, dict) else "[]"
        trailing = "," if parts and draw(st.booleans()) else ""
        return ends[0] + ",".join(parts) + trailing + blank() + ends[1]

    return draw(st.sampled_from(["", "\ufeff"])) + blank() + written(value) + blank()


def documents() -> st.SearchStrategy[tuple[Any, str]]:
    servers = st.dictionaries(NAMES.filter(lambda name: name != "myelin"), VALUES, max_size=3)
    values = st.dictionaries(NAMES, VALUES, max_size=3)
    both = st.builds(lambda one, two: {**one, "servers": two}, values, servers) | values
    return both.flatmap(lambda value: st.tuples(st.just(value), texts(value)))


def comments(text: str) -> list[str]:
    without_strings = re.sub(
        r'"(?:[^"\\]|\\.)*"|(//[^\n]*|/\*.*?\*/)', r"\1", text, flags=re.DOTALL
    )
    return re.findall(r"//[^\r\n]*|/\*.*?\*/", without_strings, re.DOTALL)


@given(documents())
def test_a_member_is_set_and_every_comment_stays(document: tuple[Any, str]) -> None:
    value, text = document
    assert jsonc.read(text, comments=True) == value
    edited = jsonc.with_member(text, PATH, ENTRY)
    servers = {**value.get("servers", {}), "myelin": ENTRY}
    assert jsonc.read(edited, comments=True) == {**value, "servers": servers}
    assert comments(edited) == comments(text)


@given(documents())
def test_a_member_is_taken_out_and_the_rest_stays(document: tuple[Any, str]) -> None:
    value, text = document
    removed = jsonc.without_member(jsonc.with_member(text, PATH, ENTRY), PATH)
    left = value if "servers" in value else {**value, "servers": {}}
    assert jsonc.read(removed, comments=True) == left
    assert comments(removed) == comments(text)
    assert jsonc.without_member(removed, PATH) == removed


@pytest.mark.parametrize(
    "text",
    [
        '{\n  "servers": {\n    "a": {"command": "b"}\n  }\n}\n',
        '{\n\t"servers": {\n\t\t"a": 1, // mine\n\t\t"b": 2 // too\n\t},\n\t"z": 1\n}\n',
        '{"servers": {"a": 1}, "b": 2}',
        '{\r\n    "servers": {\r\n        "a": 1\r\n    }\r\n}\r\n',
        '{\n  "servers": {}\n}\n',
    ],
)
def test_what_was_there_comes_back_byte_by_byte(text: str) -> None:
    edited = jsonc.with_member(text, PATH, ENTRY)
    assert edited != text
    assert jsonc.without_member(edited, PATH) == text


def test_an_entry_takes_the_indent_and_the_line_ends_of_the_file() -> None:
    edited = jsonc.with_member(
        '{\r\n\t"servers": {\r\n\t\t"a": 1\r\n\t}\r\n}\r\n', PATH, {"x": [1]}
    )
    lines = ["{", '\t"servers": {', '\t\t"a": 1,', '\t\t"myelin": {', '\t\t\t"x": [1]']
    assert edited.split("\r\n") == [*lines, "\t\t}", "\t}", "}", ""]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "a": 1,,\n}', 2, 10),
        ('{"a" 1}', 1, 5),
        ('{\n "a": "x\n}', 2, 7),
        ("[" * 100_000, 1, 1),
    ],
)
def test_a_text_that_is_no_json_is_refused_with_its_place(
    text: str, line: int, column: int
) -> None:
    with pytest.raises(jsonc.NotWellFormed) as raised:
        jsonc.read(text, comments=True)
    assert (raised.value.line, raised.value.column) == (line, column)


def test_comments_are_refused_where_the_host_refuses_them() -> None:
    with pytest.raises(jsonc.NotWellFormed):
        jsonc.read('{"a": 1} // b', comments=False)


@pytest.mark.parametrize("text", ["[]", '{\n "servers": 3}', '{"servers": []}', '"servers"'])
def test_a_value_that_is_no_object_is_not_replaced(text: str) -> None:
    with pytest.raises(jsonc.NotWellFormed):
        jsonc.with_member(text, PATH, ENTRY)
