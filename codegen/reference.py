"""Reference pages of documents and exports, from the tables that check them."""

from collections.abc import Iterable, Mapping
from typing import Any

from codegen.outputs import OWNED

FOLDER = OWNED[2]
PAGES = (
    f"{FOLDER}/processes-yaml.md",
    f"{FOLDER}/standards-yaml.md",
    f"{FOLDER}/export-format.md",
)


def pages() -> dict[str, str]:
    """Return the text of every page by path.

    Raises:
        ImportError: the product cannot be imported yet, because its contract is not rendered.
    """
    return dict(zip(PAGES, (_processes(), _standards(), _exports()), strict=True))


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


def _exports() -> str:
    from myelin import assembly
    from myelin.upkeep import export

    parts = [
        _header("the tables.py of each core and src/myelin/upkeep/tombstones.py"),
        "# The format of an export",
        (
            f"`myelin export FOLDER` writes `{export.LINES_FILE}`, which `myelin import` reads"
            " without loss, and Markdown for reading. The file is UTF-8, one JSON object a line:"
        ),
        (
            f'1. The first line is `{{"format": "{export.FORMAT}"}}`.\n'
            "2. Then comes one record a line. Its `kind` says of what. Records that others refer to"
            " come first.\n"
            '3. The last line is `{"mac": …}`: 64 hexadecimal digits, the HMAC-SHA-256 of all lines'
            " before it by a key of the device. An export with the device's own MAC comes in as it"
            " was. Of any other, governing records come in without force, and records that are"
            " marked *own* below are left out."
        ),
        (
            "A member without a value is left out. An id is a prefix, `_` and 12 characters of"
            " Crockford base 32. A time is RFC 3339 in UTC with milliseconds. Members that are"
            " unknown are left alone. A record without a member that it needs, or of an unknown"
            " kind, is left out and named."
        ),
    ]
    tables = {table.name: table for table in (*assembly.TABLES,)}
    for table in tables.values():
        inner = [
            each for each in tables.values() if not each.exported and _owner(each) == table.name
        ]
        if table.exported or table.name == "tombstone":
            own = " (own)" if table.own_exports_only else ""
            parts += [f"## `{table.name}`{own}", _columns(table, inner)]
    return "\n\n".join(parts) + "\n"


def _owner(table: Any) -> str:
    """Return the table whose records hold the rows of this one, or nothing."""
    return table.owners[0].refers if table.owners and not table.exported else ""


def _columns(table: Any, inner: Iterable[Any]) -> str:
    rows = ["| member | value | needed | meaning |", "| --- | --- | --- | --- |"]
    rows += [_row(column, "") for column in table.columns if column.exported and column.doc]
    for part in inner:
        if part.within:
            rows.append(f"| `{part.within}` | list of objects | no | {_listed(part)} |")
        else:
            rows += [_row(column, " Own exports only.") for column in part.columns if column.doc]
    return "\n".join(rows)


def _row(column: Any, more: str) -> str:
    needed = "no" if column.optional or column.absent is not _required() or more else "yes"
    place = f"{column.inside}.{column.exported_as}" if column.inside else column.exported_as
    return f"| `{place}` | {_value(column)} | {needed} | {_cell(column.doc + more)} |"


def _required() -> object:
    from myelin.kernel.tables import REQUIRED

    return REQUIRED


def _listed(part: Any) -> str:
    return " ".join(
        f"`{column.exported_as}` ({_value(column)}): {column.doc}"
        for column in part.columns
        if column.exported and column.doc
    )


def _value(column: Any) -> str:
    if column.kind == "word":
        return ", ".join(f"`{word}`" for word in column.words)
    return {
        "row": "id",
        "id": f"id of a {column.refers}",
        "ids": f"list of ids of {column.refers}s",
        "time": "time",
        "text": "text",
        "texts": "list of texts",
        "integer": f"number from {column.least} on",
        "flag": "true or false",
    }[column.kind]


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
