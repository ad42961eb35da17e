"""`myelin core`: the core tier, which is part of every recall."""

from myelin.cli import tier_change
from myelin.cli.invocation import Invocation


def add(invocation: Invocation, *, id: str, unattended: bool) -> int:
    """Put a memory into the core tier."""
    memory = tier_change.memory(invocation, id)
    said = "Put the memory into the core tier: it becomes part of every recall."
    return tier_change.decide(invocation, "core_add", memory, said, unattended=unattended)


def rm(invocation: Invocation, *, id: str, unattended: bool) -> int:
    """Take a memory out of the core tier."""
    memory = tier_change.memory(invocation, id)
    said = "Take the memory out of the core tier: it is no longer part of every recall."
    return tier_change.decide(invocation, "core_rm", memory, said, unattended=unattended)
