"""`myelin core`: the core tier, which is part of every recall."""

from myelin.cli import tier_change
from myelin.cli.invocation import Invocation


def add(invocation: Invocation, *, id: str) -> int:
    """Put a memory into the core tier."""
    memory = tier_change.memory(invocation, id)
    question = "Shall it be part of every recall?"
    return tier_change.decide(invocation, "core_add", memory, question)


def rm(invocation: Invocation, *, id: str) -> int:
    """Take a memory out of the core tier."""
    memory = tier_change.memory(invocation, id)
    question = "Shall it no longer be part of every recall?"
    return tier_change.decide(invocation, "core_rm", memory, question)
