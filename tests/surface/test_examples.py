"""Every example of the spec, called through dispatch on a real brain."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from myelin.surface.tools import TOOLS
from myelin.testing import FIXTURES, call, resolve, temporary_engine
from tests.surface.parts import is_part

ROOT = Path(__file__).resolve().parents[2]
SPEC: dict[str, Any] = yaml.safe_load((ROOT / "spec" / "operations.yaml").read_text("utf-8"))
SCHEMAS = ROOT / "src" / "myelin" / "contract" / "schema"
SERVED = [
    (tool, number)
    for tool, entry in SPEC.items()
    if tool in TOOLS
    for number in range(len(entry["examples"]))
]


@pytest.mark.parametrize(("tool", "number"), SERVED)
def test_an_example_answers_as_the_spec_says(tool: str, number: int) -> None:
    example = SPEC[tool]["examples"][number]
    with temporary_engine() as engine:
        names = FIXTURES[example["given"]](engine)
        answer = call(engine, tool, **resolve(example["args"], names))
    expected = resolve(example["result"], names)
    assert is_part(expected, answer)
    schema = json.loads((SCHEMAS / f"{tool}.json").read_text("utf-8"))
    jsonschema.validate(answer, schema["output"])


def test_every_served_tool_has_an_example() -> None:
    assert {tool for tool, _ in SERVED} == TOOLS.keys()
