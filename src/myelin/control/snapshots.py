"""Snapshots and other states of a brain that devices can restore; the server has no key."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import SnapshotRefused
from myelin.control import brains
from myelin.control.blobs import LIVE, snapshot_name
from myelin.control.brains import RegisteredBrain
from myelin.control.control import Control
from myelin.control.intents import finish
from myelin.control.pages import page_of
from myelin.control.positions import examined
from myelin.control.principal import Principal
from myelin.control.quotas import SNAPSHOTS_OF_A_BRAIN, reserve_bytes
from myelin.control.rows import Row, Rows
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id, new_row_id

if TYPE_CHECKING:
    from myelin.contract.operations.create_copy import CreateCopyArgs
    from myelin.contract.operations.list_copies import ListCopiesArgs
    from myelin.contract.operations.list_remote_states import ListRemoteStatesArgs

_COLUMNS = "id, name, position, bytes, created_at, created_by"


def list_copies(control: Control, who: Principal, args: "ListCopiesArgs") -> Mapping[str, object]:
    """Return the snapshots of a brain, the newest first.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
    """
    brain = control.find_brain(who, args.id)
    with control.store.reading() as rows:
        found = rows.all(
            f"SELECT {_COLUMNS} FROM snapshot WHERE tenant = ? AND brain = ?"
            " ORDER BY created_at DESC, id",
            brain.tenant,
            brain.id,
        )
    return {"snapshots": [_described(row) for row in found]}


def create_copy(control: Control, who: Principal, args: "CreateCopyArgs") -> Mapping[str, object]:
    """Keep a copy of the live file as it is; the copy is durable before its row.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
        SnapshotRefused: nothing was pushed yet, or there are 20 snapshots.
        QuotaExceeded: the copy does not fit into the tenant's quota.
    """
    brain = control.find_brain(who, args.id)
    if brain.epoch == 0:
        raise SnapshotRefused(reason="nothing was pushed yet")
    snapshot = encode_id("snp", new_row_id(control.machine.chance))
    with control.blobs.locked(brain.place):
        finish(control, brain)
        brain = examined(control, control.find_brain(who, brain.id))
        with control.store.reading() as rows:
            _ensure_room(rows, brain)
        control.blobs.put_copy(brain.place, LIVE, snapshot_name(snapshot), brain.length)
        with control.store.writing() as rows:
            rows.run(
                "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                snapshot,
                brain.tenant,
                brain.id,
                args.name,
                brain.epoch,
                brain.first_seq,
                brain.seq,
                brain.position,
                brain.length,
                control.now_ms,
                who.name,
            )
            row = rows.one(f"SELECT {_COLUMNS} FROM snapshot WHERE id = ?", snapshot)
    assert row is not None
    return {"snapshot": _described(row)}


def list_remote_states(
    control: Control, who: Principal, args: "ListRemoteStatesArgs"
) -> Mapping[str, object]:
    """Return the states that can be pulled: live epochs, closed epochs and snapshots.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
    """
    named = None if args.brain is None else control.find_brain(who, args.brain)
    points: list[dict[str, object]] = []
    with control.store.reading() as rows:
        for brain in brains.all_of(rows, who.tenant):
            reachable = who.brain in (None, brain.id)
            if reachable and (named is None or named.id == brain.id):
                points += _states(rows, brain, control.now_ms)
    keyed = [(f"{at:06d}", point) for at, point in enumerate(points)]
    shown, more = page_of(keyed, lambda each: each[0], args.cursor, args.limit)
    return {"points": [point for _, point in shown], **more}


def _ensure_room(rows: Rows, brain: RegisteredBrain) -> None:
    row = rows.one(
        "SELECT count(*) FROM snapshot WHERE tenant = ? AND brain = ?", brain.tenant, brain.id
    )
    if row is not None and row[0] >= SNAPSHOTS_OF_A_BRAIN:
        raise SnapshotRefused(
            reason=f"the brain has {SNAPSHOTS_OF_A_BRAIN} snapshots here, and no more are kept"
        )
    reserve_bytes(rows, brain.tenant, brain.length)


def _states(rows: Rows, brain: RegisteredBrain, now_ms: int) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    if brain.epoch:
        began_at, ended_at = brain.began_at or brain.created_at, brain.pushed_at or now_ms
        live = (brain.epoch, brain.first_seq, brain.seq, began_at, ended_at, brain.length)
        found.append(_point(brain, *live))
    closed = rows.all(
        "SELECT epoch, first_seq, last_seq, began_at, ended_at, bytes FROM closed_epoch"
        " WHERE tenant = ? AND brain = ? AND kept_until > ? ORDER BY epoch DESC",
        brain.tenant,
        brain.id,
        now_ms,
    )
    found += [_point(brain, *row) for row in closed]
    kept = rows.all(
        "SELECT id, epoch, first_seq, last_seq, created_at, bytes FROM snapshot"
        " WHERE tenant = ? AND brain = ? ORDER BY created_at DESC, id",
        brain.tenant,
        brain.id,
    )
    for snapshot, epoch, first_seq, last_seq, at, size in kept:
        point = _point(brain, epoch, first_seq, last_seq, at, at, size)
        found.append(point | {"snapshot": snapshot})
    return found


def _point(
    brain: RegisteredBrain,
    epoch: int,
    first_seq: int,
    last_seq: int,
    began_at: int,
    ended_at: int,
    size_bytes: int,
) -> dict[str, object]:
    return {
        "brain": brain.id,
        "epoch": epoch,
        "first_seq": first_seq,
        "last_seq": last_seq,
        "from": format_time(began_at),
        "to": format_time(ended_at),
        "bytes": size_bytes,
    }


def _described(row: Row) -> dict[str, object]:
    snapshot, name, position, size, at, by = row
    text = {
        "id": snapshot,
        "token": position,
        "bytes": size,
        "at": format_time(at),
        "by": by,
    }
    return text if name is None else text | {"name": name}
