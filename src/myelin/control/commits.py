"""The commit of an upload: everything is checked with the brain's lock held, then put in place."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import UploadOffset, UploadUnknown
from myelin.control.blobs import LIVE, upload_name
from myelin.control.brains import RegisteredBrain
from myelin.control.control import Control
from myelin.control.intents import Outcome, finish, intend
from myelin.control.positions import examined, reader
from myelin.control.preconditions import ensure_matches
from myelin.control.principal import Principal
from myelin.control.upload_rows import Upload, find_upload
from myelin.kernel.ids import decode_brain_id
from myelin.sync.checks import Held, check_append, check_file, check_manifest, refuse
from myelin.sync.manifest import Kind
from myelin.sync.position import Read, read_header, sha256_of, token, walk

if TYPE_CHECKING:
    from myelin.contract.operations.commit_rekey import CommitRekeyArgs
    from myelin.contract.operations.commit_upload import CommitUploadArgs


def commit_upload(
    control: Control, who: Principal, args: "CommitUploadArgs"
) -> Mapping[str, object]:
    """Make an upload the brain's next state; repeated within 24 h, it gives the same answer.

    Raises:
        PreconditionRequired, RevisionMoved: it does not build on the present state.
        UploadUnknown, UploadOffset: there is no such upload, or bytes are missing.
        BundleUntrusted, OwnerSignatureRequired: it is not what the owner signed.
    """
    return _commit(control, who, args.id, args.upload, args.if_match, rekeys=False)


def commit_rekey(control: Control, who: Principal, args: "CommitRekeyArgs") -> Mapping[str, object]:
    """Replace bytes and verifier by those of the next key; former epochs and snapshots go.

    Raises:
        PreconditionRequired, RevisionMoved, UploadUnknown, UploadOffset, BundleUntrusted,
        OwnerSignatureRequired: as for `commit_upload`.
    """
    return _commit(control, who, args.id, args.upload, args.if_match, rekeys=True)


def held_of(control: Control, brain: RegisteredBrain) -> Held:
    """Return what the server holds of a brain, for the checks of a push."""
    with control.store.reading() as rows:
        row = rows.one(
            "SELECT content FROM manifest WHERE tenant = ? AND brain = ?"
            " ORDER BY number DESC LIMIT 1",
            brain.tenant,
            brain.id,
        )
    return Held(
        decode_brain_id(brain.id),
        brain.owner,
        brain.generation,
        brain.verifier,
        None if row is None else row[0],
        brain.epoch,
        brain.seq,
        brain.length,
        brain.head_bytes,
        reader(control, brain.place, LIVE),
    )


def _commit(
    control: Control,
    who: Principal,
    brain_name: str,
    upload_id: str,
    if_match: str | None,
    *,
    rekeys: bool,
) -> Mapping[str, object]:
    brain = control.find_brain(who, brain_name)
    upload = _found(control, brain, upload_id)
    if upload.state == "committed":
        return upload.answer
    with control.blobs.locked(brain.place):
        finish(control, brain)
        brain = examined(control, control.find_brain(who, brain.id))
        upload = _found(control, brain, upload_id)
        if upload.state == "committed":
            return upload.answer
        ensure_matches(brain, if_match)
        if upload.received != upload.size_bytes:
            raise UploadOffset(received=upload.received, details={"received": upload.received})
        if (upload.kind is Kind.REKEY) != rekeys:
            refuse("a rekey is committed by the route of rekey, and nothing else is")
        outcome = _checked(control, brain, upload)
        control.tell_replaced(brain.place)
        intend(control, upload, outcome)
        finish(control, brain)
        return _found(control, brain, upload_id).answer


def _found(control: Control, brain: RegisteredBrain, upload_id: str) -> Upload:
    with control.store.reading() as rows:
        upload = find_upload(rows, brain, upload_id, control.now_ms)
    if upload.state == "dropped":
        raise UploadUnknown()
    return upload


def _checked(control: Control, brain: RegisteredBrain, upload: Upload) -> Outcome:
    """Return what the commit of an upload will answer, if it may be committed."""
    held = held_of(control, brain)
    manifest = check_manifest(held, upload.manifest, upload.chain, control.now_ms)
    new = reader(control, brain.place, upload_name(upload.id))
    if upload.size_bytes == 0:
        new = _nothing
    if sha256_of(new, 0, upload.size_bytes) != upload.sha256:
        refuse("the SHA-256 of the bytes is not the announced one")
    if upload.kind is Kind.APPEND:
        transactions = check_append(held, manifest, new, upload.size_bytes)
        if upload.size_bytes == 0:
            return Outcome(brain.position, brain.revision, manifest.number)
        found = walk(new, 0, held.seq, upload.size_bytes)
        last, end = found.last, found.end
        revision = brain.revision + transactions
    else:
        transactions = check_file(
            held, manifest, upload.chain, new, upload.size_bytes, upload.verifier
        )
        last, end = _last_of_file(new, upload.size_bytes)
        # The base of a new epoch counts as one transaction: its own are not told apart.
        revision = brain.revision + 1 + transactions
    position = token(new, manifest.epoch, manifest.seq, manifest.head_bytes, last, end)
    return Outcome(position, revision, manifest.number)


def _last_of_file(new: Read, size_bytes: int) -> tuple[int, int]:
    """Return the offset of the last record of a new file, and its end."""
    header = read_header(new)
    found = walk(new, header.log_offset, header.base_seq, size_bytes)
    return found.last, found.end


def _nothing(_offset: int, _size_bytes: int) -> bytes:
    return b""
