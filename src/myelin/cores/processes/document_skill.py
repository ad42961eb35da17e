"""SKILL.md in and out: a file becomes a skill's document, and comes back byte by byte."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from myelin.contract.errors import ProcessInvalid
from myelin.cores.processes.document import Process, parse_process, read_process
from myelin.cores.processes.skill_front import FENCE, Front, read_front, refused
from myelin.cores.processes.skill_triggers import triggers_of
from myelin.documents.plain_yaml import Node, read
from myelin.documents.problem import Problem

# Comments before the document: the lines of the front matter, a body that holds no text, the
# attachments with their digests.
_KEPT, _BODY, FILE_MARK = "#| ", "#= ", "#+ "
_TITLE_BYTES_MAX = 200
_METADATA_KEY = "myelin"
_CARRIED = ("title", "triggers", "requires", "produces", "examples", "standard")


@dataclass(frozen=True, slots=True)
class ImportedSkill:
    """A skill's document made from a SKILL.md file, and remarks on the file."""

    name: str
    yaml: str
    remarks: tuple[str, ...]
    front: Front

    def at_file(self, error: ProcessInvalid) -> ProcessInvalid:
        """Return an error about the document as one about the file that it was made from."""
        problems = [
            _in_file(Problem(**each), self.front) for each in error.details.get("problems", ())
        ]
        return refused(problems)


def import_skill(
    text: str, *, name: str | None = None, files: Mapping[str, str] | None = None
) -> ImportedSkill:
    """Return the document of the skill that a SKILL.md describes.

    The front matter is kept line by line in comments, so that `export_skill` gives it back.
    `name` takes the place of the file's own name. `files` are the digests of attachments by path.

    Raises:
        ProcessInvalid: no front matter, or a skill that cannot be saved; all problems at once, at
            their places in the file.
    """
    front = read_front(text, name=name)
    body = front.body or ""
    carried = _carried(front.fields.get("metadata"))
    fields: dict[str, Any] = {
        "kind": "skill",
        "name": front.name,
        "title": _heading(body) or front.name.replace("-", " ").capitalize(),
        "summary": front.description,
        "triggers": triggers_of(front.name, front.description, front.fields.get("metadata")),
        **{field: value for field, value in carried.items() if field in _CARRIED},
    }
    lines = [f"{_KEPT}{line}" for line in front.lines]
    has_text = bool(body.strip())
    if not has_text:
        lines.append(_BODY + _quoted(front.body))
    lines += [f"{FILE_MARK}{digest} {_quoted(path)}" for path, digest in (files or {}).items()]
    lines += [f"{field}: {_quoted(value)}" for field, value in fields.items()]
    guidance = _literal(body) if has_text else _quoted(front.description) + "\n"
    document = "\n".join(lines) + "\nguidance: " + guidance
    process, problems = read_process(document)
    if process is None:
        raise refused(_in_file(problem, front) for problem in problems)
    return ImportedSkill(front.name, document, tuple(_remarks(front)), front)


def export_skill(document: str) -> str:
    """Return the SKILL.md of a skill's document: the imported file, if nothing changed.

    Raises:
        ProcessInvalid: the document is not a skill.
    """
    process = parse_process(document)
    if process.kind != "skill":
        raise refused([Problem("/kind", 1, 1, "kind", "Only a skill has a SKILL.md.")])
    kept = _comments(document, _KEPT)
    # The way back is right if the way there leads to the same skill again.
    unchanged = "\n".join(kept) + _body_of(document, process)
    if kept and _imports_as(unchanged, process):
        return unchanged
    front = _front_matter(process, "\n".join(kept[1:-1]))
    return f"{FENCE}\n{front}{FENCE}\n{process.guidance}"


def attached(document: str) -> dict[str, str]:
    """Return the digests of the attachments that a skill's document lists, by path."""
    found = {}
    for line in _comments(document, FILE_MARK):
        digest, _, path = line.partition(" ")
        try:
            found[str(json.loads(path))] = digest
        except ValueError:
            continue
    return found


def _comments(document: str, mark: str) -> list[str]:
    lines = (line for line in document.split("\n") if line.startswith(mark))
    return [line.removeprefix(mark) for line in lines]


def _body_of(document: str, process: Process) -> str:
    empty = _comments(document, _BODY)
    if not empty:
        return f"\n{process.guidance}"
    try:
        body = json.loads(empty[0])
    except ValueError:
        return ""
    return f"\n{body}" if isinstance(body, str) else ""


def _remarks(front: Front) -> list[str]:
    remarks = []
    if front.unknown_fields:
        names = ", ".join(f"`{name}`" for name in front.unknown_fields)
        remarks.append(f"Kept, but not used here: {names}.")
    if not front.is_strict:
        remarks.append("The front matter is not plain YAML, so it was read line by line.")
    if not (front.body or "").strip():
        remarks.append("There is no text below the front matter; the description is the guidance.")
    return remarks


def _in_file(problem: Problem, front: Front) -> Problem:
    """Return a problem of the document with its place in the SKILL.md file."""
    name = problem.path.split("/")[1] if problem.path else ""
    if name == "guidance":
        line, column = front.body_line, 1
    else:
        source = {"summary": "description", "kind": "name"}.get(name, name)
        line, column = front.places.get(source, (1, 1))
    return Problem(problem.path, line, column, problem.rule, problem.message)


def _carried(metadata: Node | None) -> dict[str, Any]:
    inside = metadata.value if metadata is not None else None
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
            name: _plain(node)
            for name, node in root.value.items()
            if name not in ("name", "description")
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
        return parse_process(import_skill(text, name=process.name).yaml) == process
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
