"""`myelin archive`: withdraw a memory without a successor."""

from myelin.cli import tier_change
from myelin.cli.invocation import Invocation


def archive(invocation: Invocation, *, id: str, unattended: bool) -> int:
    """Archive a memory; a memory of the core tier only after a person said yes."""
    memory = tier_change.memory(invocation, id)
    if memory["tier"] == "core":
        said = "Archive the memory: it is no longer part of every recall, and no longer found."
        return tier_change.decide(invocation, "archive", memory, said, unattended=unattended)
    return tier_change.change(invocation, "archive", memory["id"])
