"""Findings in files as text, as SARIF 2.1.0 and as annotations of GitHub."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any
from urllib.parse import quote

FORMATS = ("text", "json", "sarif", "github")


@dataclass(frozen=True, slots=True)
class Place:
    """One finding: where it is, which rule found it, what is wrong and what to do."""

    file: str
    line: int
    column: int
    rule: str
    severity: str
    message: str
    fix: str = ""


def as_text(places: Iterable[Place]) -> list[str]:
    """Return a line a finding, in the form that editors and terminals can follow."""
    return [
        f"{place.file}:{place.line}:{place.column}: {place.severity}: {_said(place)} [{place.rule}]"
        for place in places
    ]


def as_github(places: Iterable[Place]) -> list[str]:
    """Return a workflow command a finding, which GitHub shows beside the line."""
    return [
        f"::{place.severity} file={_property(place.file)},line={place.line},col={place.column},"
        f"title={_property(place.rule)}::{_data(_said(place))}"
        for place in places
    ]


def as_sarif(places: Sequence[Place]) -> dict[str, Any]:
    """Return a SARIF log of one run; columns count characters."""
    rules = {place.rule: place for place in reversed(places)}
    driver = {
        "name": "myelin",
        "version": metadata.version("myelin-brain"),
        "rules": [_sarif_rule(rules[name]) for name in sorted(rules)],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(place) for place in places],
            }
        ],
    }


def _said(place: Place) -> str:
    return f"{place.message} {place.fix}".strip()


def _sarif_rule(place: Place) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": place.rule, "shortDescription": {"text": place.message}}
    if place.fix:
        rule["help"] = {"text": place.fix}
    return rule


def _sarif_result(place: Place) -> dict[str, Any]:
    uri = quote(place.file.replace("\\", "/"))
    region = {"startLine": place.line, "startColumn": place.column}
    return {
        "ruleId": place.rule,
        "level": place.severity,
        "message": {"text": _said(place)},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}],
    }


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
