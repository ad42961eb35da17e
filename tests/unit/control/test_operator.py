"""What the operator of a server can do, and what is written down of it."""

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from myelin.contract.errors import (
    ArgumentInvalid,
    BrainBusy,
    BrainDamaged,
    BrainUnknown,
    FormatTooNew,
    PathRefused,
    TenantUnknown,
    UserExists,
    UserUnknown,
)
from myelin.control import AuditRow, Control, calls
from myelin.control.blobs import LIVE, epoch_name
from myelin.control.server_backup import restore_server
from myelin.surface.operations import OPERATIONS
from myelin.testing.clock import ManualClock
from tests.unit.control.server_records import Operator, new_control, new_tenant, operate

BRAIN = "brn_" + "a" * 26
PERMITTED = ["time", "tenant", "token", "brain", "endpoint", "outcome", "ms"]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def control(tmp_path: Path, clock: ManualClock) -> Iterator[Control]:
    opened = new_control(tmp_path / "server", clock)
    yield opened
    opened.close()


def add_brain(control: Control, tenant: str, brain: str = BRAIN) -> str:
    """Register a brain by its row alone, and put files beside it; return its place."""
    with control.store.writing() as rows:
        rows.run(
            "INSERT INTO brain (tenant, id, name, verifier, owner, generation, created_at, epoch,"
            " length) VALUES (?, ?, 'notes', ?, ?, 1, 5, 2, 8)",
            tenant,
            brain,
            bytes(16),
            bytes(32),
        )
    place = f"{tenant}/{brain}"
    control.blobs.write(place, LIVE, b"liveFILE", 0)
    control.blobs.put_copy(place, LIVE, epoch_name(1), 4)
    return place


def test_the_audit_table_has_exactly_the_permitted_columns(control: Control) -> None:
    with control.store.reading() as rows:
        columns = [row[0] for row in rows.all("SELECT name FROM pragma_table_info('audit')")]
    assert columns == PERMITTED


def test_the_files_of_the_records_are_private(control: Control, tmp_path: Path) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    add_brain(control, tenant)
    for path in (tmp_path / "server").rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path.name
    assert stat.S_IMODE((tmp_path / "server").stat().st_mode) == 0o700


def test_a_secret_is_in_no_file_of_the_server(control: Control, tmp_path: Path) -> None:
    _, secret = new_tenant(control, "a@example.org")
    control.authenticate(secret)
    for path in (tmp_path / "server").rglob("*"):
        assert path.is_dir() or secret[20:63].encode() not in path.read_bytes()


def test_one_address_has_one_tenant(control: Control) -> None:
    new_tenant(control, "A@Example.org")
    with pytest.raises(UserExists):
        new_tenant(control, "a@example.org")
    assert len(operate(control, "list_tenants")["tenants"]) == 1


@pytest.mark.parametrize("email", ["", "a", "a b@x", "@", "a@", "a" * 65 + "@x", "a@x\n", "a@\x00"])
def test_an_address_that_is_none_is_refused(control: Control, email: str) -> None:
    with pytest.raises(ArgumentInvalid):
        new_tenant(control, email)


def test_users_come_and_go_and_a_lost_token_is_replaced(control: Control) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    operate(control, "add_user", tenant=tenant, email="B@example.org")
    listed = operate(control, "list_users", tenant=tenant)["users"]
    assert [each["email"] for each in listed] == [
        "a@example.org",
        "b@example.org",
    ]
    made = operate(control, "issue_admin_token", email="b@example.org")
    assert control.authenticate(str(made["secret"])).tenant == tenant
    operate(control, "remove_user", email="b@example.org")
    with pytest.raises(UserUnknown):
        operate(control, "issue_admin_token", email="b@example.org")
    with pytest.raises(TenantUnknown):
        operate(control, "add_user", tenant="ten_000000000000", email="c@example.org")


def test_limits_that_are_not_given_stay(control: Control) -> None:
    tenant, secret = new_tenant(control, "a@example.org")
    quota = control.quota(control.authenticate(secret))
    assert (quota.brains, quota.bytes) == (20, 2 << 30)
    assert (quota.requests_per_minute, quota.writes_per_minute) == (600, 60)
    operate(control, "limit_tenant", tenant=tenant, brains=3)
    quota = control.quota(control.authenticate(secret))
    assert (quota.brains, quota.requests_per_minute) == (3, 600)


def test_what_the_operator_does_is_audited_and_old_rows_go(
    control: Control, clock: ManualClock
) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    operate(control, "suspend_tenant", tenant=tenant)
    clock.advance(days=91)
    for at in range(3):
        control.audit(AuditRow(control.now_ms + at, tenant, "tok_1", BRAIN, "recall", "ok", at))
    first = operate(control, "read_audit", tenant=tenant, limit=2)
    second = operate(control, "read_audit", tenant=tenant, cursor=first["next_cursor"])
    rows = [*first["rows"], *second["rows"]]
    assert [row["ms"] for row in rows] == [2, 1, 0]
    assert "next_cursor" not in second
    with pytest.raises(ArgumentInvalid):
        operate(control, "read_audit", tenant=tenant, cursor="x-1")


def test_a_shred_leaves_no_byte_and_no_name(control: Control, tmp_path: Path) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    place = add_brain(control, tenant)
    told: list[str] = []
    control.on_replaced(told.append)
    operator = Operator()
    done = calls.call_as_operator(
        control, OPERATIONS["shred_as_operator"], {"tenant": tenant, "brain": BRAIN}, operator
    )
    assert done is not None
    assert operator.asked[0].typed == BRAIN
    assert told == [place]
    assert control.blobs.names(place) == []
    control.close()
    for path in (tmp_path / "server").rglob("*"):
        assert path.is_dir() or b"notes" not in path.read_bytes()


def test_a_shred_that_is_declined_changes_nothing(control: Control) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    place = add_brain(control, tenant)
    arguments = {"tenant": tenant, "brain": BRAIN}
    operation = OPERATIONS["shred_as_operator"]
    assert calls.call_as_operator(control, operation, arguments, Operator(yes=False)) is None
    assert LIVE in control.blobs.names(place)
    with pytest.raises(BrainUnknown):
        operate(control, "shred_as_operator", tenant=tenant, brain="notes")


def test_a_backup_restores_the_records_and_the_files(control: Control, tmp_path: Path) -> None:
    tenant, secret = new_tenant(control, "a@example.org")
    place = add_brain(control, tenant)
    made = operate(control, "back_up_server", to=str(tmp_path / "backup"))
    assert (made["brains"], made["files"]) == (1, 3)
    control.blobs.write(place, LIVE, b"later", 8)
    restored = tmp_path / "restored"
    assert restore_server(restored, tmp_path / "backup", control.machine, Operator()) is not None
    with pytest.raises(PathRefused):
        restore_server(restored, tmp_path / "backup", control.machine, Operator())
    again = new_control(restored, ManualClock("2026-03-02T00:00:00Z"))
    try:
        brain = again.find_brain(again.authenticate(secret), None)
        assert brain.restored_at == control.now_ms
        assert brain.path is not None
        assert brain.path.read_bytes() == b"liveFILE"
        assert again.blobs.read(place, epoch_name(1), 0, 99) == b"live"
        assert brain.restored_at is not None
    finally:
        again.close()


def test_a_backup_that_was_changed_restores_nothing(control: Control, tmp_path: Path) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    place = add_brain(control, tenant)
    operate(control, "back_up_server", to=str(tmp_path / "backup"))
    (tmp_path / "backup/brains" / place / LIVE).write_bytes(b"changed!")
    restored = tmp_path / "restored"
    with pytest.raises(BrainDamaged):
        restore_server(restored, tmp_path / "backup", control.machine, Operator())
    assert not (restored / "control.db").exists()


@pytest.mark.parametrize("name", ["../x", "brains/../../x/y", "brains/ten_x/y/z", "/etc/x/y/z"])
def test_a_backup_that_names_other_places_is_refused(
    control: Control, tmp_path: Path, name: str
) -> None:
    operate(control, "back_up_server", to=str(tmp_path / "backup"))
    path = tmp_path / "backup/backup.json"
    text = json.loads(path.read_text("utf-8"))
    text["files"][name] = {"sha256": "0", "bytes": 0}
    path.write_text(json.dumps(text), "utf-8")
    restored = tmp_path / "restored"
    with pytest.raises((PathRefused, BrainDamaged)):
        restore_server(restored, tmp_path / "backup", control.machine, Operator())
    assert not (restored / "control.db").exists()
    with pytest.raises(PathRefused):
        restore_server(restored, tmp_path / "nothing", control.machine, Operator())


def test_a_backup_goes_to_a_new_folder_outside_the_server(control: Control, tmp_path: Path) -> None:
    for to in (tmp_path, tmp_path / "server/backup"):
        with pytest.raises(PathRefused):
            operate(control, "back_up_server", to=str(to))


def test_records_of_a_newer_program_are_not_touched(control: Control, tmp_path: Path) -> None:
    with control.store.writing() as rows:
        rows.run("PRAGMA user_version = 99")
    with pytest.raises(FormatTooNew):
        new_control(tmp_path / "server")


def test_two_handles_write_beside_each_other(control: Control, tmp_path: Path) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    other = new_control(tmp_path / "server", seed="other")

    def write(handle: Control) -> None:
        for at in range(50):
            handle.audit(AuditRow(at, tenant, "tok_1", None, "recall", "ok", 0))

    threads = [threading.Thread(target=write, args=(each,)) for each in (control, other) * 2]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    with other.store.reading() as rows:
        assert rows.all("SELECT count(*) FROM audit WHERE token = 'tok_1'") == [(200,)]
    other.close()


def test_a_failed_write_leaves_nothing_and_frees_the_database(control: Control) -> None:
    def fail() -> None:
        with control.store.writing() as rows:
            rows.run("INSERT INTO tenant (id, created_at) VALUES ('ten_x', 1)")
            raise BrainBusy(holder="a test")

    with pytest.raises(BrainBusy):
        fail()
    with control.store.writing() as rows:
        assert rows.all("SELECT * FROM tenant") == []
