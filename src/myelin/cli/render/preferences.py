"""How preferences read to a person."""

import json
from collections.abc import Mapping
from typing import Any

from myelin.cli.console import Block, Lines, Part, Table

Result = Mapping[str, Any]


def listed(result: Result) -> list[Part]:
    """Return what holds by key, with its source and what it hides."""
    rows = [
        (one["key"], _quoted(one["value"]), _source(one), _hidden(one))
        for one in result["preferences"]
    ]
    table: Part = Table(("KEY", "VALUE", "SOURCE", "HIDES"), rows, wide=("VALUE", "HIDES"))
    return [table if rows else Lines(["No preference is set."]), *_noted(result)]


def shown(result: Result) -> list[Part]:
    """Return what holds for one key, and what was ever set for it, oldest first."""
    parts: list[Part] = []
    if "preference" in result:
        one = result["preference"]
        parts.append(Block(one["key"], [one["value"], _source(one)], one.get("statement", "")))
    rows = [
        (
            each["recorded_at"],
            "replaced or taken back" if "superseded_at" in each else "holds",
            "claimed" if each["claimed"] else each["origin"],
            each["value"],
        )
        for each in result["history"]
    ]
    return [*parts, Table(("SET", "STATE", "BY", "VALUE"), rows)] if rows else parts


def saved(result: Result) -> list[Part]:
    """Return one preference as it was set."""
    one = result["preference"]
    by = "claimed, until the owner sets it" if one["claimed"] else "it stands"
    remarks = [f"replaces {result['superseded']}"] if "superseded" in result else []
    return [Block(one["key"], [one["value"], by], "", remarks)]


def _source(one: Result) -> str:
    return f"{one['source']}, claimed" if one.get("claimed") else str(one["source"])


def _hidden(one: Result) -> str:
    return ", ".join(f"{_quoted(each['value'])} ({each['source']})" for each in one["hides"])


def _quoted(value: str) -> str:
    """Return a value, in quotes if it could be read as more than one word of a table."""
    plain = value and not any(char.isspace() or char in "\"'(),\\" for char in value)
    return value if plain else json.dumps(value, ensure_ascii=False)


def _noted(result: Result) -> list[Part]:
    return [Lines([result["note"]])] if "note" in result else []
