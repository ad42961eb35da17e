"""The server's instructions: short, fixed, and about tools that are served."""

import re

from myelin.cores.processes import loop_listed
from myelin.server.mcp import INSTRUCTIONS
from myelin.surface.tools import TOOLS
from myelin.testing import temporary_engine

BYTES_MAX = 2048
TOLD = ("recall", "precheck", "validate", "log_outcome", "remember", "set_preference")


def test_the_instructions_are_short_and_name_every_step_by_its_tool() -> None:
    assert len(INSTRUCTIONS.encode()) < BYTES_MAX
    assert all(f"`{tool}`" in INSTRUCTIONS for tool in TOLD)
    named = re.findall(r"`([a-z_]+)`", INSTRUCTIONS)
    assert {name for name in named if "_" in name} <= TOOLS.keys()


def test_the_loop_prompt_tells_the_same_steps() -> None:
    with temporary_engine() as engine, engine.store.read() as session:
        text = engine.processes.prompt(session, loop_listed()["name"], "")
    assert all(f"`{tool}`" in text for tool in TOLD[:4])
