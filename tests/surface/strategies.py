"""Values that a published schema accepts, drawn by hypothesis; it knows the keywords we publish."""

from typing import Any

from hypothesis import strategies as st

SHORT = 40


def accepted_by(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return a strategy of values that the schema accepts, its limits among them."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "string":
            return texts(schema)
        case "integer":
            # To JSON Schema, 5.0 is an integer.
            whole = st.integers(schema.get("minimum"), schema.get("maximum"))
            return st.one_of(whole, whole.map(float))
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "array":
            most = min(schema.get("maxItems", SHORT), 4)
            return st.lists(accepted_by(schema["items"]), max_size=most)
        case "object":
            return objects(schema)
    raise LookupError(f"no strategy for {schema['type']}")


def texts(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    """Return texts within a schema's limits: short ones, and one as long as may be."""
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    least, most = schema.get("minLength", 0), schema.get("maxLength", SHORT)
    short = st.text(min_size=least, max_size=min(most, SHORT))
    return st.one_of(short, short, short, st.just("x" * most))


def objects(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects with every required property and any of the others."""
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        return st.dictionaries(st.text(max_size=SHORT), accepted_by(more), max_size=4)
    parts = {name: accepted_by(inner) for name, inner in schema["properties"].items()}
    required = set(schema.get("required", ()))
    return st.fixed_dictionaries(
        {name: part for name, part in parts.items() if name in required},
        optional={name: part for name, part in parts.items() if name not in required},
    )
