"""What the registry's cores need of the list of proposals. Assembly passes it in."""

from typing import Protocol

from myelin.contract.types import Proposal
from myelin.store import Session


class Approvals(Protocol):
    """The list of changes that wait for the owner's approval."""

    def ask_approval(
        self, session: Session, kind: str, name: str, version: int
    ) -> tuple[Proposal | None, str | None]:
        """Open the approval that a version waits for; return it or None, and a note or None."""

    def settle(self, session: Session, kind: str, target: str, state: str) -> None:
        """Close the open proposal about a target, which came about or fell away otherwise."""
