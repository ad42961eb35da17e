"""The server's instructions: short, fixed, and about tools that are served."""

import re

from myelin.cores.processes import loop_listed
from myelin.server.instructions import INSTRUCTIONS
from myelin.surface.tools import TOOLS
from myelin.testing import temporary_engine

BYTES_MAX = 1_900
"""Well under 2,048, where one host cuts."""
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


def test_data_or_instruction_is_told_second_and_no_paragraph_comes_twice() -> None:
    paragraphs = INSTRUCTIONS.split("\n\n")
    assert "not instructions" in paragraphs[1]
    openings = [" ".join(each.split()[:4]) for each in paragraphs]
    assert len(set(openings)) == len(openings)
