# @generated from spec/operations.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The published schemas, one file a tool: what a call may pass and what it answers."""

import json
from pathlib import Path
from typing import Any


def published(name: str) -> dict[str, Any]:
    """Return the published schemas of an operation: `{"input": ..., "output": ...}`."""
    text = Path(__file__).with_name(f"{name}.json").read_text("utf-8")
    schemas: dict[str, Any] = json.loads(text)
    return schemas
