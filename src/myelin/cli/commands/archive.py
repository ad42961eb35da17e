"""`myelin archive`: withdraw a memory without a successor."""

from myelin.cli import tier_change
from myelin.cli.invocation import Invocation


def archive(invocation: Invocation, *, id: str) -> int:
    """Archive a memory; a memory of the core tier only after a person said yes."""
    memory = tier_change.memory(invocation, id)
    if memory["tier"] == "core":
        question = "It is part of every recall. Shall it be archived?"
        return tier_change.decide(invocation, "archive", memory, question)
    return tier_change.change(invocation, "archive", memory["id"])
