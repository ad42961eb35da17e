"""The whole loop as it is lived: an agent over MCP, a person at the command line, the next day."""

import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.e2e.cli_shell import Shell, new_shell

MODES = ("legacy", "2026-07-28")
WORKFLOW = """kind: workflow
name: migrate-a-queue
title: Migrate a queue
summary: Move a queue to another database version.
triggers: [migrate the queue]
steps:
  - {id: dump, do: Dump it and keep the dump.}
  - {id: restore, do: Restore it and count the rows.}
"""

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = new_shell(tmp_path)
    assert made.run("init").code == 0
    return made


def server(shell: Shell) -> Any:
    words = ["-m", "myelin", "serve", "--data", str(shell.cwd / ".myelin")]
    return stdio_client(
        StdioServerParameters(command=sys.executable, args=words, env=shell.environment)
    )


async def answered(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result: Any = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return dict(result.structured_content)


async def test_what_three_sessions_learn_a_person_accepts_and_the_next_one_is_given(
    shell: Shell, mode: str
) -> None:
    shell.json("remember", "The queue must be drained before it is dumped.", "-c", "lesson")
    proposals: list[dict[str, Any]] = []
    for number in range(3):
        async with Client(server(shell), mode=mode) as client:
            found = (await answered(client, "recall", query="migrate the queue dump"))["memories"]
            lesson = next(one for one in found if one["class"] == "lesson")
            message = "Migrate the queue\n"
            checked = await answered(client, "validate", content=message, standard="commit-message")
            logged = await answered(
                client,
                "log_outcome",
                task=f"Migrate the queue of shard {number}",
                task_kind="queue-migration",
                outcome="success",
                summary="Drained, dumped and restored; all rows are there.",
                signal="verification" if checked["passed"] else "reported",
                used=[{"id": lesson["id"], "verdict": "helpful"}],
            )
            proposals += logged["proposals"]
            again = (await answered(client, "recall", query=f"shard {number} drained"))["memories"]
            assert logged["memory"] in {one["id"] for one in again}
    (proposal,) = proposals
    assert (proposal["kind"], proposal["target"]) == ("new_workflow", "queue-migration")

    async with Client(server(shell), mode=mode) as client:
        listed = await client.list_prompts()
        assert "migrate-a-queue" not in {prompt.name for prompt in listed.prompts}
    (shell.cwd / "workflow.yaml").write_text(WORKFLOW, "utf-8")
    words = ["proposals", "accept", proposal["id"], "--body", "workflow.yaml"]
    accepted = shell.on_terminal(*words, typed="y\n")
    assert accepted.code == 0, accepted.output

    async with Client(server(shell), mode=mode) as client:
        listed = await client.list_prompts()
        assert "migrate-a-queue" in {prompt.name for prompt in listed.prompts}
        given: Any = await client.get_prompt("migrate-a-queue", {"task": "shard 4"})
        assert "count the rows" in given.messages[0].content.text
        found = await answered(client, "match_process", task="Please migrate the queue")
        assert found["matches"][0]["name"] == "migrate-a-queue"
        assert found["matches"][0]["reviewed"]
        decided = await answered(client, "list_proposals", state="accepted")
        assert [one["id"] for one in decided["proposals"]] == [proposal["id"]]
