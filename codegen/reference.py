"""Reference pages of the YAML of processes and standards, from the tables that check documents."""

from collections.abc import Mapping
from typing import Any

from codegen.outputs import OWNED

FOLDER = OWNED[2]
PAGES = (f"{FOLDER}/processes-yaml.md", f"{FOLDER}/standards-yaml.md")


def pages() -> dict[str, str]:
    """Return the text of both pages by path.

    Raises:
        ImportError: the product cannot be imported yet, because its contract is not rendered.
    """
    return dict(zip(PAGES, (_processes(), _standards()), strict=True))


def _processes() -> str:
    from myelin.cores.processes import document

    parts = [
        _header("src/myelin/cores/processes/document.py"),
        "# The YAML of a process",
        (
            "One document a process: at most 64 KiB of plain YAML, without anchors, aliases, tags"
            " and duplicate keys. Every problem is reported at once, with its place."
        ),
        "## Fields of every kind",
        _fields(document.SHARED_FIELDS),
    ]
    for kind, fields in document.KIND_FIELDS.items():
        parts += [f"## Fields of a {kind}", _fields(fields)]
    parts += ["## Steps and phases", _fields(document.STEP_FIELDS)]
    return "\n\n".join(parts) + "\n"


def _standards() -> str:
    from myelin.cores.quality import checkers, document, text

    formats = ["| format | what is checked |", "| --- | --- |"]
    formats += [f"| `{name}` | {_cell(doc)} |" for name, doc in text.FORMATS.items()]
    checks = ["| check | parameters | finds |", "| --- | --- | --- |"]
    for name, check in checkers.CHECKS.items():
        taken = " ".join(
            f"`{each}`{'' if rule.required else ' (optional)'}: {rule.doc}"
            for each, rule in check.parameters.items()
        )
        checks.append(f"| `{name}` | {_cell(taken)} | {_cell(check.doc)} |")
    parts = [
        _header("src/myelin/cores/quality/{document,checkers,text}.py"),
        "# The YAML of a standard",
        "One document a standard: at most 64 KiB of plain YAML. It has at least one rule or risk.",
        "## Fields",
        _fields(document.FIELDS),
        "## Formats",
        "\n".join(formats),
        "## Rules",
        _fields(document.RULE_FIELDS),
        "## Checks",
        "\n".join(checks),
        "## Risks",
        (
            "A risk has at least one of `match`, `pattern` and `command`; one match is enough."
            " A risk of a standard that the owner has not reviewed is at most `HIGH`."
        ),
        _fields(document.RISK_FIELDS),
    ]
    return "\n\n".join(parts) + "\n"


def _header(source: str) -> str:
    return (
        f"<!-- @generated from {source} by codegen. Do not edit: change the table there, then run"
        " 'make gen'. -->"
    )


def _fields(rules: Mapping[str, Any]) -> str:
    rows = ["| field | required | meaning |", "| --- | --- | --- |"]
    rows += [
        f"| `{name}` | {'yes' if rule.required else 'no'} | {_cell(rule.doc)} |"
        for name, rule in rules.items()
    ]
    return "\n".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
