"""Upload sessions: opened with a signed manifest, filled part by part, committed or dropped."""

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import (
    BodyTooLarge,
    HeaderInvalid,
    UploadOffset,
    UploadUnknown,
)
from myelin.control.blobs import upload_name
from myelin.control.brains import RegisteredBrain
from myelin.control.commits import held_of
from myelin.control.control import Control
from myelin.control.encoding import decode
from myelin.control.intents import find_settled
from myelin.control.preconditions import ensure_matches
from myelin.control.principal import Principal
from myelin.control.quotas import reserve_bytes
from myelin.control.upload_rows import LIFE_MS, find_upload
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id, new_row_id
from myelin.sync.checks import check_manifest, refuse
from myelin.sync.manifest import Kind, Manifest

if TYPE_CHECKING:
    from myelin.contract.operations.drop_upload import DropUploadArgs
    from myelin.contract.operations.open_upload import OpenUploadArgs
    from myelin.contract.operations.receive_part import ReceivePartArgs
    from myelin.contract.operations.upload_state import UploadStateArgs

PART_BYTES = 4 << 20
_DIGEST = re.compile(r"sha-256=:([A-Za-z0-9+/]{43}=):", re.ASCII)


def open_upload(control: Control, who: Principal, args: "OpenUploadArgs") -> Mapping[str, object]:
    """Open an upload and reserve its bytes; another open one of the brain is dropped.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
        PreconditionRequired, RevisionMoved: it does not build on the present state.
        BundleUntrusted, OwnerSignatureRequired: the manifest may not follow.
        QuotaExceeded: the bytes do not fit into the tenant's quota.
    """
    brain = find_settled(control, who, args.id)
    ensure_matches(brain, args.if_match)
    signed = decode(args.manifest, "open_upload", "manifest")
    chain = [decode(each, "open_upload", "chain") for each in args.chain]
    verifier = None
    if args.verifier is not None:
        verifier = decode(args.verifier, "open_upload", "verifier")
    manifest = check_manifest(held_of(control, brain), signed, chain, control.now_ms)
    _check_announced(brain, manifest, args.upload.from_, args.upload.bytes, verifier)
    upload = encode_id("upl", new_row_id(control.machine.chance))
    expires_at = control.now_ms + LIFE_MS
    with control.store.writing() as rows:
        former = rows.all(
            "SELECT id FROM upload WHERE tenant = ? AND brain = ? AND state = 'open'",
            brain.tenant,
            brain.id,
        )
        for (each,) in former:
            rows.run("UPDATE upload SET state = 'dropped' WHERE id = ?", each)
        reserve_bytes(rows, brain.tenant, args.upload.bytes)
        rows.run(
            "INSERT INTO upload (id, tenant, brain, state, manifest, chain, kind, base_position,"
            " offset, bytes, sha256, verifier, forget, expires_at)"
            " VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            upload,
            brain.tenant,
            brain.id,
            signed,
            b"".join(chain),
            int(manifest.kind),
            brain.position,
            args.upload.from_,
            args.upload.bytes,
            decode(args.upload.sha256, "open_upload", "upload"),
            verifier,
            int(args.forget),
            expires_at,
        )
    for (each,) in former:
        control.blobs.remove(brain.place, upload_name(each))
    return {
        "upload": upload,
        "part_bytes": PART_BYTES,
        "received": 0,
        "expires_at": format_time(expires_at),
    }


def upload_state(control: Control, who: Principal, args: "UploadStateArgs") -> Mapping[str, object]:
    """Return how far an upload has come.

    Raises:
        UploadUnknown: there is none, or it was dropped or expired.
    """
    brain = control.find_brain(who, args.id)
    with control.store.reading() as rows:
        upload = find_upload(rows, brain, args.upload, control.now_ms)
    text: dict[str, object] = {
        "state": "committed" if upload.state == "committed" else "open",
        "received": upload.received,
        "expires_at": format_time(upload.expires_at),
    }
    return text | ({"token": upload.answer_position} if upload.state == "committed" else {})


def receive_part(
    control: Control, who: Principal, args: "ReceivePartArgs", content: bytes
) -> Mapping[str, object]:
    """Take the next part of an upload, durably; a part that came before is taken again.

    Raises:
        UploadUnknown: there is no such open upload.
        UploadOffset: the part is not the next one; details give where that begins.
        BodyTooLarge: it has more than 4 MiB.
        HeaderInvalid, BundleUntrusted: its digest is missing or not that of the bytes.
    """
    if len(content) > PART_BYTES:
        raise BodyTooLarge(limit=PART_BYTES)
    _check_digest(args.content_digest, content)
    brain = control.find_brain(who, args.id)
    with control.store.reading() as rows:
        upload = find_upload(rows, brain, args.upload, control.now_ms)
    if upload.state != "open":
        raise UploadUnknown()
    end = args.offset + len(content)
    if end <= upload.received:
        return {"received": end}
    if args.offset != upload.received or end > upload.size_bytes:
        raise UploadOffset(received=upload.received, details={"received": upload.received})
    control.blobs.write(brain.place, upload_name(upload.id), content, args.offset)
    with control.store.writing() as rows:
        moved = rows.run(
            "UPDATE upload SET received = ?, expires_at = ?"
            " WHERE id = ? AND state = 'open' AND received = ?",
            end,
            control.now_ms + LIFE_MS,
            upload.id,
            args.offset,
        )
        if not moved:
            find_upload(rows, brain, args.upload, control.now_ms)
    return {"received": end}


def drop_upload(control: Control, who: Principal, args: "DropUploadArgs") -> Mapping[str, object]:
    """Drop an open upload and delete its bytes.

    Raises:
        UploadUnknown: there is no such open upload.
    """
    brain = control.find_brain(who, args.id)
    with control.store.writing() as rows:
        upload = find_upload(rows, brain, args.upload, control.now_ms)
        if upload.state != "open":
            raise UploadUnknown()
        rows.run("UPDATE upload SET state = 'dropped' WHERE id = ?", upload.id)
    control.blobs.remove(brain.place, upload_name(upload.id))
    return {}


def _check_announced(
    brain: RegisteredBrain,
    manifest: Manifest,
    first: int,
    size_bytes: int,
    verifier: bytes | None,
) -> None:
    """Check that the announced range is the one that the manifest needs.

    Raises:
        BundleUntrusted: it is not.
    """
    if manifest.kind is Kind.SHRED:
        refuse("a shred brings no bytes: use the route of shred")
    expected = brain.length if manifest.kind is Kind.APPEND else 0
    if first != expected or first + size_bytes != manifest.file_bytes:
        refuse("the announced range is not the one that the manifest describes")
    if (manifest.kind is Kind.REKEY) != (verifier is not None):
        refuse("a rekey, and nothing else, names the next verifier")


def _check_digest(given: str, content: bytes) -> None:
    match = _DIGEST.fullmatch(given)
    if match is None:
        raise HeaderInvalid(header="Content-Digest")
    try:
        expected = base64.b64decode(match[1], validate=True)
    except binascii.Error:
        raise HeaderInvalid(header="Content-Digest") from None
    if hashlib.sha256(content).digest() != expected:
        refuse("the part's digest is not that of its bytes")
