"""The other routes: registering, shredding, snapshots, tokens."""

import hashlib

import pytest

from myelin.contract.errors import (
    ArgumentInvalid,
    BrainExists,
    BrainShredded,
    BundleUntrusted,
    OwnerSignatureRequired,
    QuotaExceeded,
    ScopeMissing,
    SnapshotRefused,
    TokenInvalid,
    TokenUnknown,
)
from myelin.control import Control, Principal
from myelin.control.starting import start
from myelin.sync.manifest import Kind
from myelin.testing.clock import ManualClock
from tests.unit.control.pushing_device import (
    Device,
    pulled,
    push_append,
    push_epoch,
    register,
    text,
)
from tests.unit.control.server_records import ask, operate

DAY_MS = 86_400_000


def test_a_registration_needs_the_owners_proof_for_this_server_and_tenant(
    control: Control, who: Principal
) -> None:
    device = Device()
    good = device.registration(control, who.tenant)
    for other in (
        Device(seed="other").registration(control, who.tenant)["proof"],
        device.registration(control, "ten_000000000000")["proof"],
    ):
        with pytest.raises(OwnerSignatureRequired):
            ask(control, who, "register_brain", **good | {"proof": other})
    made = ask(control, who, "register_brain", **good)
    assert ask(control, who, "register_brain", **good) == made
    with pytest.raises(BrainExists):
        ask(control, who, "register_brain", **good | {"name": "other"})
    same_name = Device(seed="second").registration(control, who.tenant)
    with pytest.raises(BrainExists):
        ask(control, who, "register_brain", **same_name)
    operate(control, "limit_tenant", tenant=who.tenant, brains=1)
    third = Device(seed="third", name="third").registration(control, who.tenant)
    with pytest.raises(QuotaExceeded):
        ask(control, who, "register_brain", **third)


def test_a_shred_needs_the_owners_manifest_and_leaves_nothing(
    control: Control, who: Principal, device: Device, clock: ManualClock
) -> None:
    push_epoch(control, who, device)
    ask(control, who, "create_copy", id=device.id)
    scoped = ask(control, who, "create_token", name="web", scope="write", brain="notes")
    token = ask(control, who, "remote_state", id=device.id)["token"]
    name = hashlib.sha256(b"notes").digest()
    given = {"id": device.id, "if_match": f'"{token}"', "name": "notes"}
    for manifest in (
        device.manifest(Kind.EPOCH),
        device.manifest(Kind.SHRED),
        device.manifest(Kind.SHRED, extra=name, number=9),
    ):
        with pytest.raises(BundleUntrusted):
            ask(control, who, "shred_remote", manifest=text(manifest), **given)
    good = text(device.manifest(Kind.SHRED, extra=name))
    with pytest.raises(BundleUntrusted):
        ask(control, who, "shred_remote", **given | {"name": "other"}, manifest=good)
    done = ask(
        control, who, "shred_remote",
        manifest=text(device.manifest(Kind.SHRED, extra=name)), **given,
    )  # fmt: skip
    assert done == {"shredded": True, "tokens": ["first", "web"]}
    assert control.blobs.names(f"{who.tenant}/{device.id}") == []
    with pytest.raises(TokenInvalid):
        control.authenticate(str(scoped["secret"]), to_pull=True)
    with pytest.raises(BrainShredded):
        ask(control, who, "remote_state", id=device.id)
    with pytest.raises(BrainShredded):
        ask(control, who, "register_brain", **device.registration(control, who.tenant))
    clock.advance(days=31)
    start(control)
    register(control, who, device)


def test_snapshots_are_copies_and_the_twenty_first_is_refused(
    control: Control, who: Principal, device: Device
) -> None:
    with pytest.raises(SnapshotRefused):
        ask(control, who, "create_copy", id=device.id)
    push_epoch(control, who, device)
    taken = device.file
    made = ask(control, who, "create_copy", id=device.id, name="before")["snapshot"]
    push_append(control, who, device)
    assert pulled(control, who, device, made["id"]) == taken
    for _ in range(19):
        ask(control, who, "create_copy", id=device.id)
    with pytest.raises(SnapshotRefused):
        ask(control, who, "create_copy", id=device.id)
    assert len(ask(control, who, "list_copies", id=device.id)["snapshots"]) == 20
    first = ask(control, who, "list_remote_states", limit=15)
    rest = ask(control, who, "list_remote_states", cursor=first["next_cursor"])
    assert len(first["points"]) + len(rest["points"]) == 21


def test_a_token_gives_no_more_than_its_creator_has(
    control: Control, who: Principal, device: Device, clock: ManualClock
) -> None:
    soon = "2026-03-02T12:00:00Z"
    made = ask(control, who, "create_token", name="bot", scope="admin", brain="notes",
               expires_at=soon)  # fmt: skip
    bot = control.authenticate(str(made["secret"]))
    assert (bot.brain, bot.name) == (device.id, "bot")
    child = ask(control, bot, "create_token", name="child", scope="read")
    assert child["token"]["brain"] == device.id
    assert child["token"]["expires_at"] == made["token"]["expires_at"]
    with pytest.raises(ScopeMissing):
        ask(control, bot, "create_token", name="x", scope="read",
            expires_at="2027-01-01T00:00:00Z")  # fmt: skip
    with pytest.raises(ArgumentInvalid):
        ask(control, who, "create_token", name="x", scope="read",
            expires_at="2020-01-01T00:00:00Z")  # fmt: skip
    with pytest.raises(ScopeMissing):
        ask(control, bot, "register_brain", **Device(seed="z", name="z").registration(
            control, who.tenant))  # fmt: skip
    assert len(ask(control, bot, "list_tokens")["tokens"]) == 2
    told: list[str] = []
    control.on_revoked(told.append)
    ask(control, who, "revoke_token", id=bot.token)
    assert told == [bot.token]
    with pytest.raises(TokenUnknown):
        ask(control, who, "revoke_token", id=bot.token)
    with pytest.raises(TokenInvalid):
        control.authenticate(str(made["secret"]))
