"""Snapshots: moments with a name."""

from collections.abc import Sequence

from myelin.kernel.clock import format_time
from myelin.store import Position, Store
from myelin.store.events import Event
from myelin.upkeep import restore


def create(
    store: Store, points: Sequence[Event], name: str | None, now_ms: int
) -> tuple[str, Position]:
    """Give the present state a name, its time where none is given, and return both.

    Raises:
        SnapshotRefused: the name is taken, or could mean something else.
        BrainBusy, StorageFull, StorageReadOnly, StorageFailed: nothing was named.
    """
    if name is None:
        stem = "snapshot " + format_time(now_ms)[:19].replace("T", " ")
        taken = {point.label for point in points}
        name = stem
        for number in range(2, len(points) + 2):
            if name not in taken:
                break
            name = f"{stem} ({number})"
    restore.check_new_name(points, name)
    return name, store.snapshot(name)
