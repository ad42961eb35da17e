"""`myelin validate`: check texts against a standard."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from myelin.cli import annotations, failures, inputs
from myelin.cli.annotations import Annotation
from myelin.cli.inputs import Input
from myelin.cli.invocation import (
    INPUT_BYTES_MAX,
    STANDARD_INPUT,
    Invocation,
    argument_invalid,
    given_arguments,
)

_Results = Sequence[tuple[str, Mapping[str, Any]]]
_Skipped = list[dict[str, str]]


def validate(
    invocation: Invocation,
    *,
    content: list[str],
    standard: str | None,
    standard_file: str | None,
    version: int | None,
    format: str,
) -> int:
    """Check texts against a standard of the brain or of a file; 4 when one does not pass."""
    annotations.check_format("validate", format)
    if (standard is None) == (standard_file is None):
        message = "or --standard-file: give one of the two"
        raise argument_invalid("validate", "/standard", message, "one_of")
    if standard_file == STANDARD_INPUT and STANDARD_INPUT in content:
        message = "cannot be - too: argument FILE is standard input already"
        raise argument_invalid("validate", "/standard_file", message)
    skipped: _Skipped = []
    if standard_file is not None:
        results = _by_file(invocation, content, standard_file, skipped)
    else:
        assert standard is not None
        results = _by_brain(invocation, content, standard, version, skipped)
    places = [_annotation(name, found) for name, of in results for found in of["violations"]]
    annotations.report(invocation.console, format, places, _together(results, skipped))
    omitted = sum(of["total"] for _, of in results) - len(places)
    if omitted:
        invocation.console.remark(f"{omitted} more are not listed.")
    return 0 if all(of["passed"] for _, of in results) else failures.EXIT_FINDINGS


def _by_brain(
    invocation: Invocation,
    files: Sequence[str],
    standard: str,
    version: int | None,
    skipped: _Skipped,
) -> _Results:
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    name, at, given = standard.partition("@")
    if at and (version is not None or not given.isascii() or not given.isdigit()):
        message = "is not NAME or NAME@VERSION"
        raise argument_invalid("validate", "/standard", message, "version")
    wanted = given_arguments({"standard": name, "version": int(given[:9]) if at else version})
    # One open brain for all files: opening it for each would take most of the time.
    with invocation.engine() as engine:
        return _each(
            invocation,
            files,
            lambda text: dispatch.call(engine, OPERATIONS["validate"], {"content": text, **wanted}),
            skipped,
        )


def _by_file(
    invocation: Invocation, files: Sequence[str], standard_file: str, skipped: _Skipped
) -> _Results:
    from myelin.cores.quality import check_text, parse_standard

    standard = parse_standard(invocation.read("standard_file", standard_file))
    # A standard in a file has no version yet.
    return _each(invocation, files, lambda text: check_text(standard, 0, text), skipped)


def _each(
    invocation: Invocation,
    files: Sequence[str],
    check: Callable[[str], Mapping[str, Any]],
    skipped: _Skipped,
) -> _Results:
    """Return the result of each file and add the skipped ones to `skipped`.

    If only one file was named, a problem with it is an error.
    """
    results: list[tuple[str, Mapping[str, Any]]] = []
    for file in inputs.each(invocation.cwd, files, INPUT_BYTES_MAX):
        if file.binary:
            invocation.console.remark(f"{file.name}: skipped. {file.reason}")
            skipped.append({"file": file.name, "reason": file.reason})
            continue
        if file.rule is None:
            results.append((file.name, check(file.text)))
        elif len(files) == 1 and file.name == files[0]:
            # Raises what is wrong with it.
            invocation.read("content", files[0])
        else:
            results.append((file.name, _unchecked(file)))
    return results


def _unchecked(file: Input) -> Mapping[str, Any]:
    problem = {
        "rule": file.rule,
        "standard": "myelin",
        "version": 0,
        "severity": "error",
        "line": 1,
        "column": 1,
        "message": file.reason,
        "fix": "Name a file with UTF-8 text.",
    }
    return {"passed": False, "violations": [problem], "total": 1, "bytes": 0}


def _together(results: _Results, skipped: _Skipped) -> Mapping[str, Any]:
    """Return what the tool answers for one file, and for several one answer a file."""
    if len(results) == 1 and not skipped:
        return results[0][1]
    document: dict[str, Any] = {
        "passed": all(of["passed"] for _, of in results),
        "files": [{"file": name, **of} for name, of in results],
    }
    if skipped:
        document["skipped"] = skipped
    return document


def _annotation(name: str, found: Mapping[str, Any]) -> Annotation:
    return Annotation(
        file=name,
        line=found["line"],
        column=found["column"],
        rule=f"{found['standard']}/{found['rule']}",
        severity=found["severity"],
        message=found["message"],
        fix=found["fix"],
    )
