"""`myelin link`: say how one memory bears on another."""

from typing import Any

from myelin.cli.invocation import Invocation
from myelin.cli.render import memory


def link(invocation: Invocation, **given: Any) -> int:
    """Save one link and print it."""
    return invocation.print_call("link_memories", given, memory.linked)
