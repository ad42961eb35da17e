"""What the loop needs of the other cores. Assembly passes them in; no core imports another."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from myelin.contract.types import Memory
from myelin.registry import Version
from myelin.store import Session

if TYPE_CHECKING:
    # The models cost time to build, and only accepting needs them.
    from myelin.contract.operations.remember import RememberArgs, RememberResult
    from myelin.contract.operations.save_process import SaveProcessArgs, SaveProcessResult
    from myelin.contract.operations.save_standard import SaveStandardArgs, SaveStandardResult


class Memories(Protocol):
    """What the loop needs of the memory core."""

    def remember(self, session: Session, args: RememberArgs) -> RememberResult:
        """Write a memory."""

    def find(self, session: Session, memory_id: str) -> Memory:
        """Return the memory of an id or of a unique prefix of one."""

    def stored(self, session: Session, row_id: int) -> Memory | None:
        """Return a memory by its row id, or None if this audience cannot see it."""

    def similar(self, session: Session, row_id: int) -> list[Memory]:
        """Return live memories with nearly the same text."""

    def ensure_room_in_core(self, session: Session, memory_id: str) -> None:
        """Raise CoreFull if the memory does not fit the core tier."""

    def core_add(self, session: Session, memory_id: str) -> object:
        """Move a memory into the core tier."""

    def archive(self, session: Session, memory_id: str) -> object:
        """Move a memory into the archive tier."""

    def succeed_in_core(self, session: Session, memory_id: str, successor_id: str) -> object:
        """Replace a core memory by the memory that corrects it."""


class Processes(Protocol):
    """What the loop needs of the processes core."""

    def ensure_version(self, session: Session, name: str, version: int) -> None:
        """Raise ProcessUnknown if there is no such version."""

    def in_force(self, session: Session, name: str) -> Version | None:
        """Return the version in force of a name in use, or None."""

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version if it waits for approval behind an approved one, or None."""

    def skilled_standards(self, session: Session) -> Collection[str]:
        """Return the standards that a skill in use names."""

    def standard_of_skill(self, session: Session, name: str) -> str | None:
        """Return the standard that a skill names."""

    def fitting(self, session: Session, task: str) -> list[str]:
        """Return the names of processes that fit a task."""

    def save_process(self, session: Session, args: SaveProcessArgs) -> SaveProcessResult:
        """Save a document as the next version of its name."""

    def approve(self, session: Session, name: str, version: int) -> object:
        """Make a version the reviewed one."""


class Standards(Protocol):
    """What the loop needs of the quality core."""

    def in_force(self, session: Session, name: str) -> Version | None:
        """Return the version in force of a name in use, or None."""

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version if it waits for approval behind an approved one, or None."""

    def rule_ids(self, session: Session, name: str) -> Collection[str]:
        """Return the rule ids of the standard in force, empty if there is none."""

    def save_standard(self, session: Session, args: SaveStandardArgs) -> SaveStandardResult:
        """Save a document as the next version of its name."""

    def approve(self, session: Session, name: str, version: int) -> object:
        """Make a version the reviewed one."""


class Preferences(Protocol):
    """What the loop needs of the preferences core."""

    def adopt(self, session: Session, key: str, value: str, statement: str) -> None:
        """Set a value that a host claimed as the owner's own."""

    def value_of(self, session: Session, key: str) -> tuple[str, str, int] | None:
        """Return value, statement and time of the value in force, or None."""


@dataclass(frozen=True, slots=True)
class Hubs:
    """The other cores, as the loop uses them."""

    memory: Memories
    processes: Processes
    quality: Standards
    preferences: Preferences


def memory_stands(memory: Memory) -> bool:
    """Return whether a memory is live and not archived."""
    return "superseded_at" not in memory and memory["tier"] != "archive"
