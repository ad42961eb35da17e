"""What every client takes of a JSON Schema, and what of a given one goes beyond it."""

import re
from collections.abc import Iterator
from typing import Any

KEYWORDS = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "maxItems",
    "enum",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "default",
    "description",
}
"""The keywords that we publish; references, unions, conditions and formats are not among them."""
KEY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
DESCRIPTION_BYTES_MAX = 2047


def unportable(schema: dict[str, Any]) -> Iterator[str]:
    """Return what some client refuses in a published schema, as sentences."""
    if schema.get("type") != "object" or "properties" not in schema:
        yield "the root is no object with properties"
    yield from _node(schema, "the root")


def _node(schema: dict[str, Any], place: str) -> Iterator[str]:
    for keyword in sorted(schema.keys() - KEYWORDS):
        yield f"{place} uses {keyword}"
    if not isinstance(schema.get("type"), str):
        yield f"{place} has no single type"
    if schema.get("type") == "object" and "properties" not in schema:
        yield f"{place} is an object without properties"
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        yield f"{place} is an array without items"
    if len(schema.get("description", "").encode()) > DESCRIPTION_BYTES_MAX:
        yield f"{place} has a description of 2 KiB or more"
    for name, inner in schema.get("properties", {}).items():
        if KEY.fullmatch(name) is None:
            yield f"{place} has the key {name!r}"
        yield from _node(inner, name)
    for keyword in ("items", "additionalProperties"):
        if isinstance(inner := schema.get(keyword), dict):
            yield from _node(inner, f"{keyword} of {place}")
