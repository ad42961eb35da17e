"""How kinds of value and parameters are written in the generated pages."""

from collections.abc import Iterable

from codegen.commands import Command, Parameter
from codegen.model import Scalar


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


def help(command: Command) -> str:  # noqa: A001
    """Return the text of a command's help."""
    parts = [command.doc, command.detail]
    if command.other_names:
        parts.append(f"Other name: {', '.join(command.other_names)}.")
    return "\n\n".join(filter(None, parts))


def other_names(commands: Iterable[Command]) -> str:
    """Return a sentence that lists the other names of all commands."""
    pairs = [f"{other} ({one.name})" for one in commands for other in one.other_names]
    return f"Other names: {', '.join(sorted(pairs))}."


def roff(text: str) -> str:
    """Return a text that means itself in a manual page."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in lines)
