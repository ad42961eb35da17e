"""Seed a new brain with the starter pack, saved in the same way as any other document."""

from typing import Protocol

from myelin import starter
from myelin.contract.operations.save_process import SaveProcessArgs
from myelin.contract.operations.save_standard import SaveStandardArgs
from myelin.store import Session


class SavesProcesses(Protocol):
    """The process core, as far as seeding needs it."""

    def save_process(self, session: Session, args: SaveProcessArgs) -> object:
        """Save a document as the next version of its name."""


class SavesStandards(Protocol):
    """The quality core, as far as seeding needs it."""

    def save_standard(self, session: Session, args: SaveStandardArgs) -> object:
        """Save a document as the next version of its name."""


def starter_pack(
    session: Session, processes: SavesProcesses, standards: SavesStandards
) -> dict[str, int]:
    """Save the starter pack through the owner's cores and return how many documents there were."""
    pack = {"processes": starter.processes(), "standards": starter.standards()}
    for yaml in pack["processes"]:
        processes.save_process(session, SaveProcessArgs(yaml=yaml))
    for yaml in pack["standards"]:
        standards.save_standard(session, SaveStandardArgs(yaml=yaml))
    return {name: len(documents) for name, documents in pack.items()}
