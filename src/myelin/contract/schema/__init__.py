# @generated from spec/operations.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The published schemas, one file a tool: what a call may pass and what it answers."""

import json
from pathlib import Path
from typing import Any


def published(name: str) -> dict[str, Any]:
    """Return the schemas of an operation: `input`, `output`, and for a tool also `listed`.

    `output` is what `--json` and a tool answer, whole. `listed` is the same in types alone, as
    it goes to a client with every list of tools.
    """
    text = Path(__file__).with_name(f"{name}.json").read_text("utf-8")
    schemas: dict[str, Any] = json.loads(text)
    return schemas
