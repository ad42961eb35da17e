"""Read the front matter of a SKILL.md: strict YAML, or line by line where it is not YAML.

Field names and limits are those of the specification at agentskills.io.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from myelin.contract.errors import ProcessInvalid
from myelin.documents.plain_yaml import Node, read
from myelin.documents.problem import Problem, listed
from myelin.documents.reader import SKILL_NAME_CHARS_MAX, Field, Reader, is_skill_name

FENCE = "---"
KNOWN_FIELDS = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
DESCRIPTION_BYTES_MAX = 4096
"""More than the 1,024 characters of the specification, for files that do not keep to it."""

_OTHER_LINE_END = re.compile("\r(?!$)|[\x85\u2028\u2029]")
_FIELD_LINE = re.compile(r"([A-Za-z][\w-]*):(?:\s+(.*))?$")
# What begins like this was meant as YAML, and is broken.
_INDICATOR = re.compile(r"[\[{\"'%@`]")
_BLOCK = re.compile(r"[|>][+-]?\d?$")


@dataclass(frozen=True, slots=True)
class Front:
    """The front matter of a skill, and where its values stand in the file (from 1)."""

    lines: list[str]
    """Its lines, with both fences, without their LF."""
    body: str | None
    """What follows the closing fence and its LF; None if the file ends with the fence."""
    name: str
    description: str
    fields: dict[str, Node]
    is_strict: bool
    """Whether it is YAML. If not, it was read line by line."""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def unknown_fields(self) -> list[str]:
        """Return the names of the fields that the specification does not have."""
        return [name for name in self.fields if name not in KNOWN_FIELDS]

    @property
    def body_line(self) -> int:
        """Return the number of the first line behind the closing fence."""
        return len(self.lines) + 1


def read_front(text: str, *, name: str | None = None) -> Front:
    """Return the front matter of a SKILL.md file. `name` is used in the place of its own name.

    Raises:
        ProcessInvalid: there is no front matter, or it lacks a usable name or description; all
            problems at once, at their places in the file.
    """
    lines, body = _split(text.removeprefix("\ufeff"))
    fields, is_strict = _fields(lines[1:-1])
    reader = Reader()
    for required in ("name", "description"):
        if required not in fields and not (required == "name" and name is not None):
            problem = Problem(f"/{required}", 2, 1, "field_missing", f"Add the field `{required}`.")
            reader.problems.append(problem)
    own_name = _name(reader, fields.get("name"), name)
    description = reader.text(
        Field(fields["description"], "/description") if "description" in fields else None,
        bytes_max=DESCRIPTION_BYTES_MAX,
        lines=True,
    )
    if reader.problems:
        raise refused(reader.problems)
    places = {key: (node.line, node.column) for key, node in fields.items()}
    return Front(lines, body, own_name, description.strip(), fields, is_strict, places)


def refused(problems: Iterable[Problem]) -> ProcessInvalid:
    """Return the error that lists problems of a skill file."""
    found = list(problems)
    return ProcessInvalid(count=len(found), details={"problems": listed(found)})


def _name(reader: Reader, node: Node | None, given: str | None) -> str:
    if given is not None:
        node = Node(given, 1, 1)
    if node is None:
        return ""
    at = Field(node, "/name")
    text = unicodedata.normalize("NFKC", reader.text(at, bytes_max=1024))
    if not text:
        return ""
    if not is_skill_name(text):
        message = (
            f"Use 1 to {SKILL_NAME_CHARS_MAX} lower case letters, digits and single hyphens between"
            " them, or give another name with `--rename`."
        )
        reader.refuse(at, "name", message)
    return text


def _split(text: str) -> tuple[list[str], str | None]:
    lines = text.split("\n")
    fences = [at for at, line in enumerate(lines) if line.rstrip() == FENCE][:2]
    if len(fences) < 2 or fences[0] != 0:
        message = "Begin with front matter: `---`, the fields `name` and `description`, `---`."
        raise refused([Problem("", 1, 1, "front_matter", message)])
    end = fences[1] + 1
    for number, line in enumerate(lines[:end], 1):
        # Each line is kept in a comment, which one of these characters would end.
        if _OTHER_LINE_END.search(line):
            message = "End lines with LF or CRLF only."
            raise refused([Problem("", number, 1, "line_end", message)])
    return lines[:end], "\n".join(lines[end:]) if len(lines) > end else None


def _fields(lines: list[str]) -> tuple[dict[str, Node], bool]:
    """Return the fields by name, their places counted in the file, and whether they are YAML."""
    root, problems = read("\n".join(lines) + "\n")
    if root is not None and isinstance(root.value, dict):
        # The opening fence is the first line of the file.
        for node in root.value.values():
            node.line += 1
        return root.value, True
    fields = _by_lines(lines)
    if problems and any(_INDICATOR.match(str(node.value)) for node in fields.values()):
        raise refused(
            Problem(one.path, one.line + 1, one.column, one.rule, one.message) for one in problems
        )
    return fields, False


def _by_lines(lines: list[str]) -> dict[str, Node]:
    """Return what lines such as `description: Use when: always` say, which is not YAML."""
    fields: dict[str, Node] = {}
    current: Node | None = None
    for number, line in enumerate(lines, 2):
        found = _FIELD_LINE.match(line.rstrip())
        if found is None:
            if current is not None and (line[:1].isspace() or not line.strip()):
                current.value = f"{current.value}\n{line.strip()}".strip("\n")
            continue
        value = (found[2] or "").strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        current = Node("" if _BLOCK.match(value) else value, number, found.start(2) + 1)
        current.column = max(1, current.column)
        fields.setdefault(found[1], current)
    return fields
