"""How kinds of value and parameters are written in the generated pages."""

from codegen.model import Parameter, Scalar


def usage(each: Parameter) -> str:
    """Return how a parameter is written in a line of usage."""
    word = each.name.upper()
    if each.option:
        word = each.flags[0] if each.type == "flag" else f"{each.flags[0]} {word}"
    if each.many:
        word += "..."
    return word if each.required else f"[{word}]"


def in_words(kind: Scalar) -> str:
    """Return what a kind of value may be, as a phrase."""
    if kind.values:
        return "one of " + ", ".join(f"`{value}`" for value in kind.values)
    bounds = []
    if kind.minimum is not None and kind.maximum is not None:
        bounds.append(f"from {kind.minimum:,} to {kind.maximum:,}")
    elif kind.minimum is not None:
        bounds.append(f"at least {kind.minimum}")
    if kind.max_bytes is not None:
        bounds.append(f"at most {kind.max_bytes:,} bytes of UTF-8")
    if kind.pattern is not None:
        bounds.append(f"like `{kind.pattern}`")
    if kind.fold is not None:
        bounds.append(f"folded to a {kind.fold}")
    if kind.moment:
        bounds.append("RFC 3339 with a zone")
    if kind.visible:
        bounds.append("something of it can be seen")
    if kind.base == "string" and bounds:
        bounds.append(
            {
                "one": "one line",
                "many": "no control characters but tab and newline",
                "any": "any characters",
            }[kind.lines]
        )
    noun = {
        "string": "text",
        "integer": "whole number",
        "number": "number",
        "boolean": "true or false",
        "map": "object of texts",
    }[kind.base]
    return ", ".join([noun, *bounds])
