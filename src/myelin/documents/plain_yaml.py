"""Plain YAML as a tree of values with places: no anchors, tags, or second meaning of a word."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml

from myelin.documents.problem import Problem, pointer

DOCUMENT_BYTES_MAX = 65536
_DEPTH_MAX = 20
_PROBLEMS_MAX = 100
_INTEGER_DIGITS_MAX = 18

Scalar = str | int | float | bool | None


@dataclass(slots=True)
class Node:
    """A value of a document and where it begins; line and column count from 1.

    `name` is the place of the field's name where the value is a field of a map.
    """

    value: "Scalar | list[Node] | dict[str, Node]"
    line: int
    column: int
    name: tuple[int, int] | None = None


def read(text: str) -> tuple[Node | None, list[Problem]]:
    """Return the document as a tree, or None, and everything that is wrong with its YAML.

    Values are text, numbers, `true`, `false`, `null`, lists and maps whose keys are text. YAML's
    other words (`yes`, dates, `0x1F`, `1:30`) stay the text that their author wrote.
    """
    if len(text.encode("utf-8", "surrogatepass")) > DOCUMENT_BYTES_MAX:
        message = f"The document is larger than {DOCUMENT_BYTES_MAX} bytes: split it."
        return None, [Problem("", 1, 1, "document_too_large", message)]
    # 20 ms to load, which a process that reads no document does not spend.
    import yaml

    unreadable = _UNREADABLE.search(text)
    if unreadable is not None:
        return None, [_unreadable(text, unreadable.start())]
    builder = _Builder()
    try:
        # libyaml is six times as fast; the same events come from Python where it is missing.
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
            if builder.stopped:
                break
    except yaml.YAMLError as error:
        builder.problems.append(_syntax(error))
    except RecursionError:
        builder.problems.append(_too_deep(1, 1))
    if not builder.problems and builder.root is None:
        builder.problems.append(Problem("", 1, 1, "document_empty", "Nothing is written here."))
    return (None if builder.problems else builder.root), builder.problems


def plain(node: Node) -> Any:
    """Return the values of a tree without their places: text, numbers, lists and dictionaries."""
    if isinstance(node.value, dict):
        return {name: plain(inner) for name, inner in node.value.items()}
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.value]
    return node.value


def place_of(text: str, name: str) -> tuple[int, int]:
    """Return line and column of what a field of a document says, or where the document begins."""
    root, _ = read(text)
    fields = root.value if root is not None else None
    node = fields.get(name) if isinstance(fields, dict) else None
    return (1, 1) if node is None else (node.line, node.column)


# What YAML forbids, and lone surrogates, which no file can hold.
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _unreadable(text: str, at: int) -> Problem:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return Problem("", line, column, "character", "Remove the control character that stands here.")


def _syntax(error: "yaml.YAMLError") -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if "nesting depth" in str(getattr(error, "problem", "")):
        return _too_deep(line, column)
    message = "This is not YAML from here on: check quotes, colons, brackets and indentation."
    return Problem("", line, column, "yaml", message)


def _too_deep(line: int, column: int) -> Problem:
    message = f"Values are nested more than {_DEPTH_MAX} deep: flatten them."
    return Problem("", line, column, "nesting", message)


@dataclass(slots=True)
class _Level:
    """A list or map that is still open, and the key whose value comes next."""

    node: Node
    path: str
    key: str | None = None
    key_place: tuple[int, int] = (1, 1)


class _Builder:
    """Makes the tree from parser events and collects what a plain document may not hold."""

    def __init__(self) -> None:
        import yaml

        self._yaml = yaml
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self.stopped = False
        self._levels: list[_Level] = []
        self._documents = 0

    def take(self, event: Any) -> None:
        yaml = self._yaml
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse(line, column, "one_document", "Put each document in its own file.")
                self.stopped = True
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(line, column, "alias", "Write the value out: aliases are not used here.")
            self._place(Node(None, line, column))
        elif isinstance(event, yaml.ScalarEvent):
            self._check_marks(event, line, column)
            self._place(Node(_scalar(event), line, column))
        elif isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            self._check_marks(event, line, column)
            empty: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
            self._open(Node(empty, line, column))
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self._levels.pop()
        self.stopped = self.stopped or len(self.problems) >= _PROBLEMS_MAX

    def _check_marks(self, event: Any, line: int, column: int) -> None:
        if event.anchor is not None:
            self._refuse(line, column, "anchor", "Remove the anchor: nothing may refer to it.")
        if event.tag is not None and event.tag != "!":
            self._refuse(line, column, "tag", "Remove the tag: a value's form says what it is.")

    def _open(self, node: Node) -> None:
        path = self._next_path()
        if len(self._levels) >= _DEPTH_MAX:
            self.problems.append(_too_deep(node.line, node.column))
            self.stopped = True
        self._place(node)
        self._levels.append(_Level(node, path))

    def _next_path(self) -> str:
        if not self._levels:
            return ""
        level = self._levels[-1]
        if isinstance(level.node.value, list):
            return pointer(level.path, len(level.node.value))
        return level.path if level.key is None else pointer(level.path, level.key)

    def _place(self, node: Node) -> None:
        if not self._levels:
            self.root = node
            return
        level = self._levels[-1]
        inside = level.node.value
        if isinstance(inside, list):
            inside.append(node)
        elif isinstance(inside, dict):
            if level.key is None:
                self._take_key(level, node, inside)
            else:
                node.name = level.key_place
                inside.setdefault(level.key, node)
                level.key = None

    def _take_key(self, level: _Level, node: Node, inside: dict[str, Node]) -> None:
        key = node.value if isinstance(node.value, str) else None
        if key is None:
            self._refuse(node.line, node.column, "key", "Write the name of a field as text here.")
        elif key in inside:
            message = "This field is here twice: keep one of the two."
            self._refuse(node.line, node.column, "duplicate_key", message, pointer(level.path, key))
        level.key = "" if key is None else key
        level.key_place = node.line, node.column

    def _refuse(
        self, line: int, column: int, rule: str, message: str, path: str | None = None
    ) -> None:
        at = self._next_path() if path is None else path
        self.problems.append(Problem(at, line, column, rule, message))


# A scalar in one of these styles is always text.
_QUOTED = ("'", '"', "|", ">")
_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "~": None, "": None}


def _scalar(event: Any) -> Scalar:
    text: str = event.value
    if event.style in _QUOTED:
        return text
    if text in _WORDS:
        return _WORDS[text]
    digits = text[1:] if text[:1] in "+-" else text
    if digits.isascii() and digits.isdigit() and len(digits) <= _INTEGER_DIGITS_MAX:
        return text if len(digits) > 1 and digits[0] == "0" else int(text)
    whole, point, part = digits.partition(".")
    if point and whole.isascii() and whole.isdigit() and part.isascii() and part.isdigit():
        return float(text)
    return text
