"""`myelin list`: memories, newest first."""

from typing import Any

from myelin.cli.invocation import Invocation
from myelin.cli.render import memory


def list_(invocation: Invocation, **given: Any) -> int:
    """Print one page of memories."""
    result = invocation.call("list_memories", given)
    invocation.console.result(result, *memory.listed(result, invocation.machine.clock.now_ms()))
    shown, total = len(result["memories"]), result["total"]
    if "next_cursor" in result:
        cursor = result["next_cursor"]
        invocation.console.remark(f"{shown} of {total}; for more add --cursor {cursor}")
    return 0
