"""`myelin list`: memories, newest first."""

from typing import Any

from myelin.cli import pages
from myelin.cli.invocation import Invocation
from myelin.cli.render import memory


def list_(invocation: Invocation, *, all: bool, **given: Any) -> int:
    """Print one page of memories, or all of them."""
    if all:
        result = pages.every(invocation, "list", "list_memories", "memories", given)
    else:
        result = invocation.call("list_memories", given)
    invocation.console.result(result, *memory.listed(result, invocation.machine.clock.now_ms()))
    shown, total = len(result["memories"]), result["total"]
    if "next_cursor" in result:
        cursor = result["next_cursor"]
        invocation.console.remark(f"{shown} of {total}: add --cursor {cursor}, or --all")
    return 0
