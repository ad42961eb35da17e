"""Read typed values from a document's tree and collect every problem."""

import difflib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from myelin.documents.plain_yaml import Node
from myelin.documents.problem import Problem, pointer

NAME_CHARS = "abcdefghijklmnopqrstuvwxyz0123456789-"
SKILL_NAME_CHARS_MAX = 64
_NAME_CHARS_MAX = 63


def is_skill_name(text: str) -> bool:
    """Return whether a text is a name as the specification of agentskills.io allows it."""
    return (
        0 < len(text) <= SKILL_NAME_CHARS_MAX
        and all(char.isalnum() or char == "-" for char in text)
        and text == text.lower() == unicodedata.normalize("NFKC", text)
        and not (text.startswith("-") or text.endswith("-") or "--" in text)
    )


class Field:
    """A value of a document together with its path."""

    __slots__ = ("node", "path")

    def __init__(self, node: Node, path: str) -> None:
        self.node = node
        self.path = path


@dataclass(frozen=True, slots=True)
class FieldRule:
    """A field of a document: its description in the reference, and whether it must be there."""

    doc: str
    required: bool = False


def required_of(rules: Mapping[str, FieldRule]) -> tuple[str, ...]:
    """Return the names of the fields that must be there."""
    return tuple(name for name, rule in rules.items() if rule.required)


class Reader:
    """Reads fields of a document. A wrong value is recorded as a problem and read as empty."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, field: Field, rule: str, message: str) -> None:
        """Note a problem at the value of a field."""
        node = field.node
        self.problems.append(Problem(field.path, node.line, node.column, rule, message))

    def refuse_name(self, field: Field, rule: str, message: str) -> None:
        """Note a problem at the name of a field."""
        line, column = field.node.name or (field.node.line, field.node.column)
        self.problems.append(Problem(field.path, line, column, rule, message))

    def fields(
        self,
        field: Field,
        allowed: Sequence[str],
        required: Sequence[str],
        elsewhere: Mapping[str, str] | None = None,
    ) -> dict[str, Field]:
        """Return the fields of a map; unknown and missing ones are problems.

        `elsewhere` says of names that other documents may hold why this one may not.
        """
        if not isinstance(field.node.value, dict):
            names = ", ".join(allowed)
            self.refuse(field, "map", f"Write a map here, with the fields {names}.")
            return {}
        known = {}
        for name, node in field.node.value.items():
            inner = Field(node, pointer(field.path, name))
            if name in allowed:
                known[name] = inner
            elif elsewhere and name in elsewhere:
                self.refuse_name(inner, "field_elsewhere", elsewhere[name])
            else:
                self.refuse_name(inner, "field_unknown", _unknown(name, allowed))
        for name in required:
            if name not in known:
                missing = Field(field.node, pointer(field.path, name))
                self.refuse(missing, "field_missing", f"Add the field `{name}`.")
        return known

    def text(
        self, field: Field | None, *, bytes_max: int, lines: bool = False, blank: bool = False
    ) -> str:
        """Return a text with something visible in it; of one line unless `lines` is true.

        With `blank` white space is text like any other, and stays as it was written.
        """
        if field is None:
            return ""
        value = field.node.value
        if not isinstance(value, str):
            advice = "Write text here." if isinstance(value, list | dict | None) else _QUOTE
            self.refuse(field, "text", advice)
            return ""
        if not (value if blank else value.strip()):
            self.refuse(field, "text_empty", "Write something here, or leave the field out.")
        elif len(value.encode()) > bytes_max:
            self.refuse(field, "text_too_long", f"Shorten this to {bytes_max} bytes.")
        elif not lines and ("\n" in value.rstrip("\n") or "\r" in value):
            self.refuse(field, "one_line", "Keep this on one line.")
        else:
            return value if lines or blank else value.strip()
        return ""

    def name(self, field: Field | None, *, unicode: bool = False) -> str:
        """Return a name: lower case letters, digits and hyphens, at most 63 characters.

        With `unicode` it may also be a name as agentskills.io allows it: at most 64 lower case
        letters and digits of any script, and single hyphens between them.
        """
        value = self.text(field, bytes_max=1024)
        if field is None or not value:
            return ""
        if unicode and is_skill_name(value):
            return value
        if len(value) > _NAME_CHARS_MAX or value.startswith("-") or value.strip(NAME_CHARS):
            message = "Use 1 to 63 lower case letters, digits and hyphens, no hyphen first."
            self.refuse(field, "name", message)
            return ""
        return value

    def choice(self, field: Field | None, values: Sequence[str]) -> str:
        """Return one of the given words."""
        if field is None:
            return ""
        value = field.node.value
        if isinstance(value, str) and value in values:
            return value
        self.refuse(field, "choice", f"Write one of: {', '.join(values)}.")
        return ""

    def integer(self, field: Field | None, low: int, high: int) -> int:
        """Return a whole number within bounds."""
        if field is None:
            return low
        value = field.node.value
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.refuse(field, "number", f"Write a whole number from {low} to {high}.")
        return low

    def truth(self, field: Field | None, *, default: bool) -> bool:
        """Return true or false."""
        if field is None:
            return default
        if isinstance(field.node.value, bool):
            return field.node.value
        self.refuse(field, "truth", "Write true or false.")
        return default

    def items(self, field: Field | None, least: int, most: int) -> list[Field]:
        """Return the items of a list of bounded length."""
        if field is None:
            return []
        value = field.node.value
        if not isinstance(value, list):
            self.refuse(field, "list", "Write a list here.")
            return []
        if not least <= len(value) <= most:
            self.refuse(field, "list_length", f"List {least} to {most} items here.")
        return [Field(node, pointer(field.path, at)) for at, node in enumerate(value[:most])]

    def unique(self, seen: set[str], field: Field | None, value: str, what: str) -> None:
        """Note a problem if the value was seen before."""
        if field is not None and value and value in seen:
            self.refuse(field, "duplicate", f"Another {what} is already written like this.")
        seen.add(value)

    def each(
        self, field: Field | None, least: int, most: int, read: Callable[[Field], str]
    ) -> tuple[str, ...]:
        """Return what `read` takes from every item of a list, empty values left out."""
        values = (read(item) for item in self.items(field, least, most))
        return tuple(value for value in values if value)


_QUOTE = "Write text here: put quotes around a number or a word such as true."


def _unknown(name: str, allowed: Sequence[str]) -> str:
    near = difflib.get_close_matches(name[:64], allowed, n=1)
    if near:
        return f"There is no such field: did you mean `{near[0]}`?"
    return f"There is no such field. The fields are: {', '.join(allowed)}."
