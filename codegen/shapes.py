"""Checks the form of each spec file against the language that spec/README.md describes."""

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from codegen.load import Complaint, Document

LANGUAGE = Path(__file__).with_name("language.yaml")


@cache
def _language() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(LANGUAGE.read_text("utf-8"))
    return loaded


def shape_complaints(name: str, document: Document) -> list[Complaint]:
    """Return what a spec file holds that the spec language does not know, or lacks."""
    schema = {"$ref": f"#/$defs/{name}", "$defs": _language()}
    problems = jsonschema.Draft202012Validator(schema).iter_errors(document.data)
    return [document.complain(tuple(problem.absolute_path), _say(problem)) for problem in problems]


def _say(problem: jsonschema.ValidationError) -> str:
    place = ".".join(str(part) for part in problem.absolute_path) or "the file"
    return f"{place}: {problem.message}"
