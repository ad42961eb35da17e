"""Findings in files as text, as SARIF 2.1.0 and as annotations of GitHub."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from myelin.cli.console import Console, Lines
from myelin.cli.invocation import STANDARD_INPUT, argument_invalid

_DISTRIBUTION = "myelin-brain"
FORMATS = ("text", "json", "sarif", "github")


@dataclass(frozen=True, slots=True)
class Annotation:
    """One finding in a file: its place, the rule that found it, what is wrong and what to do."""

    file: str
    line: int
    column: int
    rule: str
    severity: str
    message: str
    fix: str = ""


def check_format(command: str, format: str) -> None:
    """Refuse a format that is not one of `FORMATS`.

    Raises:
        ArgumentInvalid: it is another one.
    """
    if format not in FORMATS:
        message = f"is none of {', '.join(FORMATS)}"
        raise argument_invalid(command, "/format", message, "enum")


def file_name(given: str) -> str:
    """Return the name that annotations show for a file argument: `stdin` for `-`."""
    return "stdin" if given == STANDARD_INPUT else given


def report(
    console: Console, format: str, places: Sequence[Annotation], document: Mapping[str, Any]
) -> None:
    """Print annotations in one format; `document` is the result as JSON."""
    if console.json or format == "json":
        console.document(document)
    elif format == "sarif":
        console.document(as_sarif(places, Path.cwd()))
    elif format == "github":
        console.result({}, Lines(as_github(places)))
    else:
        console.result({}, Lines(as_text(places)))


def as_text(places: Iterable[Annotation]) -> list[str]:
    """Return a line a finding, in the form that editors and terminals can follow."""
    return [
        f"{place.file}:{place.line}:{place.column}: {place.severity}: {_said(place)} [{place.rule}]"
        for place in places
    ]


def as_github(places: Iterable[Annotation]) -> list[str]:
    """Return a workflow command a finding, which GitHub shows beside the line."""
    return [
        f"::{place.severity} file={_property(place.file)},line={place.line},col={place.column},"
        f"title={_property(place.rule)}::{_data(_said(place))}"
        for place in places
    ]


def as_sarif(places: Sequence[Annotation], folder: Path) -> dict[str, Any]:
    """Return a SARIF log of one run. Columns count characters; paths are relative to a folder."""
    rules = {place.rule: place for place in reversed(places)}
    names = sorted(rules)
    driver = {
        "name": "myelin",
        "version": metadata.version(_DISTRIBUTION),
        "informationUri": _homepage(),
        "rules": [_sarif_rule(rules[name]) for name in names],
    }
    seen: Counter[tuple[str, ...]] = Counter()
    results = [_sarif_result(place, names, folder, seen) for place in places]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _homepage() -> str:
    urls = metadata.metadata(_DISTRIBUTION).get_all("Project-URL") or []
    named = dict(url.split(", ", 1) for url in urls)
    return str(named.get("Homepage", "https://pypi.org/project/myelin-brain/"))


def _said(place: Annotation) -> str:
    return f"{place.message} {place.fix}".strip()


def _sarif_rule(place: Annotation) -> dict[str, Any]:
    return {
        "id": place.rule,
        "shortDescription": {"text": place.message},
        "fullDescription": {"text": _said(place)},
        "help": {"text": place.fix or place.message},
        "defaultConfiguration": {"level": place.severity},
    }


def _sarif_result(
    place: Annotation, rules: Sequence[str], folder: Path, seen: Counter[tuple[str, ...]]
) -> dict[str, Any]:
    uri = _uri(place.file, folder)
    region = {"startLine": place.line, "startColumn": place.column}
    return {
        "ruleId": place.rule,
        "ruleIndex": rules.index(place.rule),
        "level": place.severity,
        "message": {"text": _said(place)},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}],
        "partialFingerprints": {"primaryLocationLineHash": _fingerprint(place, uri, seen)},
    }


def _uri(file: str, folder: Path) -> str:
    """Return the path of a file as seen from a folder, percent-encoded."""
    try:
        relative = os.path.relpath(folder / file, folder)
    except ValueError:
        # Another drive of Windows: there is no relative path.
        return (folder / file).as_uri()
    return quote(Path(relative).as_posix())


def _fingerprint(place: Annotation, uri: str, seen: Counter[tuple[str, ...]]) -> str:
    """Return what tells one finding from another in later runs, where its line has moved.

    It holds nothing of the line itself, which may be a credential.
    """
    key = (place.rule, uri, place.message)
    seen[key] += 1
    return f"{hashlib.sha256(chr(0).join(key).encode()).hexdigest()[:16]}:{seen[key]}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
