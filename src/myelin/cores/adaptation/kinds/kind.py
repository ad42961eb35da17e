"""What a kind of proposal is: its count, its preview, what accepting does, in one class."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from myelin.cores.adaptation.hubs import Hubs
from myelin.cores.adaptation.queries import Evidence, OutcomeRow, ProposalRow
from myelin.cores.adaptation.rules import Rules
from myelin.store import Session

Body = Literal["none", "process", "standard"]
"""The document that the owner writes when a proposal is accepted, if it needs one."""


@dataclass(frozen=True, slots=True)
class Context:
    """The session, the other cores and the constants that a kind works with."""

    session: Session
    hubs: Hubs
    rules: Rules


@dataclass(frozen=True, slots=True)
class Case(Context):
    """One proposal to be shown or applied."""

    row: ProposalRow
    body: str | None = None
    """The document of the owner, once it is written."""
    tasks: Sequence[str] = ()
    """The tasks of its evidence."""

    @property
    def target(self) -> str:
        """Return what the proposal is about: an id, a name, `name@version`, a key."""
        return self.row.target


@dataclass(frozen=True, slots=True)
class Logged:
    """One outcome with the verdicts on memories (id, verdict) and its (standard, rule) pairs."""

    row: OutcomeRow
    uses: Sequence[tuple[int, str]]
    violations: Sequence[tuple[str, str]]

    @property
    def is_known(self) -> bool:
        """Return whether more than the client's own word says how the task went."""
        return self.row.signal != "reported"


@dataclass(frozen=True, slots=True)
class Justification:
    """Why a proposal is raised, and the outcomes that count towards it, the newest first."""

    reason: str
    evidence: Sequence[Evidence]


@dataclass(frozen=True, slots=True)
class Preview:
    """What accepting does, as it is shown before a person decides."""

    act: str
    """One sentence: what accepting changes."""
    now: str = ""
    """The text that is in force and would be replaced or withdrawn."""
    then: str = ""
    """The text that would be in force afterwards."""
    difference: str = ""
    """A unified diff from the version in force, in the place of `now` and `then`."""
    lost: tuple[str, ...] = ()
    """What is no longer in force afterwards: one sentence each."""


@dataclass(frozen=True, slots=True)
class Near:
    """Something that is there already and does nearly the same."""

    kind: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """The beginning of a document that the owner writes."""

    document: str
    note: str = ""
    """One line about what is missing in it."""


class ProposalKind(ABC):
    """One kind of proposal. A kind is a module of this package and an entry of `KINDS`."""

    name: ClassVar[str]
    body: ClassVar[Body] = "none"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the targets that an outcome bears on. A kind that is only asked for has none."""
        del logged
        return ()

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why a proposal about a target is due by the outcomes after a time, or None."""
        del at, target, since_ms
        return None

    def sensitivity(self, at: Context, target: str) -> str:
        """Return the sensitivity of what the target names."""
        del at, target
        return "normal"

    def why_stale(self, case: Case) -> str | None:
        """Return why the proposal can no longer be applied as it was meant, or None."""
        del case
        return None

    def change(self, case: Case) -> str:
        """Return the text that accepting applies, which the hash covers; empty until known."""
        return (case.body if self.body != "none" else case.row.body) or ""

    @abstractmethod
    def preview(self, case: Case) -> Preview:
        """Return what accepting does and what is lost by it."""

    def near(self, case: Case) -> list[Near]:
        """Return what is there already and does nearly the same."""
        del case
        return []

    @abstractmethod
    def apply(self, case: Case) -> str:
        """Carry out the change and return what there is now: an id, a key or `name@version`.

        Raises:
            CoreFull, ProcessInvalid, StandardInvalid: it cannot be applied; nothing is saved.
        """

    def scaffold(self, case: Case) -> Scaffold:
        """Return the document that the owner's editor opens on, if the kind needs a body."""
        del case
        return Scaffold("")
