"""Snapshots: named states of a brain."""

from collections.abc import Sequence

from myelin.contract.errors import RestorePointUnknown
from myelin.kernel.clock import format_time
from myelin.store import Erasure, Position, Receipt, Store
from myelin.store.events import Event
from myelin.upkeep import restore


def create(
    store: Store, snapshots: Sequence[Event], name: str | None, now_ms: int
) -> tuple[str, Position]:
    """Name the present state, by its time if no name is given. Return the name and the position.

    Raises:
        SnapshotRefused: the name is taken, or could mean something else.
        BrainBusy, StorageFull, StorageReadOnly, StorageFailed: nothing was named.
    """
    if name is None:
        stem = "snapshot " + format_time(now_ms)[:19].replace("T", " ")
        taken = {snapshot.label for snapshot in snapshots}
        name = stem
        for number in range(2, len(snapshots) + 2):
            if name not in taken:
                break
            name = f"{stem} ({number})"
    restore.check_new_name(snapshots, name)
    return name, store.snapshot(name)


def rename(
    store: Store, points: Sequence[Event], name: str, new_name: str, decided_by: str
) -> Receipt:
    """Replace a snapshot's name in every file of the brain. Its state stays.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        SnapshotRefused: the new name is taken, or could mean something else.
        BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
    """
    restore.check_new_name(points, new_name)
    return _replace(store, points, name, new_name, f"snapshot renamed; decided_by: {decided_by}")


def remove(store: Store, points: Sequence[Event], name: str, decided_by: str) -> Receipt:
    """Remove a snapshot's name from every file of the brain. The state can still be restored.

    Raises:
        RestorePointUnknown: there is no snapshot of that name.
        BrainBusy, BrainDamaged, StorageFull, StorageReadOnly, StorageFailed: nothing was changed.
    """
    return _replace(store, points, name, None, f"snapshot removed; decided_by: {decided_by}")


def _replace(
    store: Store, points: Sequence[Event], name: str, new_name: str | None, note: str
) -> Receipt:
    act = "remove_snapshot" if new_name is None else "rename_snapshot"
    if not any(point.kind == "snapshot" and point.label == name for point in points):
        raise RestorePointUnknown(
            at=name, suggestion="Use a name that `myelin snapshot list` prints."
        )
    return store.erase(Erasure(frozenset(), (name,), (), note, act, names={name: new_name}))
