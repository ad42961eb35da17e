"""Workflows as prompts on the wire: the list, whatever the arguments, and word of changes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from myelin.brains.shared import SharedBrain
from myelin.server import sdk
from myelin.testing import FIXTURES, call, temporary_brain
from tests.e2e.mcp_wire import ENVELOPE, WireClient
from tests.e2e.served_brain import ServedBrain

HOTFIX = """\
kind: workflow
name: hotfix
title: Ship a hotfix
summary: From a fault to a fix.
triggers: [hotfix]
steps: [{id: fix, do: Fix it.}]
"""
CHANGED = "notifications/prompts/list_changed"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def brain(tmp_path: Path) -> ServedBrain:
    made = ServedBrain(tmp_path)
    made.make()
    return made


@pytest.fixture
def wire(brain: ServedBrain) -> Iterator[WireClient]:
    with brain.wire() as client:
        yield client


def id_of(wire: WireClient, workflow: str) -> str:
    got = wire.call("get_workflow", {"name": workflow})["result"]["structuredContent"]
    return str(got["process"]["id"])


def until(client: WireClient, method: str) -> dict[str, Any]:
    """Return the next message of a method, answers before it left aside."""
    while True:
        message = client.next_answer(10)
        if message.get("method") == method:
            return message


def names(answer: dict[str, Any]) -> list[str]:
    return [each["name"] for each in answer["result"]["prompts"]]


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_every_workflow_is_a_prompt_and_every_form_of_its_argument_works(mode: str) -> None:
    with temporary_brain() as made:
        engine = made.open()
        FIXTURES["starter_pack"](engine)
        source = SharedBrain(lambda: engine)
        async with Client(sdk.build(sdk.one_brain(source)), mode=mode) as client:
            listed = (await client.list_prompts()).prompts
            workflows = [
                process["name"]
                for process in call(engine, "list_processes", kinds=["workflow"])["processes"]
            ]
            assert [prompt.name for prompt in listed] == ["myelin-loop", *workflows]
            for prompt in listed:
                [argument] = prompt.arguments or []
                assert (argument.name, bool(argument.required)) == ("task", False)
                assert prompt.description
                for given in (None, {}, {"task": ""}, {"task": "one"}, {"task": "{x} %s two"}):
                    answer = await client.get_prompt(prompt.name, given)
                    [message] = answer.messages
                    text = message.content.text  # type: ignore[union-attr]
                    task = (given or {}).get("task", "")
                    assert text.endswith(f"Task: {task}") if task else "Task" not in text
            assert "`test-fix`" in (await client.get_prompt("myelin-loop")).messages[0].content.text  # type: ignore[union-attr]
            with pytest.raises(MCPError, match="Unknown prompt: test-fix"):
                await client.get_prompt("test-fix")
            with pytest.raises(MCPError, match="larger than"):
                await client.get_prompt("release", {"task": "x" * 16_385})
        source.close()


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_resources_list_what_there_is_without_bodies(mode: str) -> None:
    with temporary_brain() as made:
        engine = made.open()
        FIXTURES["starter_pack"](engine)
        source = SharedBrain(lambda: engine)
        async with Client(sdk.build(sdk.one_brain(source)), mode=mode) as client:
            processes = await client.read_resource("myelin://processes")
            standards = await client.read_resource("myelin://standards")
        source.close()
    assert '"name":"release"' in processes.contents[0].text  # type: ignore[union-attr]
    assert '"steps"' not in processes.contents[0].text  # type: ignore[union-attr]
    assert '"risks":' in standards.contents[0].text  # type: ignore[union-attr]


def test_the_first_call_of_a_client_may_be_a_save_and_is_told_of(wire: WireClient) -> None:
    capabilities = wire.initialize()["capabilities"]
    assert capabilities["prompts"] == {"listChanged": True}
    wire.post("tools/call", {"name": "save_process", "arguments": {"yaml": HOTFIX}})
    until(wire, CHANGED)
    assert names(wire.request("prompts/list")) == ["myelin-loop", id_of(wire, "hotfix")]
    got = wire.call("get_workflow", {"name": "hotfix"})["result"]["structuredContent"]["process"]
    assert (got["actor"], got["reviewed"]) == ("wire", False)
    # The same text again changes nothing, and nobody is told.
    wire.call("save_process", {"yaml": HOTFIX})
    wire.request("ping")
    assert sum(CHANGED.encode() in line for line in wire.lines) == 1


def test_what_another_process_saves_is_told_at_the_next_call(
    brain: ServedBrain, wire: WireClient
) -> None:
    wire.initialize()
    assert names(wire.request("prompts/list")) == ["myelin-loop"]
    with brain.opened() as engine:
        call(engine, "save_process", yaml=HOTFIX)
    wire.post("tools/call", {"name": "list_memories", "arguments": {}})
    until(wire, CHANGED)
    assert names(wire.request("prompts/list")) == ["myelin-loop", id_of(wire, "hotfix")]


def test_an_idle_client_is_told_as_well(brain: ServedBrain, wire: WireClient) -> None:
    wire.initialize()
    wire.request("prompts/list")
    with brain.opened() as engine:
        call(engine, "save_process", yaml=HOTFIX)
    until(wire, CHANGED)


def test_a_client_of_the_modern_era_hears_it_on_the_stream_that_it_listens_on(
    brain: ServedBrain, wire: WireClient
) -> None:
    stream = wire.post(
        "subscriptions/listen", {**ENVELOPE, "notifications": {"promptsListChanged": True}}
    )
    assert wire.next_answer()["method"] == "notifications/subscriptions/acknowledged"
    save = {**ENVELOPE, "name": "save_process", "arguments": {"yaml": HOTFIX}}
    wire.post("tools/call", save)
    told = until(wire, CHANGED)
    key = "io.modelcontextprotocol/subscriptionId"
    assert told["params"]["_meta"][key] == stream
    with brain.opened() as engine:
        call(engine, "save_process", yaml=HOTFIX.replace("hotfix", "other"))
    until(wire, CHANGED)
    # An open stream holds nothing up when the client leaves.
    wire.end_input()
    assert wire.wait(5) == 0


def test_without_a_brain_the_loop_is_listed_and_a_prompt_says_what_is_wrong(
    tmp_path: Path,
) -> None:
    with ServedBrain(tmp_path).wire() as wire:
        wire.initialize()
        assert names(wire.request("prompts/list")) == ["myelin-loop"]
        error = wire.request("prompts/get", {"name": "release"})["error"]
        assert error["data"]["error"]["code"] == "brain_unknown"
        assert wire.request("prompts/get", {"name": "release", "arguments": {"task": 7}})["error"]
        brain = ServedBrain(tmp_path)
        brain.make()
        with brain.opened() as engine:
            call(engine, "save_process", yaml=HOTFIX)
        wire.post("tools/call", {"name": "list_memories", "arguments": {}})
        until(wire, CHANGED)
        assert names(wire.request("prompts/list")) == ["myelin-loop", id_of(wire, "hotfix")]
