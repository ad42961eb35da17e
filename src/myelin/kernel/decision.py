"""Decisions of the owner, and how an operation asks for one.

Nothing that governs a brain changes without a decision.

Only the confirming code of an entry point makes decisions; a test in `tests/architecture` says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

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


@dataclass(frozen=True)
class Question:
    """A question to the owner: `act` says in one sentence what happens on yes.

    `content` are pairs of a heading (the program's words) and a text (from the brain). `facts` are
    pairs of a name and a value, such as the id. With `typed` the answer must be that text; without
    it, `y`.
    """

    act: str
    content: Sequence[tuple[str, str]] = ()
    facts: Sequence[tuple[str, str]] = ()
    typed: str | None = None


class Owner(Protocol):
    """The owner of a brain, as an operation reaches them; each way in has its implementation."""

    def decide(self, question: Question, act: str, subject: str = "") -> Decision | None:
        """Return the owner's decision about an act, or None for a no.

        Raises:
            TerminalRequired: the owner cannot be asked.
        """

    @property
    def place_of_words(self) -> Literal["terminal", "file"]:
        """Return the place where recovery words are given to the owner."""

    def check_words(self, brain_folder: Path) -> None:
        """Refuse an operation whose recovery words could not be given to the owner.

        Raises:
            PathRefused: the file may not take the words.
            TerminalRequired: there is neither terminal nor file for the words.
        """

    def give_words(self, words: str, heading: str, *, confirmed: bool) -> str:
        """Give the recovery words to the owner and return the place: `terminal` or `file`.

        With `confirmed`, the owner must show that they were written down.

        Raises:
            TerminalRequired: nobody saw the words, or nobody confirmed to have them.
        """

    def withdraw_words(self) -> None:
        """Take back the words that were given: they open nothing."""
