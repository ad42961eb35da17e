"""What a device announces of a replica before it is pushed: the fields of the next manifest."""

from dataclasses import dataclass

from myelin.store.format import Header
from myelin.sync.manifest import NO_HASH, Kind, Manifest, manifest_hash, parse_manifest
from myelin.sync.position import Read, sha256_of


@dataclass(frozen=True, slots=True)
class ReplicaState:
    """A whole replica as it will be at the server."""

    header: Header
    schema: int
    """The number of the newest migration in its base."""
    seq: int
    """Seq of the last record."""
    history: bytes
    """The running hash after it."""
    size_bytes: int
    read: Read
    """Reads the file with the records to be appended."""


def announce(
    kind: Kind,
    state: ReplicaState,
    *,
    newest: bytes | None,
    device: bytes,
    now_ms: int,
    extra: bytes = NO_HASH,
) -> Manifest:
    """Return the manifest that follows the newest signed one, or the first if there is none.

    Its time is the clock's, or 1 ms after the newest one's if the clock shows an earlier time.
    """
    before = None if newest is None else parse_manifest(newest)
    header, head_bytes = state.header, state.header.log_offset
    return Manifest(
        kind,
        header.brain_id,
        1 if before is None else before.number + 1,
        now_ms if before is None else max(now_ms, before.time_ms + 1),
        device,
        header.epoch,
        header.key_generation,
        state.schema,
        head_bytes,
        sha256_of(state.read, 0, head_bytes),
        state.seq,
        state.history,
        state.size_bytes,
        sha256_of(state.read, head_bytes, state.size_bytes - head_bytes),
        NO_HASH if newest is None else manifest_hash(newest),
        extra,
    )
