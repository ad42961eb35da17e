"""The brains of a tenant: listing them, and registering one by the proof of its owner."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from myelin.contract.errors import BrainExists, BrainShredded, OwnerSignatureRequired, ScopeMissing
from myelin.control import brains
from myelin.control.brains import RegisteredBrain
from myelin.control.control import Control
from myelin.control.encoding import decode
from myelin.control.pages import bad_argument, page_of
from myelin.control.principal import Principal
from myelin.control.quotas import read_quota, read_usage, reserve_brain
from myelin.control.rows import Rows
from myelin.control.scopes import scope_text
from myelin.crypto.signing import verifies
from myelin.kernel.clock import format_time
from myelin.kernel.ids import decode_brain_id

if TYPE_CHECKING:
    from myelin.contract.operations.list_registered import ListRegisteredArgs
    from myelin.contract.operations.register_brain import RegisterBrainArgs

LOG_BYTES_MAX = 64 << 20
"""Server sessions write no more behind the base of a replica; only devices compact it."""
_LABEL = b"myelin/1 register\x00"


def registration_message(issuer: str, tenant: str, brain: str, verifier: bytes) -> bytes:
    """Return what the owner signs to register a brain with a tenant of a server."""
    return _LABEL + issuer.encode() + tenant.encode() + brain.encode() + verifier


def list_registered(
    control: Control, who: Principal, args: "ListRegisteredArgs"
) -> Mapping[str, object]:
    """Return the brains that the principal may reach, and its tenant's quota."""
    with control.store.reading() as rows:
        reachable = [
            each for each in brains.all_of(rows, who.tenant) if who.brain in (None, each.id)
        ]
        shown, more = page_of(reachable, lambda each: each.name, args.cursor, args.limit)
        return {
            "tenant": who.tenant,
            "issuer": control.issuer,
            "used": asdict(read_usage(rows, who.tenant)),
            "limits": asdict(read_quota(rows, who.tenant)),
            "brains": [described(rows, each) for each in shown],
            **more,
        }


def register_brain(
    control: Control, who: Principal, args: "RegisterBrainArgs"
) -> Mapping[str, object]:
    """Register a brain. The same registration again gives the same answer.

    Raises:
        OwnerSignatureRequired: the proof is not the owner's signature of this registration.
        BrainExists: the tenant has another brain of that id or name.
        BrainShredded: the id was shredded less than 30 days ago.
        QuotaExceeded: the tenant has as many brains as it may have.
        ScopeMissing: the token is for one brain alone.
    """
    if who.brain is not None:
        raise ScopeMissing(scope=scope_text(who.scope, None))
    verifier = decode(args.verifier, "register_brain", "verifier")
    owner = decode(args.owner, "register_brain", "owner")
    proof = decode(args.proof, "register_brain", "proof")
    try:
        decode_brain_id(args.id)
    except ValueError as problem:
        raise bad_argument("register_brain", "id", str(problem)) from None
    message = registration_message(control.issuer, who.tenant, args.id, verifier)
    if not verifies(owner, proof, message):
        raise OwnerSignatureRequired()
    with control.store.writing() as rows:
        taken = rows.one(
            "SELECT id, name, verifier, owner, shredded_at FROM brain WHERE tenant = ?"
            " AND (id = ? OR (name = ? AND shredded_at IS NULL)) ORDER BY id = ? DESC",
            who.tenant,
            args.id,
            args.name,
            args.id,
        )
        if taken is None:
            reserve_brain(rows, who.tenant)
            rows.run(
                "INSERT INTO brain (tenant, id, name, verifier, owner, generation, created_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                who.tenant,
                args.id,
                args.name,
                verifier,
                owner,
                args.generation,
                control.now_ms,
            )
        elif taken[4] is not None:
            raise BrainShredded()
        elif tuple(taken[:4]) != (args.id, args.name, verifier, owner):
            raise BrainExists(name=args.name)
        found = brains.find(rows, who, args.id, control.now_ms)
        return {"brain": described(rows, found)}


def described(rows: Rows, brain: RegisteredBrain) -> dict[str, object]:
    """Return a brain as its tenant sees it."""
    snapshots = rows.one(
        "SELECT count(*) FROM snapshot WHERE tenant = ? AND brain = ?", brain.tenant, brain.id
    )
    assert snapshots is not None
    log_bytes = brain.length - brain.head_bytes
    text: dict[str, object] = {
        "id": brain.id,
        "name": brain.name,
        "position": brain.position,
        "revision": brain.revision,
        "generation": brain.generation,
        "bytes": brain.length,
        "schema": brain.schema,
        "created_at": format_time(brain.created_at),
        "snapshots": snapshots[0],
        "log_bytes": log_bytes,
    }
    for name in ("pushed_at", "restored_at"):
        if (moment := getattr(brain, name)) is not None:
            text[name] = format_time(moment)
    return text | ({"needs_push": True} if 2 * log_bytes >= LOG_BYTES_MAX else {})
