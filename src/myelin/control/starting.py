"""The start of a server: finish what a kill interrupted, and remove what nothing names."""

from myelin.control import brains, intents, shredding
from myelin.control.control import Control


def start(control: Control) -> None:
    """Finish interrupted shreds and commits of every brain, and remove leftover files.

    Raises:
        BrainBusy: another server uses one of the brains.
        StorageFull, StorageFailed: the disk refused.
    """
    shredding.finish_all(control)
    with control.store.reading() as rows:
        tenants = [str(tenant) for (tenant,) in rows.all("SELECT id FROM tenant")]
    for tenant in tenants:
        with control.store.reading() as rows:
            found = brains.all_of(rows, tenant)
        for brain in found:
            with control.blobs.locked(brain.place):
                intents.finish(control, brain)
                intents.tidy(control, brain)
