"""Two tenants: another tenant's ids answer as ids that do not exist, by the same statements.

And what a request carries stays out of the records: no content, key, query or path in a row.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from myelin.contract.errors import BrainUnknown
from myelin.control import AuditRow, Control, Principal
from myelin.kernel.errors import MyelinError
from myelin.surface.operations import OPERATIONS
from myelin.surface.routes import ROUTES
from myelin.sync.manifest import Kind
from tests.unit.control.pushing_device import Device, announce, opened, push_epoch, register, text
from tests.unit.control.server_records import ask, new_control, new_tenant

UNKNOWN_BRAIN = "brn_" + "0" * 26
DIGEST = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"


@pytest.fixture
def other(control: Control) -> Principal:
    return control.authenticate(new_tenant(control, "b@example.org")[1])


def requests(device: Device, upload: str, token: str) -> dict[str, dict[str, Any]]:
    """Return a request of every operation that takes an id, for the ids of the first tenant."""
    manifest = text(device.manifest(Kind.EPOCH))
    brain = {"id": device.id}
    part = {**brain, "upload": upload}
    commit = {**part, "if_match": '"0-0-"'}
    push = {"manifest": manifest, "upload": announce(0, b"x"), "if_match": '"0-0-"'}
    return {
        "remote_state": brain,
        "read_ciphertext": {**brain, "epoch": "1"},
        "open_upload": {**brain, **push},
        "upload_state": part,
        "receive_part": {**part, "offset": 0, "content_digest": DIGEST},
        "commit_upload": commit,
        "drop_upload": part,
        "commit_rekey": commit,
        "list_copies": brain,
        "create_copy": brain,
        "shred_remote": {**brain, "if_match": '"0-0-"', "name": "notes", "manifest": manifest},
        "list_remote_states": {"brain": device.id},
        "create_token": {"name": "web", "scope": "read", "brain": device.id},
        "revoke_token": {"id": token},
    }


WITHOUT_IDS = {"list_registered", "register_brain", "list_tokens", "list_audit"}


def test_every_operation_of_a_route_is_tried() -> None:
    routed = {route.operation for route in ROUTES.values() if route.operation is not None}
    assert routed == {*requests(filled(), "upl_x", "tok_x"), *WITHOUT_IDS}
    assert all(OPERATIONS[name].takes == "principal" for name in routed)


def filled() -> Device:
    device = Device()
    device.new_file(1)
    return device


def outcome(control: Control, act: Callable[[], object]) -> tuple[dict[str, Any], list[str]]:
    """Return the error of an act, and every statement that it ran."""
    store: Any = control.store
    connection = store._connection()
    seen: list[str] = []
    connection.trace_v2(2, lambda event: seen.append(event["sql"]))
    try:
        act()
    except MyelinError as error:
        return error.as_dict(), seen
    finally:
        connection.trace_v2(0, None)
    raise AssertionError("it was allowed")


def test_anothers_ids_answer_as_ids_that_do_not_exist(
    control: Control, who: Principal, other: Principal, device: Device
) -> None:
    push_epoch(control, who, device)
    data = device.new_file(1)
    upload = opened(control, who, device, device.manifest(Kind.EPOCH), 0, data)
    foreign = requests(device, upload, who.token)
    unknown = {
        name: {
            key: {device.id: UNKNOWN_BRAIN, upload: "upl_000000000000",
                  who.token: "tok_000000000000"}.get(str(value), value)
            for key, value in given.items()
        }
        for name, given in foreign.items()
    }  # fmt: skip
    before = snapshot(control, who.tenant)
    for name, given in foreign.items():
        error, statements = outcome(control, lambda n=name, g=given: ask(control, other, n, **g))
        absent, expected = outcome(control, lambda n=name: ask(control, other, n, **unknown[n]))
        shown = str(error).replace(device.id, UNKNOWN_BRAIN)
        assert shown == str(absent), name
        assert statements == expected != [], name
        assert error["error"]["code"].endswith("_unknown"), name
    assert snapshot(control, who.tenant) == before


def snapshot(control: Control, tenant: str) -> list[Any]:
    with control.store.reading() as rows:
        return [
            rows.all(f"SELECT * FROM {table} WHERE tenant = ?", tenant)
            for table in ("brain", "token", "upload", "snapshot", "manifest", "closed_epoch")
        ]


def test_two_tenants_may_hold_the_same_brain_and_name(
    control: Control, who: Principal, other: Principal, device: Device
) -> None:
    push_epoch(control, who, device)
    register(control, other, device)
    assert ask(control, other, "remote_state", id=device.id)["token"] == "0-0-"
    assert len(ask(control, other, "list_registered")["brains"]) == 1
    assert ask(control, other, "list_audit")["rows"] != []
    tokens = ask(control, other, "list_tokens")["tokens"]
    assert [each["id"] for each in tokens] == [other.token]


def test_a_token_of_one_brain_reaches_no_other(
    control: Control, who: Principal, device: Device
) -> None:
    second = Device(seed="second", name="second")
    register(control, who, second)
    made = ask(control, who, "create_token", name="web", scope="write", brain="notes")
    one = control.authenticate(made["secret"])
    assert control.find_brain(one, None).id == device.id
    with pytest.raises(BrainUnknown) as refused:
        control.find_brain(one, second.id)
    assert "second" not in refused.value.hint
    assert [each["name"] for each in ask(control, one, "list_registered")["brains"]] == ["notes"]
    with pytest.raises(BrainUnknown):
        control.find_brain(who, None)


@pytest.mark.parametrize("name", ["Not A Name", "x" * 64, "brn_1", "key/with+base64==", "é"])
def test_a_name_that_cannot_be_one_is_not_repeated(
    control: Control, who: Principal, name: str
) -> None:
    with pytest.raises(BrainUnknown) as refused:
        control.find_brain(who, name)
    assert name not in str(refused.value.as_dict())


def refusal(control: Control, who: Principal, name: str, given: dict[str, Any]) -> str:
    """Return the error of a request, or nothing if it was answered."""
    try:
        ask(control, who, name, **given)
    except MyelinError as error:
        return str(error.as_dict())
    return ""


def test_no_canary_is_in_a_row(tmp_path: Path) -> None:
    """Content, key, query and path as a request carries them, in every place that takes a text."""
    control = new_control(tmp_path / "server")
    who = control.authenticate(new_tenant(control, "a@example.org")[1])
    device = Device()
    register(control, who, device)
    push_epoch(control, who, device)
    canaries = ["canary content", "canary_query", "/canary/path", text(device.key)]
    for canary in canaries:
        for name, given in requests(device, canary, canary).items():
            if name in ("create_token", "create_copy", "shred_remote"):
                continue
            for key in ("id", "brain", "epoch", "range", "if_match", "cursor"):
                told = refusal(control, who, name, given | {key: canary})
                assert canary not in told, (name, key)
        control.audit(AuditRow(control.now_ms, who.tenant, who.token, None, "recall", "ok", 3))
    control.close()
    for path in (tmp_path / "server").rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert all(canary.encode() not in data for canary in canaries), path.name
            assert device.key not in data
            assert device.root not in data
