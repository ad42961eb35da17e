"""The three repairs of arguments that hosts send in another form than the published schema asks.

1. For an optional argument, null and "" mean that it was not given.
2. A number without a fraction, such as 5.0, is an integer.
3. JSON text is read if a list, an object, a number or a boolean is asked.

They are made before validation, at every depth, and nothing else is changed.
"""

import json
from collections.abc import Mapping
from typing import Any

_READ_AS: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "object": (dict,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
}


def repaired(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of an object schema with the three repairs; the given ones stay as is."""
    required = schema.get("required", ())
    properties = schema["properties"]
    found = {}
    for name, value in arguments.items():
        inner = properties.get(name)
        if inner is None:
            found[name] = value
        elif name in required or not (value is None or value == ""):
            found[name] = _repaired(inner, value)
    return found


def _repaired(schema: Mapping[str, Any], value: Any) -> Any:
    kind = schema["type"]
    if isinstance(value, str) and kind != "string":
        value = _read(kind, value)
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    if kind == "array" and isinstance(value, list):
        return [_repaired(schema["items"], each) for each in value]
    if kind == "object" and isinstance(value, Mapping):
        return repaired(schema, value)
    return value


def _read(kind: str, text: str) -> Any:
    """Return the value of a JSON text if it is of the kind that is asked, else the text."""
    try:
        value = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return text
    is_other = isinstance(value, bool) != (kind == "boolean")
    return text if is_other or not isinstance(value, _READ_AS[kind]) else value


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
