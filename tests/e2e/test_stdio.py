"""`myelin serve` as an agent's host meets it: the package's own client over a real pipe."""

import json
import random
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from myelin.contract import schema
from myelin.server.failures import compact
from myelin.server.recall_text import for_models
from myelin.surface.tools import TOOLS
from tests.e2e.served_brain import ServedBrain
from tests.unit.secrets import fakes

MODES = ("legacy", "2026-07-28", "auto")
# What an agent pays for having the tools at hand, in every session.
LISTED_BYTES_MAX = 30_000

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("recall", {"query": "x", "budget": 1}, "argument_unknown"),
    ("recall", {}, "argument_invalid"),
    ("recall", {"query": 7}, "argument_invalid"),
    ("remember", {"content": "x", "class": "secret"}, "class_unknown"),
    ("remember", {"content": "\u200b ", "class": "note"}, "content_empty"),
    ("remember", {"content": "x" * 20_000, "class": "note"}, "content_too_large"),
    ("get_memory", {"id": "mem_0000"}, "memory_unknown"),
]

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def brain(tmp_path: Path) -> ServedBrain:
    served = ServedBrain(tmp_path)
    served.make()
    return served


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def answered(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, result.content
    found = result.structured_content
    assert found is not None
    # The text of a recall is made for models; that of all other tools is the object.
    expected = for_models(found) if tool == "recall" else compact(found)
    assert text_of(result) == expected
    jsonschema.validate(found, schema.published(tool)["output"])
    return dict(found)


async def refused(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert result.is_error
    assert result.structured_content is None
    (shape,) = json.loads(text_of(result)).items()
    assert shape[0] == "error"
    error: dict[str, Any] = shape[1]
    assert error.keys() - {"details"} == {"code", "message", "hint", "retry"}
    return error


async def test_the_listed_tools_are_those_of_the_spec(brain: ServedBrain, mode: str) -> None:
    async with Client(brain.parameters(), mode=mode) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == list(TOOLS)
    for tool in tools:
        binding, published = TOOLS[tool.name], schema.published(tool.name)
        assert tool.input_schema == published["input"]
        assert tool.output_schema == published["listed"]
        assert (tool.title, tool.description) == (binding.title, binding.description)
        assert tool.annotations
        hints = tool.annotations.model_dump(by_alias=True, exclude={"title"})
        assert hints == binding.hints
    listed = "".join(tool.model_dump_json(by_alias=True, exclude_none=True) for tool in tools)
    assert len(listed.encode()) <= LISTED_BYTES_MAX


async def test_the_server_says_what_it_is_for_and_nothing_of_the_brain(
    brain: ServedBrain, mode: str
) -> None:
    async with Client(brain.parameters(), mode="auto" if mode != "legacy" else mode) as client:
        await answered(client, "remember", content="canary in the mine", **{"class": "note"})
        before = client.instructions
        assert client.server_info
        assert client.server_info.name == "myelin"
        assert client.server_capabilities.tools
        assert client.server_capabilities.resources
        assert client.server_capabilities.prompts
        assert client.server_capabilities.prompts.list_changed is True
    async with Client(brain.parameters(), mode="legacy") as client:
        assert client.instructions == before
    assert before
    assert "recall" in before
    assert "remember" in before
    assert len(before.encode()) < 2048


async def test_what_one_process_remembers_a_new_one_recalls(brain: ServedBrain, mode: str) -> None:
    async with Client(brain.parameters(), mode=mode) as client:
        saved = await answered(
            client,
            "remember",
            content="Deployments go through the canary host first, since the outage of March.",
            subject="deployments",
            **{"class": "decision"},
        )
        assert saved["created"]
    async with Client(brain.parameters(), mode=mode) as client:
        found = await answered(client, "recall", query="which host do deployments reach first?")
        assert [item["id"] for item in found["memories"]] == [saved["memory"]["id"]]
        assert found["brain"] == saved["brain"]
        shown = await answered(client, "get_memory", id=saved["memory"]["id"])
        # The recall counted as a use; all else is as it was saved.
        volatile = {"uses": 1, "trust": shown["memory"]["trust"]}
        assert shown["memory"] == {**saved["memory"], **volatile}


async def test_every_tool_answers_over_the_wire(brain: ServedBrain, mode: str) -> None:
    async with Client(brain.parameters(), mode=mode) as client:
        first = await answered(client, "remember", content="one", **{"class": "note"})
        second = await answered(client, "remember", content="two", **{"class": "note"})
        ends = {"from": first["memory"]["id"], "to": second["memory"]["id"]}
        linked = await answered(client, "link_memories", **ends, type="contradicts")
        assert linked["created"]
        assert linked["link"]["from"] == ends["from"]
        assert (await answered(client, "list_memories"))["total"] == 2
        core = await client.read_resource("myelin://core")
        assert json.loads(core.contents[0].text)["core"] == []  # type: ignore[union-attr]


async def test_every_tool_error_has_one_shape(brain: ServedBrain, mode: str) -> None:
    async with Client(brain.parameters(), mode=mode) as client:
        for tool, arguments, code in REFUSED:
            assert (await refused(client, tool, **arguments))["code"] == code


async def test_what_is_not_served_is_a_protocol_error(brain: ServedBrain, mode: str) -> None:
    async with Client(brain.parameters(), mode=mode) as client:
        with pytest.raises(MCPError, match="Unknown tool: purge") as tool:
            await client.call_tool("purge", {})
        with pytest.raises(MCPError, match="Unknown resource") as resource:
            await client.read_resource("myelin://everything")
        with pytest.raises(MCPError, match="Unknown prompt: purge") as prompt:
            await client.get_prompt("purge")
        # Anything may come in the place of a name: only what looks like one is quoted.
        for name in (github_token(), "purge everything"):
            with pytest.raises(MCPError, match=r"Unknown tool$"):
                await client.call_tool(name, {})
    assert tool.value.code == resource.value.code == prompt.value.code == -32602


def github_token() -> str:
    return str(fakes.TOKENS["github classic"][1](random.Random(1)))


async def test_fifty_calls_at_once_are_fifty_answers(brain: ServedBrain, mode: str) -> None:
    async with Client(brain.parameters(), mode=mode) as client:

        async def remember(number: int) -> None:
            saved = await answered(
                client, "remember", content=f"fact number {number}", **{"class": "fact"}
            )
            assert saved["created"]

        async with anyio.create_task_group() as group:
            for number in range(50):
                group.start_soon(remember, number)
        assert (await answered(client, "list_memories"))["total"] == 50
