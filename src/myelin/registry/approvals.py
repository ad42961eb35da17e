"""What the registry's cores need of whoever keeps proposals; assembly wires it."""

from typing import Protocol

from myelin.contract.types import Proposal
from myelin.store import Session


class Approvals(Protocol):
    """Where what waits for the owner's approval is laid down."""

    def ask_approval(self, session: Session, kind: str, name: str, version: int) -> Proposal | None:
        """Open the approval that a version waits for; return it, or None where there is no room."""

    def settle(self, session: Session, kind: str, target: str, state: str) -> None:
        """Close what is open about a target, because it came about or fell away otherwise."""
