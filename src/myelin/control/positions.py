"""The position of a brain's live file, found in the file itself without a key.

Server sessions append to the file without telling `control.db`, whose columns are corrected here.
"""

from dataclasses import replace

from myelin.contract.errors import BrainDamaged
from myelin.control.blobs import LIVE
from myelin.control.brains import RegisteredBrain
from myelin.control.control import Control
from myelin.sync.position import Read, header_or_none, token, walk


def reader(control: Control, place: str, name: str) -> Read:
    """Return a function that reads a file of a brain from an offset."""
    return lambda offset, size_bytes: control.blobs.read(place, name, offset, size_bytes)


def examined(control: Control, brain: RegisteredBrain) -> RegisteredBrain:
    """Return a brain with the position of its live file, which is durable from here on.

    A record that is still being written, or was cut short, does not count.

    Raises:
        BrainDamaged: the live file is missing, shorter than it was, or of another epoch.
    """
    if brain.epoch == 0:
        return brain
    size = control.blobs.size(brain.place, LIVE)
    read = reader(control, brain.place, LIVE)
    header = None if size is None else header_or_none(read)
    if size is None or header is None or size < brain.length or header.epoch != brain.epoch:
        raise BrainDamaged(what="the live file is not the one that the server recorded")
    # What is shown to a device must survive a power cut, or its next pull sees a rollback.
    control.blobs.sync(brain.place, LIVE)
    found = walk(read, brain.length, brain.seq, size)
    if found.end == brain.length:
        return brain
    position = token(read, brain.epoch, found.seq, brain.head_bytes, found.last, found.end)
    now = replace(
        brain,
        seq=found.seq,
        length=found.end,
        position=position,
        revision=brain.revision + found.transactions,
    )
    with control.store.writing(durable=False) as rows:
        rows.run(
            "UPDATE brain SET seq = ?, length = ?, position = ?, revision = ?"
            " WHERE tenant = ? AND id = ? AND epoch = ? AND seq < ?"
            # The bytes of a commit may still be taken back; its own transaction moves the row.
            " AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.tenant = brain.tenant"
            "  AND upload.brain = brain.id AND state = 'intended')",
            now.seq,
            now.length,
            now.position,
            now.revision,
            now.tenant,
            now.id,
            now.epoch,
            now.seq,
        )
    return now
