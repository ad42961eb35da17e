"""The mark: the newest state of a brain that this device has seen, kept apart from its folder.

Files alone cannot show that an older copy of all of them was put back. The mark is kept where the
key is, so it survives that; it is moved at every compaction and clean close, not at every write.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from myelin.kernel.errors import MyelinError
from myelin.kernel.upkeep import Finding
from myelin.store.position import Position


class MarkKeeper(Protocol):
    """Keeps the mark of one brain's path outside of the brain's folder."""

    def load(self) -> bytes | None:
        """Return what was saved last, or None."""

    def save(self, mark: bytes) -> None:
        """Replace the mark in one step.

        Raises:
            OSError, MyelinError: the old one is still there.
        """


@dataclass(frozen=True, slots=True)
class Mark:
    """The newest durable position that this device has seen, and where the history began then."""

    brain_id: bytes
    epoch: int
    seq: int
    history: bytes
    first_seq: int | None
    """The first state that the archive led to, or None if that was not looked at."""

    def encode(self) -> bytes:
        """Return the mark as JSON."""
        fields = [self.brain_id.hex(), self.epoch, self.seq, self.history.hex(), self.first_seq]
        return json.dumps({"mark": fields}).encode()


def load_mark(keeper: MarkKeeper | None, brain_id: bytes | None = None) -> Mark | None:
    """Return the mark, or None if there is none, or if it is another brain's."""
    if keeper is None:
        return None
    raw = None
    # A mark that cannot be read raises no alarm.
    with suppress(OSError, MyelinError):
        raw = keeper.load()
    try:
        brain, epoch, seq, history, first = json.loads(raw or b"")["mark"]
        mark = Mark(
            bytes.fromhex(brain), int(epoch), int(seq), bytes.fromhex(history),
            None if first is None else int(first),
        )  # fmt: skip
    except (ValueError, TypeError, KeyError):
        return None
    return mark if brain_id in (None, mark.brain_id) else None


def advance_mark(
    keeper: MarkKeeper | None, brain_id: bytes, at: Position, first_seq: int | None
) -> None:
    """Save a mark unless a later one is there; without `first_seq` that of the last one stays.

    A failure changes nothing else.
    """
    before = load_mark(keeper, brain_id)
    if keeper is None or (before and (at.epoch, at.seq) < (before.epoch, before.seq)):
        return
    if first_seq is None and before is not None:
        first_seq = before.first_seq
    mark = Mark(brain_id, at.epoch, at.seq, at.history, first_seq)
    if mark != before:
        with suppress(OSError, MyelinError):
            keeper.save(mark.encode())


def history_missing(first_seq: int, base_seq: int) -> Finding:
    """Return the finding about an archive that was there and is not any more."""
    return Finding(
        "history_missing",
        f"The states from record {first_seq} to {base_seq} are gone: their archived files are"
        " missing.",
        "Put the archive folder back from a backup, or run `myelin doctor --accept-rollback` to go"
        " on without them.",
    )
