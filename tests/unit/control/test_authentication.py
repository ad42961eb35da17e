"""Who a token lets in: right, wrong, expired, revoked, suspended; and the same work for all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from myelin.contract.errors import TenantSuspended, TokenInvalid
from myelin.control import Control, Principal, Scope
from myelin.control.issuing import insert_token
from myelin.control.token_text import new_token
from myelin.testing.clock import ManualClock
from tests.unit.control.server_records import new_control, new_tenant, operate

DAY_MS = 86_400_000


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def control(tmp_path: Path, clock: ManualClock) -> Iterator[Control]:
    opened = new_control(tmp_path / "server", clock)
    yield opened
    opened.close()


def issued(control: Control, tenant: str, **how: object) -> tuple[str, str]:
    token = new_token(control.machine.chance)
    given: Any = {"brain": None, "now_ms": control.now_ms, "expires_at": None, **how}
    with control.store.writing() as rows:
        insert_token(rows, token, tenant, "laptop", Scope.WRITE, **given)
    return token.id, token.text


def test_a_token_names_its_tenant_its_scope_and_its_name(control: Control) -> None:
    tenant, secret = new_tenant(control, "a@example.org")
    who = control.authenticate(secret)
    assert (who.tenant, who.scope, who.name, who.brain) == (tenant, Scope.ADMIN, "first", None)
    assert secret not in repr(who)


def test_a_wrong_token_is_refused_whatever_is_wrong(control: Control) -> None:
    _, secret = new_tenant(control, "a@example.org")
    unknown = new_token(control.machine.chance).text
    for text in ("", "x", secret[:-1], secret + "0", unknown, secret.replace("p", "q"), "a.b.c"):
        with pytest.raises(TokenInvalid) as refused:
            control.authenticate(text)
        assert refused.value.as_dict() == TokenInvalid().as_dict()


def test_a_revoked_token_is_refused_at_once_and_never_pulls(control: Control) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    token, secret = issued(control, tenant)
    control.authenticate(secret)
    with control.store.writing() as rows:
        rows.run("UPDATE token SET revoked_at = 1 WHERE id = ?", token)
    for to_pull in (False, True):
        with pytest.raises(TokenInvalid):
            control.authenticate(secret, to_pull=to_pull)


def test_an_expired_token_reads_for_seven_days_and_no_longer(
    control: Control, clock: ManualClock
) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    _, secret = issued(control, tenant, expires_at=control.now_ms + DAY_MS)
    assert control.authenticate(secret).scope is Scope.WRITE
    clock.advance(DAY_MS)
    with pytest.raises(TokenInvalid):
        control.authenticate(secret)
    assert control.authenticate(secret, to_pull=True).scope is Scope.READ
    clock.advance(7 * DAY_MS - 1)
    control.authenticate(secret, to_pull=True)
    clock.advance(1)
    with pytest.raises(TokenInvalid):
        control.authenticate(secret, to_pull=True)


def test_a_suspended_tenant_can_only_pull(control: Control) -> None:
    tenant, secret = new_tenant(control, "a@example.org")
    _, other = new_tenant(control, "b@example.org")
    operate(control, "suspend_tenant", tenant=tenant)
    with pytest.raises(TenantSuspended):
        control.authenticate(secret)
    assert control.authenticate(secret, to_pull=True).tenant == tenant
    control.authenticate(other)
    operate(control, "resume_tenant", tenant=tenant)
    control.authenticate(secret)


def test_an_unknown_token_runs_the_statements_of_a_wrong_one(
    control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    token, secret = issued(control, tenant)
    wrong = new_token(control.machine.chance)
    with control.store.writing() as rows:
        rows.run("UPDATE token SET hash = ? WHERE id = ?", bytes(32), token)
    traced = [traces(control, text) for text in (secret, wrong.text)]
    assert traced[0] == traced[1] != []


def traces(control: Control, text: str) -> list[str]:
    store: Any = control.store
    connection = store._connection()
    seen: list[str] = []
    connection.trace_v2(2, lambda event: seen.append(event["sql"]))
    try:
        with pytest.raises(TokenInvalid):
            control.authenticate(text)
    finally:
        connection.trace_v2(0, None)
    return seen


def test_the_day_of_use_is_written_once_a_day(control: Control, clock: ManualClock) -> None:
    _, secret = new_tenant(control, "a@example.org")

    def day() -> object:
        with control.store.reading() as rows:
            return rows.all("SELECT last_used_day FROM token")[0][0]

    assert day() is None
    control.authenticate(secret)
    today = day()
    assert today == control.now_ms // DAY_MS
    clock.advance(DAY_MS)
    control.authenticate(secret)
    assert day() == control.now_ms // DAY_MS != today


def test_another_kind_of_token_is_asked_of_the_grants(control: Control) -> None:
    tenant, _ = new_tenant(control, "a@example.org")
    grant = Principal(tenant, "gra_1", "claude-web", Scope.READ, kind="oauth")
    control.accept_grants(lambda text: grant)
    assert control.authenticate("a.b.c") == grant
    operate(control, "suspend_tenant", tenant=tenant)
    with pytest.raises(TenantSuspended):
        control.authenticate("a.b.c")
