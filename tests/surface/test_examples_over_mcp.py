"""Every example of the spec, called over MCP in both eras of the protocol."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from mcp import Client

from myelin.brains.shared import SharedBrain
from myelin.contract import schema
from myelin.server import sdk
from myelin.surface.tools import TOOLS
from myelin.testing import FIXTURES, resolve, temporary_brain
from tests.surface.parts import is_part

SPEC = Path(__file__).parents[2] / "spec" / "operations.yaml"
EXAMPLES = [
    pytest.param(name, example, id=f"{name}-{index}")
    for name, tool in yaml.safe_load(SPEC.read_text("utf-8")).items()
    if name in TOOLS
    for index, example in enumerate(tool["examples"])
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_every_tool_that_is_served_has_an_example() -> None:
    assert {example.values[0] for example in EXAMPLES} == TOOLS.keys()


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize(("tool", "example"), EXAMPLES)
async def test_an_example_holds_over_mcp(tool: str, example: dict[str, Any], mode: str) -> None:
    with temporary_brain() as brain:
        engine = brain.open()
        names = FIXTURES[example["given"]](engine)
        source = SharedBrain(lambda: engine)
        async with Client(sdk.build(sdk.one_brain(source)), mode=mode) as client:
            answer = await client.call_tool(tool, resolve(example["args"], names))
        source.close()
    assert not answer.is_error, answer.content
    result = answer.structured_content
    jsonschema.validate(result, schema.published(tool)["output"])
    promised = resolve(example["result"], names)
    assert is_part(promised, result)
