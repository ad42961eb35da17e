"""Removing one thing and its bytes for good, and leaving word that something was removed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from myelin.contract.errors import ArgumentInvalid, MemoryUnknown
from myelin.kernel.ids import Chance, decode_id
from myelin.kernel.text import first_control
from myelin.kernel.upkeep import Deletion
from myelin.store import Erasure, Put, Receipt, Session, Store
from myelin.upkeep import rotation
from myelin.upkeep.core import Core
from myelin.upkeep.tombstones import TOMBSTONE

REASON_BYTES_MAX = 200
_QUOTE_CHARS_MIN = 12
METHOD = (
    "Each file was decrypted, the rows were deleted from its base and from its log, derived tables"
    " were made anew, the base was vacuumed, and the file was sealed again under a new salt in the"
    " place of the old one."
)


@dataclass(frozen=True, slots=True)
class Decision:
    """The reason that a tombstone keeps, who decided the purge, and when (milliseconds)."""

    reason: str
    decided_by: str
    at_ms: int


def plan(session: Session, cores: Sequence[Core], public_id: str) -> Deletion:
    """Return everything that a purge of that id deletes. Nothing is changed.

    Raises:
        MyelinError: no core knows the id; the whole id must be given.
    """
    prefix = public_id.partition("_")[0]
    for core in cores:
        if prefix in core.prefixes:
            return _closed(session, cores, core.deletion_of(session, public_id))
    raise MemoryUnknown()


def _closed(session: Session, cores: Sequence[Core], deletion: Deletion) -> Deletion:
    """Return everything deleted together, once no core adds a row any more."""
    while True:
        before = len(deletion.rows), len(deletion.ids), len(deletion.texts)
        for core in cores:
            deletion = core.widened(session, deletion)
        if before == (len(deletion.rows), len(deletion.ids), len(deletion.texts)):
            return deletion


def check_reason(
    reason: str, deletion: Deletion, scan: Callable[[Iterable[tuple[str, str]]], None]
) -> None:
    """Refuse a reason that is too long, holds a credential, or repeats what is to be forgotten.

    Raises:
        ArgumentInvalid: it cannot be kept as it is.
        SecretRefused: it holds what looks like a credential.
    """
    problem = None
    if not reason.strip() or len(reason.encode()) > REASON_BYTES_MAX:
        problem = f"has 1 to {REASON_BYTES_MAX} bytes"
    elif first_control(reason, one_line=True) is not None:
        problem = "is one line"
    elif any(
        text in reason or (len(reason) >= _QUOTE_CHARS_MIN and reason in text)
        for text in deletion.texts
    ):
        problem = "must not repeat what is to be forgotten"
    if problem is not None:
        details = {"problems": [{"path": "/reason", "rule": "reason", "message": problem}]}
        raise ArgumentInvalid(count=1, tool="purge", details=details)
    scan([("reason", reason)])


def purge(store: Store, deletion: Deletion, decision: Decision) -> Receipt:
    """Delete the rows from every file of the brain, all of them or none.

    Raises:
        BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
    """
    return store.erase(_erasure(deletion, decision))


def purge_and_rotate(
    store: Store,
    deletion: Deletion,
    decision: Decision,
    roots: rotation.Roots,
    keystore: rotation.Keystore,
    *,
    chance: Chance,
) -> Receipt:
    """Delete the rows and seal every file with the next root, in one step.

    Raises:
        MyelinError: as for `rotation.rotate`.
    """
    erasure = _erasure(deletion, decision)
    return rotation.rotate(store, roots, keystore, chance=chance, erasure=erasure)


def _erasure(deletion: Deletion, decision: Decision) -> Erasure:
    witnesses = []
    for public_id in deletion.ids:
        row_id, kind = decode_id(public_id), public_id.partition("_")[0]
        values = (row_id, kind, decision.at_ms, decision.reason, decision.decided_by)
        witnesses.append(Put(TOMBSTONE.name, row_id, values))
    return Erasure(deletion.rows, deletion.texts, witnesses)
