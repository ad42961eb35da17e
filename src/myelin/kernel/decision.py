"""The decision of a person, without which nothing that governs a brain changes.

Only the confirming code of an entry point makes decisions; a test in `tests/architecture` says so.
"""

from dataclasses import dataclass
from typing import Literal

DecidedBy = Literal["person", "unattended", "creation"]
"""Who decided.

`person`: somebody at a terminal. `unattended`: nobody, but an explicit flag asked for it.
`creation`: nobody; the brain is being created and holds nothing yet.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """Permission for one governing act: who gave it, for what, and on which thing."""

    by: DecidedBy
    act: str
    """The act in the words of its command, such as `core add`."""
    subject: str = ""
    """The id or name of what it was done to, if it is one thing."""

    @property
    def note(self) -> str:
        """Return the decision as a line for the log."""
        what = f"{self.act} {self.subject}".strip()
        return f"{what}; decided_by: {self.by}"
