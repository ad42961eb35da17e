"""Destroying what a server holds of a brain: marked first, finished wherever it was stopped."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.contract.errors import BrainUnknown
from myelin.control import brains, intents
from myelin.control.commits import held_of
from myelin.control.control import Control
from myelin.control.encoding import decode
from myelin.control.grants import grants_of, revoke_of_brain
from myelin.control.issuing import revoke_tokens_of_brain
from myelin.control.positions import examined
from myelin.control.preconditions import ensure_matches
from myelin.control.principal import Principal
from myelin.control.rows import Rows
from myelin.control.tenants import ensure_tenant, note
from myelin.kernel.decision import Owner, Question
from myelin.sync.checks import check_manifest, refuse
from myelin.sync.manifest import Kind

if TYPE_CHECKING:
    from myelin.contract.operations.shred_as_operator import ShredAsOperatorArgs
    from myelin.contract.operations.shred_remote import ShredRemoteArgs


def shred_as_operator(
    control: Control, args: "ShredAsOperatorArgs", owner: Owner
) -> Mapping[str, object] | None:
    """Destroy a brain's ciphertext, snapshots and manifests without its owner's signature.

    Raises:
        TenantUnknown, BrainUnknown: there is no such tenant or brain.
    """
    with control.store.reading() as rows:
        ensure_tenant(rows, args.tenant)
        named = [each for each in brains.all_of(rows, args.tenant) if args.brain == each.id]
    if not named:
        raise BrainUnknown(
            name=args.brain if brains.ID.fullmatch(args.brain) else "that name",
            suggestion="Give the brain's id; `myelin admin tenants` counts the brains of a tenant.",
        )
    brain = named[0]
    question = Question(
        "Destroy everything that this server holds of this brain. Devices keep their own copies.",
        facts=(("tenant", brain.tenant), ("brain", brain.id), ("name", brain.name)),
        typed=brain.id,
    )
    if owner.decide(question, "admin shred", brain.id) is None:
        return None
    with control.blobs.locked(brain.place):
        with control.store.writing() as rows:
            revoked = mark_shredded(rows, brain.tenant, brain.id, control.now_ms)
            note(rows, control, brain.tenant, "admin shred", brain.id)
        finish(control, brain.tenant, brain.id, revoked)
    return {"shredded": True, "brain": brain.id, "revoked": revoked}


def shred_remote(control: Control, who: Principal, args: "ShredRemoteArgs") -> Mapping[str, object]:
    """Destroy everything that the server holds of a brain, by the owner's signature.

    Raises:
        BrainUnknown, BrainShredded: there is no such brain.
        PreconditionRequired, RevisionMoved: it is not the present state that is shredded.
        BundleUntrusted, OwnerSignatureRequired: the manifest is not a shred that may follow, or
            does not name this brain.
    """
    brain = control.find_brain(who, args.id)
    signed = decode(args.manifest, "shred_remote", "manifest")
    with control.blobs.locked(brain.place):
        intents.finish(control, brain)
        brain = examined(control, control.find_brain(who, brain.id))
        ensure_matches(brain, args.if_match)
        manifest = check_manifest(held_of(control, brain), signed, (), control.now_ms)
        if manifest.kind is not Kind.SHRED:
            refuse("the manifest is not that of a shred")
        if args.name != brain.name or manifest.extra != hashlib.sha256(args.name.encode()).digest():
            refuse("the name is not that of the brain")
        with control.store.writing() as rows:
            clients = [
                each.client_name
                for each in grants_of(rows, brain.tenant)
                if each.brain in (None, brain.id)
            ]
            holders = rows.all(
                "SELECT DISTINCT name FROM token WHERE tenant = ? AND revoked_at IS NULL"
                " AND (brain IS NULL OR brain = ?) ORDER BY name",
                brain.tenant,
                brain.id,
            )
            revoked = mark_shredded(rows, brain.tenant, brain.id, control.now_ms)
        finish(control, brain.tenant, brain.id, revoked)
    return {"shredded": True, "tokens": [*(name for (name,) in holders), *clients]}


def mark_shredded(rows: Rows, tenant: str, brain: str, now_ms: int) -> list[str]:
    """Mark a brain as shredded and forget all that its rows say, in one transaction.

    Its id stays for 30 days, so that a slow device learns what happened. Returns the ids of the
    tokens and grants that named only this brain; they are revoked.
    """
    for table in ("manifest", "closed_epoch", "snapshot", "upload"):
        rows.run(f"DELETE FROM {table} WHERE tenant = ? AND brain = ?", tenant, brain)
    rows.run(
        "UPDATE brain SET shredded_at = ?, name = NULL, verifier = x'', owner = x'', epoch = 0,"
        " seq = 0, length = 0, head_bytes = 0, position = '0-0-', revision = 0"
        " WHERE tenant = ? AND id = ?",
        now_ms,
        tenant,
        brain,
    )
    return [
        *revoke_tokens_of_brain(rows, tenant, brain, now_ms),
        *revoke_of_brain(rows, tenant, brain, now_ms, with_key_only=False),
    ]


def finish(control: Control, tenant: str, brain: str, revoked: list[str]) -> None:
    """Close, delete and overwrite what is left of a brain that is marked; its lock is held."""
    place = f"{tenant}/{brain}"
    control.tell_replaced(place)
    for token in revoked:
        control.tell_revoked(token)
    control.blobs.destroy(place)
    control.store.forget_deleted()


def finish_all(control: Control) -> None:
    """Finish every shred that was marked, and forget the ids of those older than 30 days."""
    with control.store.reading() as rows:
        marked = rows.all("SELECT tenant, id FROM brain WHERE shredded_at IS NOT NULL")
    for tenant, brain in marked:
        if control.blobs.names(f"{tenant}/{brain}"):
            with control.blobs.locked(f"{tenant}/{brain}"):
                finish(control, tenant, brain, [])
    with control.store.writing() as rows:
        rows.run("DELETE FROM brain WHERE shredded_at < ?", control.now_ms - brains.SHREDDED_FOR_MS)
