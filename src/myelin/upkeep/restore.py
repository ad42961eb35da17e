"""Find the state of a brain that a name, a time or a number means, and the states next to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from myelin.contract.errors import RestorePointUnknown, SnapshotRefused
from myelin.kernel.clock import format_time, parse_time
from myelin.store.events import Event

LATEST = "latest"
NAME_BYTES_MAX = 64
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """The state that is meant, the reason, and the states before and after it."""

    point: Event
    why: str
    earlier: Sequence[Event]
    later: Sequence[Event]


def choose(points: Sequence[Event], at: str) -> Choice:
    """Return the state that a snapshot's name, a time, a record's number or `latest` means.

    Raises:
        RestorePointUnknown: nothing that can be restored is meant by it.
    """
    if not points:
        raise RestorePointUnknown(at=at, suggestion="No file of this brain can be restored from.")
    place, why = _find(points, at.strip())
    return Choice(
        points[place],
        why,
        points[max(0, place - _BESIDE) : place],
        points[place + 1 : place + 1 + _BESIDE],
    )


def check_new_name(points: Sequence[Event], name: str) -> None:
    """Refuse a snapshot's name that is taken, or that could mean something else.

    Raises:
        SnapshotRefused: another name must be given.
    """
    if not name.strip() or name != name.strip() or len(name.encode()) > NAME_BYTES_MAX:
        raise SnapshotRefused(reason=f"a name has 1 to {NAME_BYTES_MAX} bytes and no outer spaces")
    if any(not char.isprintable() for char in name):
        raise SnapshotRefused(reason="a name holds nothing that cannot be printed")
    if name.isdecimal() or name == LATEST or _time_ms(name) is not None:
        raise SnapshotRefused(reason="that would read as a number, a time or the latest state")
    if any(point.kind == "snapshot" and point.label == name for point in points):
        raise SnapshotRefused(reason="there is a snapshot of that name")


def _find(points: Sequence[Event], at: str) -> tuple[int, str]:
    named = [i for i, p in enumerate(points) if p.kind == "snapshot" and p.label == at]
    if named:
        return named[-1], "the snapshot of that name"
    if at == LATEST:
        return len(points) - 1, "the latest state that can be read"
    if at.isdecimal():
        return _by_number(points, int(at))
    time_ms = _time_ms(at)
    if time_ms is None:
        raise RestorePointUnknown(
            at=at,
            suggestion="Give a snapshot's name, a time such as 2026-03-01T12:00:00Z, a record's"
            " number, or `latest`; `myelin snapshot list` and `--dry-run` show them.",
        )
    before = [i for i, point in enumerate(points) if point.time_ms <= time_ms]
    if not before:
        first = format_time(points[0].time_ms)
        raise RestorePointUnknown(at=at, suggestion=f"The oldest state is that of {first}.")
    point = points[before[-1]]
    if point.time_ms == time_ms:
        return before[-1], "what was written at that time"
    return before[-1], f"the state after record {point.seq}, written {format_time(point.time_ms)}"


def _by_number(points: Sequence[Event], seq: int) -> tuple[int, str]:
    before = [i for i, point in enumerate(points) if point.seq <= seq]
    if not before or seq > points[-1].seq:
        first, last = points[0].seq, points[-1].seq
        suggestion = f"The records that can be restored are {first} to {last}."
        raise RestorePointUnknown(at=str(seq), suggestion=suggestion)
    point = points[before[-1]]
    if point.seq == seq:
        return before[-1], "the record of that number"
    return before[-1], f"the state after record {point.seq}; what follows it are uses alone"


def _time_ms(text: str) -> int | None:
    try:
        return parse_time(text)
    except ValueError:
        return None
