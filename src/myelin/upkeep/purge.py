"""Purge: remove one thing and its bytes from every file, and record that something was removed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from myelin.contract.errors import ArgumentInvalid, BrainChanged, MemoryUnknown
from myelin.kernel.errors import MyelinError
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
    "Each file was decrypted. The rows were deleted from its base, its indexes and its log, free"
    " space was cleared, and the file was sealed again with a new salt in the place of the old one."
)


@dataclass(frozen=True, slots=True)
class PurgeReason:
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


@dataclass(frozen=True, slots=True)
class Order:
    """A purge that the owner confirmed."""

    deletion: Deletion
    decision: PurgeReason
    cores: Sequence[Core]
    snapshots: Sequence[str] = ()
    """Names of snapshots that repeat the text; they are replaced."""

    def erasure(self) -> Erasure:
        """Return the deletion as the store needs it."""
        decision, witnesses = self.decision, []
        for public_id in self.deletion.ids:
            row_id, kind = decode_id(public_id), public_id.partition("_")[0]
            values = (row_id, kind, decision.at_ms, decision.reason, decision.decided_by)
            witnesses.append(Put(TOMBSTONE.name, row_id, values))
        return Erasure(
            self.deletion.rows,
            [*self.deletion.texts, *self.snapshots],
            witnesses,
            names=self._new_names(),
            confirm=self._confirm,
        )

    def _new_names(self) -> dict[str, str | None]:
        mark = self.deletion.ids[0][-6:]
        return {name: f"erased {mark}-{number}" for number, name in enumerate(self.snapshots, 1)}

    def _confirm(self, session: Session) -> None:
        """Compare what was confirmed with what would be deleted now."""
        confirmed = self.deletion
        try:
            now = plan(session, self.cores, confirmed.ids[0])
        except MyelinError:
            raise BrainChanged(what="what you confirmed is gone") from None
        if set(now.texts) != set(confirmed.texts) or set(now.ids) != set(confirmed.ids):
            raise BrainChanged(what="other things say the same text now")
        if now.rows != confirmed.rows:
            raise BrainChanged(what="other rows, such as links, belong to it now")


def purge(store: Store, order: Order) -> Receipt:
    """Remove what was confirmed from every file of the brain, completely or not at all.

    Raises:
        BrainChanged: what was confirmed is no longer what is there; nothing was changed.
        BrainBusy, BrainDamaged, OutOfMemory, StorageFull, StorageReadOnly, StorageFailed: nothing
            was changed.
    """
    return store.erase(order.erasure())


def purge_and_rotate(
    store: Store,
    order: Order,
    roots: rotation.Roots,
    keystore: rotation.Keystore,
    *,
    chance: Chance,
) -> Receipt:
    """Remove what was confirmed and seal every file with the next root, in one step.

    Raises:
        MyelinError: as for `purge` and `rotation.rotate`.
    """
    return rotation.rotate(store, roots, keystore, chance=chance, erasure=order.erasure())


def snapshots_with(names: Iterable[str], deletion: Deletion) -> list[str]:
    """Return the names of snapshots that repeat a text: the whole text, or twelve characters."""
    texts = [text.casefold() for text in deletion.texts]
    found = []
    for name in dict.fromkeys(names):
        folded = name.casefold()
        windows = {
            folded[at : at + _QUOTE_CHARS_MIN] for at in range(len(folded) - _QUOTE_CHARS_MIN + 1)
        }
        if any(text in folded or any(window in text for window in windows) for text in texts):
            found.append(name)
    return found
