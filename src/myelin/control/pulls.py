"""What devices pull: the state of a brain with its manifests, and the ciphertext itself."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import RangeRefused, RevisionMoved, SnapshotUnknown
from myelin.control.answer import Ciphertext
from myelin.control.blobs import LIVE, PIECE_BYTES, epoch_name, snapshot_name
from myelin.control.brains import RegisteredBrain, has_open_upload
from myelin.control.control import Control
from myelin.control.encoding import encode
from myelin.control.intents import find_settled, settled
from myelin.control.principal import Principal
from myelin.control.rows import Rows
from myelin.kernel.clock import format_time

if TYPE_CHECKING:
    from myelin.contract.operations.read_ciphertext import ReadCiphertextArgs
    from myelin.contract.operations.remote_state import RemoteStateArgs

MANIFESTS_MAX = 1_000
WHOLE_BYTES_MAX = 64 << 20
"""Up to here a file is sent without a range."""
_RANGE = re.compile(r"bytes=(\d{1,15})?-(\d{1,15})?", re.ASCII)
_EPOCH = re.compile(r"[0-9]{1,10}", re.ASCII)


def remote_state(control: Control, who: Principal, args: "RemoteStateArgs") -> Mapping[str, object]:
    """Return the position of a brain, its manifests after a number, and its epochs.

    Everything that the position covers is durable.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
        BrainDamaged: the live file is not the one that the server recorded.
    """
    return settled(control, who, args.id, lambda rows, brain: _state(control, rows, brain, args))


def _state(
    control: Control, rows: Rows, brain: RegisteredBrain, args: "RemoteStateArgs"
) -> Mapping[str, object]:
    found = rows.all(
        "SELECT content FROM manifest WHERE tenant = ? AND brain = ? AND number > ?"
        " ORDER BY number, hash LIMIT ?",
        brain.tenant,
        brain.id,
        args.after,
        MANIFESTS_MAX + 1,
    )
    closed = rows.all(
        "SELECT epoch, bytes, kept_until FROM closed_epoch WHERE tenant = ? AND brain = ?"
        " AND kept_until > ? ORDER BY epoch DESC",
        brain.tenant,
        brain.id,
        control.now_ms,
    )
    live = [{"epoch": brain.epoch, "length": brain.length}] if brain.epoch else []
    answer: dict[str, object] = {
        "brain": brain.id,
        "token": brain.position,
        "epoch": brain.epoch,
        "seq": brain.seq,
        "length": brain.length,
        "head_bytes": brain.head_bytes,
        "revision": brain.revision,
        "generation": brain.generation,
        "verifier": encode(brain.verifier),
        "owner": encode(brain.owner),
        "manifests": [encode(content) for (content,) in found[:MANIFESTS_MAX]],
        "more": len(found) > MANIFESTS_MAX,
        "epochs": [
            *live,
            *(
                {"epoch": epoch, "length": size, "kept_until": format_time(kept_until)}
                for epoch, size, kept_until in closed
            ),
        ],
        "uploads_open": int(has_open_upload(rows, brain, control.now_ms)),
    }
    restored_at = brain.restored_at
    return answer if restored_at is None else answer | {"restored_at": format_time(restored_at)}


def read_ciphertext(control: Control, who: Principal, args: "ReadCiphertextArgs") -> Ciphertext:
    """Return the bytes of an epoch or a snapshot, or one range of them.

    Bytes below a length that a state named never change.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
        SnapshotUnknown: the server holds no such epoch or snapshot.
        RangeRefused: the range cannot be served, or a large file was asked for without one.
        RevisionMoved: If-Match names another state than the present one.
    """
    brain = find_settled(control, who, args.id)
    if args.if_match is not None and args.if_match != f'"{brain.position}"':
        raise RevisionMoved(details={"token": brain.position})
    name, total = _file(control, brain, args.epoch)
    offset, length = _range(args.range, total)
    etag = f"e{args.epoch}" if _EPOCH.fullmatch(args.epoch) else args.epoch
    pieces = _pieces(control, brain.place, name, offset, length)
    return Ciphertext(total, offset, length, etag, args.range is None, pieces)


def _file(control: Control, brain: RegisteredBrain, asked: str) -> tuple[str, int]:
    """Return the name and the length of the file of an epoch or a snapshot.

    Raises:
        SnapshotUnknown: the server holds none of that name.
    """
    epoch = int(asked) if _EPOCH.fullmatch(asked) else None
    if epoch is not None and epoch == brain.epoch != 0:
        return LIVE, brain.length
    with control.store.reading() as rows:
        closed = rows.one(
            "SELECT bytes FROM closed_epoch WHERE tenant = ? AND brain = ? AND epoch = ?"
            " AND kept_until > ?",
            brain.tenant,
            brain.id,
            -1 if epoch is None else epoch,
            control.now_ms,
        )
        kept = rows.one(
            "SELECT bytes FROM snapshot WHERE tenant = ? AND brain = ? AND id = ?",
            brain.tenant,
            brain.id,
            asked,
        )
    if closed is not None and epoch is not None:
        return epoch_name(epoch), closed[0]
    if kept is not None:
        return snapshot_name(asked), kept[0]
    raise SnapshotUnknown()


def _range(text: str | None, total: int) -> tuple[int, int]:
    """Return the offset and the length of a Range header (RFC 9110, 14.1.2), one range alone.

    Raises:
        RangeRefused: it is not one range inside the file.
    """
    refused = RangeRefused(length=total, details={"length": total})
    if text is None:
        if total > WHOLE_BYTES_MAX:
            raise refused
        return 0, total
    match = _RANGE.fullmatch(text)
    if match is None or match.groups() == (None, None):
        raise refused
    first, last = match.groups()
    if first is None:
        length = min(int(last), total)
        offset = total - length
    else:
        offset = int(first)
        length = (total if last is None else min(int(last) + 1, total)) - offset
    if length <= 0:
        raise refused
    return offset, length


def _pieces(control: Control, place: str, name: str, offset: int, length: int) -> Iterator[bytes]:
    """Yield a range of a file piece by piece; it ends early if the file was removed meanwhile."""
    end = offset + length
    while offset < end:
        data = control.blobs.read(place, name, offset, min(PIECE_BYTES, end - offset))
        if not data:
            return
        yield data
        offset += len(data)
