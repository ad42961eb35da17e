"""SKILL.md in and out: front matter and body become a skill's document, and back, without loss."""

import json
import re
from collections.abc import Iterable
from typing import Any

from myelin.contract.errors import ProcessInvalid
from myelin.cores.processes.document import Process, parse_process
from myelin.documents.plain_yaml import Node, read
from myelin.documents.problem import Problem, listed
from myelin.documents.reader import Field, Reader

_FENCE = "---"
# Lines of the front matter stand before the document as comments of this form.
_KEPT = "#| "
_DESCRIPTION_BYTES_MAX = 4096
_TITLE_BYTES_MAX = 200
_OPTIONAL_FIELDS = ("license", "compatibility", "metadata", "allowed-tools")
_METADATA_KEY = "myelin"
_CARRIED = ("title", "triggers", "requires", "produces", "examples", "standard")


def import_skill(text: str) -> str:
    """Return the YAML document of the skill that a SKILL.md describes.

    The front matter is kept line by line in comments, so that `export_skill` gives it back.

    Raises:
        ProcessInvalid: no front matter, or a skill that cannot be saved; all problems at once.
    """
    head, body = _split(text)
    name, description, carried = _front_fields(_between_fences(head))
    fields: dict[str, Any] = {
        "kind": "skill",
        "name": name,
        "title": _heading(body) or name.replace("-", " ").capitalize(),
        "summary": description,
        "triggers": [name.replace("-", " ")],
        **{field: value for field, value in carried.items() if field in _CARRIED},
    }
    lines = [f"{_KEPT}{line}" for line in head.split("\n")]
    lines += [f"{field}: {_quoted(value)}" for field, value in fields.items()]
    document = "\n".join(lines) + "\nguidance: " + _literal(body)
    parse_process(document)
    return document


def export_skill(document: str) -> str:
    """Return the SKILL.md of a skill's document: what it was imported from, if nothing changed.

    Raises:
        ProcessInvalid: the document is no skill.
    """
    process = parse_process(document)
    if process.kind != "skill":
        raise _refused([Problem("/kind", 1, 1, "kind", "Only a skill has a SKILL.md.")])
    head = "\n".join(
        line.removeprefix(_KEPT) for line in document.split("\n") if line.startswith(_KEPT)
    )
    # The way back is right when the way there leads to the same skill again.
    unchanged = f"{head}\n{process.guidance}"
    if head and _imports_as(unchanged, process):
        return unchanged
    front = _front_matter(process, _between_fences(head))
    return f"{_FENCE}\n{front}{_FENCE}\n{process.guidance}"


def _split(text: str) -> tuple[str, str]:
    lines = text.split("\n")
    fences = [at for at, line in enumerate(lines) if line.rstrip() == _FENCE][:2]
    if len(fences) < 2 or fences[0] != 0:
        message = "Begin with front matter: `---`, the fields `name` and `description`, `---`."
        raise _refused([Problem("", 1, 1, "front_matter", message)])
    end = fences[1] + 1
    for number, line in enumerate(lines[:end], 1):
        # Each line is kept in a comment, which one of these characters would end.
        if _OTHER_LINE_END.search(line):
            message = "End lines with LF or CRLF only."
            raise _refused([Problem("", number, 1, "line_end", message)])
    return "\n".join(lines[:end]), "\n".join(lines[end:])


_OTHER_LINE_END = re.compile("\r(?!$)|[\x85\u2028\u2029]")


def _between_fences(head: str) -> str:
    return "\n".join(head.split("\n")[1:-1])


def _front_fields(front: str) -> tuple[str, str, dict[str, Any]]:
    root, problems = read(front)
    reader = Reader()
    name = description = ""
    carried: dict[str, Any] = {}
    if root is not None:
        known = reader.fields(
            Field(root, ""), ("name", "description", *_OPTIONAL_FIELDS), ("name", "description")
        )
        name = reader.name(known.get("name"))
        description = reader.text(
            known.get("description"), bytes_max=_DESCRIPTION_BYTES_MAX, lines=True
        )
        carried = _carried(known.get("metadata"))
    problems = [*problems, *reader.problems]
    if problems:
        # The first line of a SKILL.md is the fence.
        raise _refused(
            Problem(one.path, one.line + 1, one.column, one.rule, one.message) for one in problems
        )
    return name, description, carried


def _carried(metadata: Field | None) -> dict[str, Any]:
    inside = metadata.node.value if metadata is not None else None
    node = inside.get(_METADATA_KEY) if isinstance(inside, dict) else None
    if node is None or not isinstance(node.value, str):
        return {}
    try:
        carried = json.loads(node.value)
    except (ValueError, RecursionError):
        return {}
    return carried if isinstance(carried, dict) else {}


def _front_matter(process: Process, kept: str) -> str:
    import yaml

    front: dict[str, Any] = {"name": process.name, "description": process.summary}
    root = read(kept)[0] if kept else None
    if root is not None and isinstance(root.value, dict):
        front |= {
            name: _plain(node) for name, node in root.value.items() if name in _OPTIONAL_FIELDS
        }
    metadata = front.pop("metadata", {})
    carried = {name: value for name, value in process.as_dict().items() if name in _CARRIED}
    front["metadata"] = {
        **(metadata if isinstance(metadata, dict) else {}),
        _METADATA_KEY: json.dumps(carried, ensure_ascii=False),
    }
    dumped: str = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=10**6)
    return dumped


def _plain(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {key: _plain(inner) for key, inner in node.value.items()}
    if isinstance(node.value, list):
        return [_plain(inner) for inner in node.value]
    return node.value


def _imports_as(text: str, process: Process) -> bool:
    try:
        return parse_process(import_skill(text)) == process
    except ProcessInvalid:
        return False


def _heading(body: str) -> str:
    for line in body.splitlines():
        if line.startswith("# ") and line[2:].strip():
            return line[2:].strip().encode()[:_TITLE_BYTES_MAX].decode(errors="ignore")
    return ""


def _literal(body: str) -> str:
    """Return a block that a person can read, or a quoted string where no block could hold it."""
    chomping = "+" if body.endswith("\n") else "-"
    block = f"|2{chomping}\n" + "\n".join(f"  {line}" if line else "" for line in body.split("\n"))
    root, _ = read(f"guidance: {block}")
    if root is not None and isinstance(root.value, dict):
        node = root.value.get("guidance")
        if node is not None and node.value == body:
            return block
    return _quoted(body) + "\n"


def _quoted(value: Any) -> str:
    """Return a value as JSON that YAML reads alike: what YAML takes for a line end is escaped."""
    written = json.dumps(value, ensure_ascii=False)
    return _SPECIAL.sub(lambda match: f"\\u{ord(match.group()):04x}", written)


_SPECIAL = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def _refused(problems: Iterable[Problem]) -> ProcessInvalid:
    found = list(problems)
    return ProcessInvalid(count=len(found), details={"problems": listed(found)})
