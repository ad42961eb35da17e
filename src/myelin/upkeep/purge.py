"""Purge: remove one thing and its bytes from every file, and record that something was removed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from myelin.contract.errors import ArgumentInvalid, BrainChanged, MemoryUnknown
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance, decode_id
from myelin.kernel.text import first_control
from myelin.kernel.upkept import Doomed
from myelin.store import Erasure, Put, Receipt, Session, Store
from myelin.upkeep import rotation
from myelin.upkeep.core import Core

REASON_BYTES_MAX = 200
_QUOTE_CHARS_MIN = 12
METHOD = (
    "Each file was decrypted. The rows were deleted from its base, its indexes and its log, free"
    " space was cleared, and the file was sealed again with a new salt in the place of the old one."
)


@dataclass(frozen=True, slots=True)
class Word:
    """The text of the tombstone: reason, decision and time."""

    reason: str
    decided_by: str
    at_ms: int


def plan(session: Session, cores: Sequence[Core], public_id: str) -> Doomed:
    """Return everything that a purge of that id removes; nothing is changed.

    Raises:
        MyelinError: no core knows the id. The whole id must be given.
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


@dataclass(frozen=True, slots=True)
class Order:
    """A purge that somebody confirmed."""

    doomed: Doomed
    word: Word
    cores: Sequence[Core]
    snapshots: Sequence[str] = ()
    """Names of snapshots that repeat the text; they are replaced."""

    def erasure(self) -> Erasure:
        """Return the order in the store's terms."""
        witnesses = []
        for public_id in self.doomed.ids:
            row_id, kind = decode_id(public_id), public_id.partition("_")[0]
            values = (row_id, kind, self.word.at_ms, self.word.reason, self.word.decided_by)
            witnesses.append(Put("tombstone", row_id, values))
        return Erasure(
            self.doomed.rows,
            [*self.doomed.texts, *self.snapshots],
            witnesses,
            names=self._new_names(),
            confirm=self._confirm,
        )

    def _new_names(self) -> dict[str, str | None]:
        mark = self.doomed.ids[0][-6:]
        return {name: f"erased {mark}-{number}" for number, name in enumerate(self.snapshots, 1)}

    def _confirm(self, session: Session) -> None:
        """Compare what was confirmed with what goes now."""
        confirmed = self.doomed
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


def snapshots_with(names: Iterable[str], doomed: Doomed) -> list[str]:
    """Return the names of snapshots that repeat a text: the whole text, or twelve characters."""
    texts = [text.casefold() for text in doomed.texts]
    found = []
    for name in dict.fromkeys(names):
        folded = name.casefold()
        windows = {
            folded[at : at + _QUOTE_CHARS_MIN] for at in range(len(folded) - _QUOTE_CHARS_MIN + 1)
        }
        if any(text in folded or any(window in text for window in windows) for text in texts):
            found.append(name)
    return found
