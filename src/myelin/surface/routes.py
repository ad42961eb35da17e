# @generated from spec/routes.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""Every declared REST route by its name, in the order of the spec."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """One route of the admin interface: where it is, and what a token needs for it."""

    name: str
    path: str
    method: str
    scope: str
    since: str
    served: bool
    doc: str
    errors: tuple[str, ...]


ROUTES: dict[str, Route] = {
    "health": Route(
        name="health",
        path="/v1/health",
        method="GET",
        scope="none",
        since="0.5",
        served=False,
        doc="Say that the server is up.",
        errors=(),
    ),
    "list_brains": Route(
        name="list_brains",
        path="/v1/brains",
        method="GET",
        scope="read",
        since="0.5",
        served=False,
        doc="List the tenant's brains.",
        errors=(),
    ),
    "create_brain": Route(
        name="create_brain",
        path="/v1/brains",
        method="POST",
        scope="admin",
        since="0.5",
        served=False,
        doc="Register a brain: its id and name, its verifier and its owner's public key.",
        errors=("brain_exists",),
    ),
    "pull": Route(
        name="pull",
        path="/v1/brains/{id}/pull",
        method="GET",
        scope="read",
        since="0.5",
        served=False,
        doc="Give the revision, the chain of manifests and the ciphertext since a position.",
        errors=("brain_unknown",),
    ),
    "push_begin": Route(
        name="push_begin",
        path="/v1/brains/{id}/push",
        method="POST",
        scope="write",
        since="0.5",
        served=False,
        doc="Open an upload.",
        errors=("brain_unknown", "revision_moved"),
    ),
    "push_part": Route(
        name="push_part",
        path="/v1/brains/{id}/push",
        method="PUT",
        scope="write",
        since="0.5",
        served=False,
        doc="Take a part of an upload.",
        errors=("brain_unknown",),
    ),
    "push_commit": Route(
        name="push_commit",
        path="/v1/brains/{id}/push",
        method="PATCH",
        scope="write",
        since="0.5",
        served=False,
        doc="Make an upload the brain's next revision, all of it or nothing.",
        errors=("brain_unknown", "revision_moved", "owner_signature_required"),
    ),
    "rekey": Route(
        name="rekey",
        path="/v1/brains/{id}/rekey",
        method="POST",
        scope="write",
        since="0.5",
        served=False,
        doc="Replace the verifier and the bytes by those of the next key.",
        errors=("brain_unknown", "owner_signature_required"),
    ),
    "list_snapshots": Route(
        name="list_snapshots",
        path="/v1/brains/{id}/snapshots",
        method="GET",
        scope="read",
        since="0.5",
        served=False,
        doc="List a brain's snapshots.",
        errors=("brain_unknown",),
    ),
    "create_snapshot": Route(
        name="create_snapshot",
        path="/v1/brains/{id}/snapshots",
        method="POST",
        scope="write",
        since="0.5",
        served=False,
        doc="Keep a copy of the ciphertext as it is.",
        errors=("brain_unknown",),
    ),
    "shred": Route(
        name="shred",
        path="/v1/brains/{id}/shred",
        method="POST",
        scope="admin",
        since="0.5",
        served=False,
        doc="Destroy a brain's ciphertext, snapshots and archive.",
        errors=("brain_unknown", "owner_signature_required"),
    ),
    "list_tokens": Route(
        name="list_tokens",
        path="/v1/tokens",
        method="GET",
        scope="admin",
        since="0.5",
        served=False,
        doc="List the tenant's tokens.",
        errors=(),
    ),
    "create_token": Route(
        name="create_token",
        path="/v1/tokens",
        method="POST",
        scope="admin",
        since="0.5",
        served=False,
        doc="Make a token within its maker's own rights, and show its secret once.",
        errors=("brain_unknown",),
    ),
    "revoke_token": Route(
        name="revoke_token",
        path="/v1/tokens/{id}",
        method="DELETE",
        scope="admin",
        since="0.5",
        served=False,
        doc="Make a token useless from the next request on.",
        errors=(),
    ),
    "list_restore_points": Route(
        name="list_restore_points",
        path="/v1/restore",
        method="GET",
        scope="read",
        since="0.5",
        served=False,
        doc="List the restore points; restoring happens on the device, which has the key.",
        errors=(),
    ),
    "list_audit": Route(
        name="list_audit",
        path="/v1/audit",
        method="GET",
        scope="admin",
        since="0.5",
        served=False,
        doc="List the tenant's audit rows, a page at a time.",
        errors=(),
    ),
}
