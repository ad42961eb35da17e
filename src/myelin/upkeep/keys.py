"""Giving a brain another root: every file sealed anew, and the next root kept until it is known.

The next root waits beside the brain, sealed with the old key, from before the files change until
the keystore has it. So whoever holds the old root after a kill can always go on.
"""

from pathlib import Path

from myelin.crypto import keys
from myelin.kernel.ids import Chance
from myelin.store import Receipt, Store
from myelin.store.beside import is_sealed_with, open_beside, remove_beside, seal_beside

_SUFFIX = ".key"


def prepare(path: Path, root: bytes, next_root: bytes, *, chance: Chance) -> bytes:
    """Keep the next root beside the brain, sealed with the old key; return the next local key.

    Raises:
        StorageFull, StorageReadOnly, StorageFailed: nothing was kept.
    """
    seal_beside(path, _SUFFIX, next_root, keys.local_key(root), chance=chance)
    return keys.local_key(next_root)


def rotate(store: Store, next_key: bytes) -> Receipt:
    """Seal every file of the brain with the next key, wholly or not at all.

    Raises:
        BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
    """
    return store.rotate(next_key)


def is_going_on(path: Path) -> bool:
    """Return whether a rotation was begun and not ended; costs one look."""
    return path.with_name(path.name + _SUFFIX).exists()


def successor(path: Path, root: bytes) -> bytes | None:
    """Return the root that has taken the place of this one, if a killed rotation left it so."""
    local = keys.local_key(root)
    if is_sealed_with(path, local):
        return None
    next_root = open_beside(path, _SUFFIX, local)
    if next_root is None or not is_sealed_with(path, keys.local_key(next_root)):
        return None
    return next_root


def forget(path: Path) -> None:
    """Remove the next root from beside the brain, once the keystore has it."""
    remove_beside(path, _SUFFIX)
