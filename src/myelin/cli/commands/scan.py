"""`myelin scan`: look for credentials in texts."""

from typing import Any

from myelin.cli import annotations, failures, inputs
from myelin.cli.annotations import Annotation
from myelin.cli.inputs import Input
from myelin.cli.invocation import Invocation

_BYTES_MAX = 1 << 24


def scan(invocation: Invocation, *, files: list[str], format: str) -> int:
    """Print rule and place of each credential, never the text; return 4 if there is one.

    A file that cannot be read is a finding as well: nobody knows what it holds. A text that is not
    UTF-8 is scanned as far as it can be read, with a warning that does not fail the run.
    """
    from myelin import secrets

    annotations.check_format("scan", format)
    places: list[Annotation] = []
    found: list[dict[str, Any]] = []
    skipped: list[dict[str, str]] = []
    for file in inputs.each(invocation.cwd, files, _BYTES_MAX):
        if file.binary:
            invocation.console.remark(f"{file.name}: skipped. {file.reason}")
            skipped.append({"file": file.name, "reason": file.reason})
            continue
        if file.rule is not None:
            places.append(_problem(file))
            found.append({**_place(file.name, file.rule, 1, 1), "offset": 0})
        for finding in secrets.scan(file.text):
            line, column = _line_and_column(file.text, finding.offset_bytes)
            message = "This looks like a credential."
            places.append(Annotation(file.name, line, column, finding.rule, "error", message))
            place = _place(file.name, finding.rule, line, column)
            found.append({**place, "offset": finding.offset_bytes})
    passed = not any(place.severity == "error" for place in places)
    document: dict[str, Any] = {"passed": passed, "findings": found}
    if skipped:
        document["skipped"] = skipped
    annotations.report(invocation.console, format, places, document)
    return 0 if passed else failures.EXIT_FINDINGS


def _problem(file: Input) -> Annotation:
    assert file.rule is not None
    if file.rule == inputs.NOT_UTF_8:
        fix = "It was scanned as far as it can be read."
        return Annotation(file.name, 1, 1, file.rule, "warning", file.reason, fix)
    return Annotation(file.name, 1, 1, file.rule, "error", file.reason)


def _place(name: str, rule: str, line: int, column: int) -> dict[str, Any]:
    return {"file": name, "rule": rule, "line": line, "column": column}


def _line_and_column(text: str, offset_bytes: int) -> tuple[int, int]:
    before = text.encode()[:offset_bytes].decode("utf-8", "ignore")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
