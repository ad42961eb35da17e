"""Removing one thing and its bytes for good, and leaving word that something was removed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from myelin.contract.errors import ArgumentInvalid, MemoryUnknown
from myelin.kernel.ids import Chance, decode_id
from myelin.kernel.text import first_control
from myelin.kernel.upkept import Doomed
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
class Word:
    """What the tombstone says, and who decided."""

    reason: str
    decided_by: str
    at_ms: int


def plan(session: Session, cores: Sequence[Core], public_id: str) -> Doomed:
    """Return what a purge of that id takes along; nothing is changed.

    Raises:
        MyelinError: no core knows the id; the whole id must be given.
    """
    prefix = public_id.partition("_")[0]
    for core in cores:
        if prefix in core.prefixes:
            return _closed(session, cores, core.doom(session, public_id))
    raise MemoryUnknown()


def _closed(session: Session, cores: Sequence[Core], doomed: Doomed) -> Doomed:
    """Return everything deleted together, once no core adds a row any more."""
    while True:
        before = len(doomed.rows), len(doomed.ids), len(doomed.texts)
        for core in cores:
            doomed = core.follow(session, doomed)
        if before == (len(doomed.rows), len(doomed.ids), len(doomed.texts)):
            return doomed


def check_reason(
    reason: str, doomed: Doomed, scan: Callable[[Iterable[tuple[str, str]]], None]
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
        for text in doomed.texts
    ):
        problem = "must not repeat what is to be forgotten"
    if problem is not None:
        details = {"problems": [{"path": "/reason", "rule": "reason", "message": problem}]}
        raise ArgumentInvalid(count=1, tool="purge", details=details)
    scan([("reason", reason)])


def purge(store: Store, doomed: Doomed, word: Word) -> Receipt:
    """Remove what is doomed from every file of the brain, wholly or not at all.

    Raises:
        BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
    """
    return store.erase(_erasure(doomed, word))


def purge_and_rotate(
    store: Store,
    doomed: Doomed,
    word: Word,
    roots: rotation.Roots,
    keystore: rotation.Keystore,
    *,
    chance: Chance,
) -> Receipt:
    """Remove what is doomed and seal every file with the next root, in one step.

    Raises:
        MyelinError: as for `rotation.rotate`.
    """
    erasure = _erasure(doomed, word)
    return rotation.rotate(store, roots, keystore, chance=chance, erasure=erasure)


def _erasure(doomed: Doomed, word: Word) -> Erasure:
    witnesses = []
    for public_id in doomed.ids:
        row_id, kind = decode_id(public_id), public_id.partition("_")[0]
        values = (row_id, kind, word.at_ms, word.reason, word.decided_by)
        witnesses.append(Put(TOMBSTONE.name, row_id, values))
    return Erasure(doomed.rows, doomed.texts, witnesses)
