"""How a name of the spec is written in Python, on the command line and in prose."""

import keyword


def pascal(name: str) -> str:
    """Return the class name: `link_memories` -> `LinkMemories`."""
    return "".join(part.capitalize() for part in name.split("_"))


def python(name: str) -> str:
    """Return the Python name: a reserved word gets a trailing underscore."""
    return f"{name}_" if keyword.iskeyword(name) else name


def kebab(name: str) -> str:
    """Return the command-line form: `budget_bytes` -> `budget-bytes`."""
    return name.replace("_", "-")


def required(key: str) -> tuple[str, bool]:
    """Return a key without its `?`, and whether it must be present."""
    return key.removesuffix("?"), not key.endswith("?")


def list_type(value: str | list[str]) -> tuple[str, bool]:
    """Return the name of a type, and whether a list of it is meant: `[text]`."""
    return (value[0], True) if isinstance(value, list) else (value, False)
