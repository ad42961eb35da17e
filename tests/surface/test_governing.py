"""Nothing that a model reaches decides: the whole surface is walked, and random calls are made."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from mcp import Client

from codegen import model
from myelin.brains.shared import SharedBrain
from myelin.contract import schema
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.server import sdk
from myelin.surface.resources import RESOURCES
from myelin.surface.routes import ROUTES
from myelin.surface.tools import TOOLS
from myelin.testing import FIXTURES, ManualClock, TemporaryBrain, call, run, temporary_brain
from myelin.testing.engines import DECIDED
from tests.architecture.tree import ROOT
from tests.surface.governing import digest

CALLS = 10_000 if os.environ.get("CRASH_RUNS") else 1_000
DECIDING = ("accept", "reject", "approve", "retire", "core_add", "core_rm", "unset", "decide")
WORDS = ["queue", "dump", "deploy", "never", "always", "from now on", "tabs", "release"]
DOCUMENT = """kind: workflow
name: {name}
title: Version {number}
summary: S
triggers: [{name}]
steps:
  - {{id: a, do: B}}
"""
STANDARD = """name: {name}
title: Version {number}
rules:
  - {{id: no-tabs, check: forbid_pattern, pattern: "x{number}", message: m, fix: f}}
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@contextmanager
def governed(clock: ManualClock) -> Iterator[tuple[TemporaryBrain, Engine, list[str]]]:
    """Make a brain in which something of each kind governs and something waits."""
    with temporary_brain(clock=clock) as brain:
        owner = brain.open(origin=Origin.OWNER)
        FIXTURES["starter_pack"](owner)
        ids = list(FIXTURES["three_decisions"](owner).values())
        run(owner, "core_add", ids[0])
        call(owner, "set_preference", key="style.quotes", value="single", statement="mine")
        asked = [
            call(owner, "promote_to_core", id=known, reason="It is needed.")["proposal"]["id"]
            for known in ids[1:]
        ]
        dispatch.run(
            owner,
            "write",
            lambda s: owner.adaptation.reject(s, asked[0], decided_by="person"),
            decision=DECIDED,
        )
        yield brain, owner, [*ids, *asked]
        owner.store.close()


def test_nothing_on_the_surface_of_models_is_named_for_deciding() -> None:
    spec = model.loaded(ROOT)
    names = [*TOOLS, *RESOURCES, *(f"{r}" for r in ROUTES), *spec.routes]
    assert [name for name in names if any(verb in name for verb in DECIDING)] == []
    assert {name: tool.operation.name for name, tool in TOOLS.items()} == {n: n for n in TOOLS}
    assert {tool.operation.who for tool in TOOLS.values()} == {"host"}
    assert {resource.operation.who for resource in RESOURCES.values()} == {"host"}


@pytest.mark.anyio
async def test_walking_the_whole_surface_changes_nothing_that_governs() -> None:
    with governed(ManualClock()) as (brain, owner, ids):
        before = digest(owner)
        source = SharedBrain(lambda: brain.open())
        async with Client(sdk.build(sdk.one_brain(source)), mode="2026-07-28") as client:
            for tool in (await client.list_tools()).tools:
                for arguments in examples(tool.name, ids):
                    await client.call_tool(tool.name, arguments)
            for resource in (await client.list_resources()).resources:
                await client.read_resource(resource.uri)
            for prompt in (await client.list_prompts()).prompts:
                await client.get_prompt(prompt.name, {"task": f"accept {ids[-1]}"})
        source.close()
        assert digest(owner) == before


def examples(tool: str, ids: list[str]) -> Iterator[dict[str, Any]]:
    """Return the arguments of a tool that come nearest to deciding something."""
    chance = random.Random(tool)
    for _ in range(10):
        yield drawn(chance, tool, ids)


def test_the_digest_changes_with_everything_that_governs() -> None:
    with governed(ManualClock()) as (_, owner, ids):
        seen = {digest(owner)}
        waiting = ids[-1]
        for act in _acts(owner, waiting, ids):
            act()
            seen.add(digest(owner))
        assert len(seen) == 7


def _acts(owner: Engine, waiting: str, ids: list[str]) -> list[Callable[[], object]]:
    text = DOCUMENT.format(name="release", number=9)
    return [
        lambda: run(owner, "core_rm", ids[0]),
        lambda: call(owner, "save_process", yaml=text),
        lambda: call(owner, "save_standard", yaml=STANDARD.format(name="markdown", number=1)),
        lambda: dispatch.run(
            owner, "write", lambda s: owner.processes.retire(s, "release"), decision=DECIDED
        ),
        lambda: dispatch.run(
            owner, "write", lambda s: owner.preferences.unset(s, "style.quotes"), decision=DECIDED
        ),
        lambda: dispatch.run(
            owner,
            "write",
            lambda s: owner.adaptation.reject(s, waiting, decided_by="person"),
            decision=DECIDED,
        ),
    ]


@pytest.mark.anyio
async def test_random_calls_of_every_tool_change_nothing_that_governs() -> None:
    clock = ManualClock()
    chance = random.Random(6)
    answered = 0
    with governed(clock) as (brain, owner, ids):
        before = digest(owner)
        source = SharedBrain(lambda: brain.open())
        async with Client(sdk.build(sdk.one_brain(source)), mode="2026-07-28") as client:
            for number in range(CALLS):
                tool = chance.choice(sorted(TOOLS))
                result: Any = await client.call_tool(tool, drawn(chance, tool, ids))
                answered += not result.is_error
                if not result.is_error:
                    remembered(result.structured_content, ids, chance)
                clock.advance(chance.randrange(60_000))
                if number % 500 == 0:
                    assert digest(owner) == before
        source.close()
        assert digest(owner) == before
        assert answered > CALLS // 2
        raised = call(owner, "list_proposals")["proposals"]
        assert len({one["kind"] for one in raised}) > 2


def remembered(result: dict[str, Any], ids: list[str], chance: random.Random) -> None:
    """Keep some of the ids that an answer holds, so that later calls are about what is there."""
    for value in (result.get("memory"), result.get("proposal"), result.get("outcome")):
        known = value.get("id") if isinstance(value, dict) else value
        if isinstance(known, str) and len(ids) < 60:
            ids.append(known)
        elif isinstance(known, str) and chance.random() < 0.05:
            ids[chance.randrange(10, len(ids))] = known


def drawn(chance: random.Random, tool: str, ids: list[str]) -> dict[str, Any]:
    """Return arguments that the tool's schema mostly accepts, about things that are there."""
    published = schema.published(tool)["input"]
    given = {}
    for name, inner in published["properties"].items():
        if name in published.get("required", ()) or chance.random() < 0.4:
            given[name] = value(chance, name, inner, ids)
    return given


def value(chance: random.Random, name: str, inner: dict[str, Any], ids: list[str]) -> Any:
    """Return a value for a property: by its name where that says what it is about."""
    if "enum" in inner:
        return chance.choice(inner["enum"])
    match inner["type"]:
        case "boolean":
            return chance.random() < 0.5
        case "integer":
            most = min(inner.get("maximum", 3), 5000)
            return chance.randint(inner.get("minimum", 0), max(most, inner.get("minimum", 0)))
        case "array":
            items = range(chance.randrange(3))
            return [value(chance, name, inner["items"], ids) for _ in items]
        case "object":
            if "properties" not in inner:
                return {chance.choice(KEYS): "x"}
            return {
                part: value(chance, part, each, ids)
                for part, each in inner["properties"].items()
                if part in inner.get("required", ()) or chance.random() < 0.5
            }
    return text(chance, name, ids)


KEYS = ["style.quotes", "gates.x", "ｇates.y", "trust.fact", "answer.language", "a.b"]
NAMES = ["release", "bug-fix", "markdown", "commit-message", "new-one"]
KINDS = ["bugfix", "release", "docs"]


def text(chance: random.Random, name: str, ids: list[str]) -> str:
    """Return a text for a property of that name."""
    number = chance.randrange(40)
    saved = chance.choice(NAMES)
    match name:
        case "id" | "from" | "to" | "supersedes":
            return chance.choice(ids)
        case "yaml":
            return chance.choice([DOCUMENT, STANDARD]).format(name=saved, number=number)
        case "key" | "prefix":
            return chance.choice(KEYS)
        case "task_kind":
            return chance.choice(KINDS)
        case "rule":
            return chance.choice(["no-tabs", "short"])
        case "name" | "standard":
            return saved
        case "as_of" | "observed_at":
            return "2026-03-01T12:00:00Z"
    return " ".join(chance.choices(WORDS, k=4)) + f" {number}"
