"""`myelin unarchive`: bring an archived memory back."""

from myelin.cli import tier_change
from myelin.cli.invocation import Invocation


def unarchive(invocation: Invocation, *, id: str) -> int:
    """Put an archived memory back into the normal tier."""
    return tier_change.change(invocation, "unarchive", id)
