"""What some client refuses of a schema is found, wherever it stands in it."""

from typing import Any

import pytest

from codegen.portable import unportable


def within(inner: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"outer": {"type": "array", "items": inner}},
        "additionalProperties": False,
    }


def test_a_plain_schema_is_portable() -> None:
    assert list(unportable(within({"type": "string", "maxLength": 3}))) == []


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ({"type": ["string", "null"]}, "has no single type"),
        ({"anyOf": [{"type": "string"}]}, "uses anyOf"),
        ({"type": "object", "$ref": "#/$defs/x"}, "uses $ref"),
        ({"type": "string", "format": "date"}, "uses format"),
        ({"type": "array"}, "is an array without items"),
        ({"type": "object", "properties": {"a b": {"type": "string"}}}, "has the key 'a b'"),
        ({"type": "string", "description": "é" * 1024}, "has a description of 2 KiB or more"),
        ({"type": "object", "additionalProperties": {}}, "has no single type"),
    ],
)
def test_what_a_client_refuses_is_found_in_the_depth(inner: dict[str, Any], expected: str) -> None:
    assert any(expected in problem for problem in unportable(within(inner)))


@pytest.mark.parametrize(
    "root",
    [
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": False},
        {"type": "object", "properties": {}, "additionalProperties": False, "oneOf": []},
    ],
)
def test_a_root_that_a_client_refuses_is_found(root: dict[str, Any]) -> None:
    assert list(unportable(root))
