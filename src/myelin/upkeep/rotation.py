"""Rotation: seal every file of a brain with a new root key.

Order of work, all of it under the brain's maintenance lock:

1. The next root is written beside the brain, sealed with the present key.
2. Every file is sealed with the next key, completely or not at all.
3. The keystore gets the next root.
4. Once the root in the keystore opens the brain's file, the copy beside the brain is removed.

After a kill at any step, the root in the keystore or the copy beside the brain opens the file.
Only the holder of the lock removes the copy: another process cannot tell step 1 from step 4.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from myelin.contract.errors import BrainDamaged, PathRefused, WriteOutcomeUnknown
from myelin.crypto import keys
from myelin.kernel.clock import Clock
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance
from myelin.store import Erasure, Receipt, Schema, Store, sidecar

_SETTLE_WAIT_S = 0.2


class NotSaved(PathRefused):
    """The files have the next root, and the keystore refused it."""

    def __init__(self) -> None:
        super().__init__(
            reason="every file has the new key now, but the keystore refused to save it",
            suggestion="The new words are in force. Make the folder of key files writable"
            " (MYELIN_HOME, else ~/.myelin); the next command then saves the key.",
        )


@dataclass(frozen=True, slots=True)
class Keystore:
    """The two functions of the keystore that a rotation needs, for one brain."""

    save: Callable[[bytes], object]
    """Store a root in the place of the one that is there."""
    stored: Callable[[], bytes | None]
    """Return the root that is stored, whatever the environment says."""


@dataclass(frozen=True, slots=True)
class Roots:
    """A brain's file, its present root and its next one."""

    path: Path
    root: bytes = field(repr=False)
    next_root: bytes = field(repr=False)


def rotate(
    store: Store,
    roots: Roots,
    keystore: Keystore,
    *,
    chance: Chance,
    erasure: Erasure | None = None,
) -> Receipt:
    """Seal every file with the next root, save it in the keystore, and return what was done.

    With `erasure` rows are purged in the same step.

    Raises:
        KeyWrong: the brain was rotated by another process in the meantime; nothing was changed.
        BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
        WriteOutcomeUnknown: the disk failed; the next opening shows which root is the brain's.
        NotSaved: the copy beside the brain stays, and the next command saves it.
    """
    path, root, next_root = roots.path, roots.root, roots.next_root
    with store.maintenance():
        with store.read():
            """Reading proves that this root is still the brain's."""
        sidecar.keep_next_root(path, next_root, keys.local_key(root), chance=chance)
        try:
            next_key = keys.local_key(next_root)
            receipt = store.erase(erasure, next_key=next_key) if erasure else store.rotate(next_key)
        except WriteOutcomeUnknown:
            raise
        except BaseException:
            with suppress(MyelinError):
                if sidecar.is_sealed_with(path, keys.local_key(root)):
                    sidecar.forget_next_root(path)
            raise
        try:
            keystore.save(next_root)
            _forget_if_saved(path, keystore)
        except PathRefused:
            raise NotSaved() from None
    return receipt


def settled_root(
    path: Path,
    root: bytes,
    keystore: Keystore,
    *,
    schema: Schema,
    clock: Clock,
    chance: Chance,
) -> bytes:
    """Return the root that opens a brain, and finish a rotation that was interrupted.

    While another process holds the maintenance lock, nothing is saved or removed: a rotation may
    be at work. If the keystore refuses the root, the copy beside the brain stays.

    Raises:
        BrainBusy: another process held the brain all the time.
        BrainDamaged: the brain's file or the intent beside it cannot be read.
        KeyWrong: neither this root nor the copy opens the file.
    """
    if not path.with_name(path.name + sidecar.NEXT_ROOT).exists():
        return root
    with sidecar.maintenance(path, clock=clock, wait_s=_SETTLE_WAIT_S) as is_held:
        # What is decided may be finished by the holder of the brain's lock alone.
        sidecar.settle(path, keys.local_key(root), schema=schema, clock=clock, chance=chance)
        settled = _successor(path, root) or root
        if is_held:
            with suppress(PathRefused):
                if settled != root:
                    keystore.save(settled)
                _forget_if_saved(path, keystore)
    return settled


def _successor(path: Path, root: bytes) -> bytes | None:
    """Return the root that replaced this one, if the copy beside the brain holds it."""
    local = keys.local_key(root)
    if sidecar.is_sealed_with(path, local):
        return None
    try:
        found = sidecar.next_root(path, local)
    except BrainDamaged:
        # Sealed with another root than this one: opening the brain says that the key is wrong.
        return None
    if found is None or len(found) != keys.KEY_BYTES:
        return None
    return found if sidecar.is_sealed_with(path, keys.local_key(found)) else None


def _forget_if_saved(path: Path, keystore: Keystore) -> None:
    stored = keystore.stored()
    if stored is not None and sidecar.is_sealed_with(path, keys.local_key(stored)):
        sidecar.forget_next_root(path)
