"""Putting a checked upload in place, so that a kill at any point is finished later.

A commit first writes its intent: the upload's state `intended`, with the answer that it will give.
Then the bytes are put in place, and one transaction stores the manifest and the position. Whoever
takes the brain's lock, and every start of a server, finishes intents first; doing it twice is
harmless.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from myelin.contract.errors import BrainBusy, BrainDamaged
from myelin.control.blobs import LIVE, epoch_name, snapshot_name, upload_name
from myelin.control.brains import RegisteredBrain
from myelin.control.control import Control
from myelin.control.grants import revoke_of_brain
from myelin.control.positions import examined, reader
from myelin.control.principal import Principal
from myelin.control.rows import Rows
from myelin.control.upload_rows import LIFE_MS, Upload, intended_upload
from myelin.kernel.errors import MyelinError
from myelin.sync.manifest import NO_HASH, Kind, Manifest, manifest_hash, parse_manifest
from myelin.sync.position import read_header

EPOCH_KEPT_MS = 30 * 86_400_000
"""How long a replaced epoch stays a restore point."""
_ATTEMPTS = 10

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a commit will answer."""

    position: str
    revision: int
    number: int


def find_settled(control: Control, who: Principal, name_or_id: str) -> RegisteredBrain:
    """Return a brain with its present position, after finishing what was left unfinished.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
        BrainDamaged: the live file is not the one that the server recorded.
        BrainBusy: pushes were committed again and again meanwhile.
    """
    return settled(control, who, name_or_id, lambda _rows, brain: brain)


def settled(
    control: Control,
    who: Principal,
    name_or_id: str,
    ask: Callable[[Rows, RegisteredBrain], Found],
) -> Found:
    """Return what `ask` reads about a brain while no push is being committed.

    The file is read outside of a transaction. So the brain's row is compared afterwards: if a push
    was committed meanwhile, all is read again.

    Raises:
        BrainUnknown, BrainShredded, BrainDamaged, BrainBusy: as for `find_settled`.
    """
    for _ in range(_ATTEMPTS):
        brain = control.find_brain(who, name_or_id)
        _finish_left_over(control, brain)
        brain, damage = control.find_brain(who, brain.id), None
        try:
            now = examined(control, brain)
        except BrainDamaged as error:
            now, damage = brain, error
        with control.store.reading() as rows:
            still = rows.one(
                "SELECT 1 FROM brain WHERE tenant = ? AND id = ? AND epoch = ? AND pushed_at IS ?"
                " AND (SELECT max(number) FROM manifest WHERE tenant = ? AND brain = ?) IS ?"
                " AND shredded_at IS NULL",
                brain.tenant,
                brain.id,
                brain.epoch,
                brain.pushed_at,
                brain.tenant,
                brain.id,
                brain.newest,
            )
            if still is not None and intended_upload(rows, brain) is None:
                if damage is not None:
                    raise damage
                return ask(rows, now)
    raise BrainBusy(holder="pushes are being committed")


def _finish_left_over(control: Control, brain: RegisteredBrain) -> None:
    """Finish an intent that a killed process left; one that is at work is waited for."""
    with control.store.reading() as rows:
        unfinished = intended_upload(rows, brain) is not None
    if unfinished:
        with control.blobs.locked(brain.place):
            finish(control, brain)


def intend(control: Control, upload: Upload, outcome: Outcome) -> None:
    """Write the intent of a commit; the brain's lock is held and everything was checked."""
    with control.store.writing() as rows:
        rows.run(
            "UPDATE upload SET state = 'intended', answer_position = ?, answer_revision = ?,"
            " answer_number = ? WHERE id = ? AND state = 'open'",
            outcome.position,
            outcome.revision,
            outcome.number,
            upload.id,
        )


def finish(control: Control, brain: RegisteredBrain) -> None:
    """Finish the intent of a brain, if it has one; the brain's lock is held.

    Raises:
        StorageFull, StorageFailed: the disk refused. The bytes were taken back if that was
            possible; otherwise the intent stays and is finished later.
    """
    with control.store.reading() as rows:
        upload = intended_upload(rows, brain)
    if upload is None:
        return
    try:
        _place_bytes(control, brain, upload)
    except MyelinError:
        _take_back(control, brain, upload)
        raise
    manifest = parse_manifest(upload.manifest)
    header = read_header(reader(control, brain.place, LIVE))
    revoked: list[str] = []
    with control.store.writing() as rows:
        _store_manifests(rows, brain, upload)
        if upload.kind is not Kind.APPEND:
            _close_epoch(rows, control, brain, upload)
        _store_position(rows, control, brain, upload, manifest, header.base_seq)
        if upload.kind is Kind.REKEY:
            revoked = revoke_of_brain(
                rows, brain.tenant, brain.id, control.now_ms, with_key_only=True
            )
        rows.run(
            "UPDATE upload SET state = 'committed', expires_at = ? WHERE id = ?",
            control.now_ms + LIFE_MS,
            upload.id,
        )
    for grant in revoked:
        control.tell_revoked(grant)
    tidy(control, brain)
    if _forgets(upload):
        control.store.forget_deleted()


def tidy(control: Control, brain: RegisteredBrain) -> None:
    """Remove the files of a brain that no row names; the brain's lock is held."""
    with control.store.writing() as rows:
        where = "WHERE tenant = ? AND brain = ?"
        rows.run(
            f"DELETE FROM closed_epoch {where} AND kept_until <= ?",
            brain.tenant,
            brain.id,
            control.now_ms,
        )
        rows.run(
            f"DELETE FROM upload {where} AND state != 'intended' AND expires_at <= ?",
            brain.tenant,
            brain.id,
            control.now_ms,
        )
        epochs = rows.all(f"SELECT epoch FROM closed_epoch {where}", brain.tenant, brain.id)
        snapshots = rows.all(f"SELECT id FROM snapshot {where}", brain.tenant, brain.id)
        uploads = rows.all(
            f"SELECT id FROM upload {where} AND state IN ('open', 'intended')",
            brain.tenant,
            brain.id,
        )
    named = {epoch_name(epoch) for (epoch,) in epochs}
    named |= {snapshot_name(each) for (each,) in snapshots}
    named |= {upload_name(each) for (each,) in uploads}
    for name in control.blobs.names(brain.place):
        ours = name.startswith(("epoch-", "snp_", "upl_")) or name.endswith(".new")
        if ours and name not in named:
            control.blobs.remove(brain.place, name)


def _place_bytes(control: Control, brain: RegisteredBrain, upload: Upload) -> None:
    part = upload_name(upload.id)
    if upload.kind is Kind.APPEND:
        if upload.size_bytes:
            control.blobs.copy_into(brain.place, part, LIVE, upload.offset, upload.size_bytes)
        return
    # Without the part the rename was done before a kill.
    if control.blobs.size(brain.place, part) is None:
        return
    if brain.epoch and not _forgets(upload):
        control.blobs.put_copy(brain.place, LIVE, epoch_name(brain.epoch), brain.length)
    control.blobs.replace(brain.place, part, LIVE)


def _take_back(control: Control, brain: RegisteredBrain, upload: Upload) -> None:
    """Bring the live file and the upload back to what they were before the intent."""
    with suppress(MyelinError):
        if upload.kind is Kind.APPEND:
            control.blobs.truncate(brain.place, LIVE, upload.offset)
        elif control.blobs.size(brain.place, upload_name(upload.id)) is None:
            return
        with control.store.writing() as rows:
            rows.run("UPDATE upload SET state = 'open' WHERE id = ?", upload.id)


def _store_manifests(rows: Rows, brain: RegisteredBrain, upload: Upload) -> None:
    for signed in (*upload.chain, upload.manifest):
        rows.run(
            "INSERT OR IGNORE INTO manifest (tenant, brain, number, hash, content)"
            " VALUES (?, ?, ?, ?, ?)",
            brain.tenant,
            brain.id,
            parse_manifest(signed).number,
            manifest_hash(signed),
            signed,
        )


def _close_epoch(rows: Rows, control: Control, brain: RegisteredBrain, upload: Upload) -> None:
    if _forgets(upload):
        for table in ("closed_epoch", "snapshot"):
            rows.run(f"DELETE FROM {table} WHERE tenant = ? AND brain = ?", brain.tenant, brain.id)
    elif brain.epoch:
        rows.run(
            "INSERT OR IGNORE INTO closed_epoch VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            brain.tenant,
            brain.id,
            brain.epoch,
            brain.first_seq,
            brain.seq,
            brain.began_at or brain.created_at,
            control.now_ms,
            brain.length,
            control.now_ms + EPOCH_KEPT_MS,
        )


def _store_position(
    rows: Rows,
    control: Control,
    brain: RegisteredBrain,
    upload: Upload,
    manifest: Manifest,
    base_seq: int,
) -> None:
    appends = upload.kind is Kind.APPEND
    next_owner = upload.kind is Kind.REKEY and manifest.extra != NO_HASH
    rows.run(
        "UPDATE brain SET epoch = ?, seq = ?, length = ?, head_bytes = ?, position = ?,"
        " revision = ?, schema = ?, generation = ?, verifier = ?, owner = ?, first_seq = ?,"
        " began_at = ?, pushed_at = ?, restored_at = NULL WHERE tenant = ? AND id = ?",
        manifest.epoch,
        manifest.seq,
        manifest.file_bytes,
        manifest.head_bytes,
        upload.answer_position,
        upload.answer_revision,
        manifest.schema,
        manifest.generation,
        brain.verifier if upload.verifier is None else upload.verifier,
        manifest.extra if next_owner else brain.owner,
        base_seq,
        brain.began_at if appends else control.now_ms,
        control.now_ms,
        brain.tenant,
        brain.id,
    )


def _forgets(upload: Upload) -> bool:
    """Return whether former epochs and snapshots go with the commit."""
    return upload.forget or upload.kind is Kind.REKEY
