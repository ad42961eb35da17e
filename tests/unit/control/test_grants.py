"""Grants and refresh tokens: rotation with its grace, reuse, revocation, and many at once."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from myelin.contract.errors import RateLimited, UserUnknown
from myelin.control import Control, Scope
from myelin.control.grants import (
    GRACE_USES,
    Grant,
    Grants,
    RefreshRecord,
    grants_of,
    refresh_hash,
    revoke_of_brain,
)
from myelin.control.oauth_clients import CLIENTS_MAX, OAuthClients
from myelin.control.server_backup import restore_server
from myelin.control.signin_codes import take_code
from myelin.kernel.ids import encode_id, new_row_id
from myelin.kernel.machine import Machine
from myelin.testing import ManualClock
from tests.unit.control.server_records import Operator, operate

START = "2026-10-01T12:00:00Z"
TENANT = "ten_000000000001"
CLIENT = "cln_000000000001"
BRAIN_1, BRAIN_2, BRAIN_9 = (f"brn_{number:026}" for number in (1, 2, 9))
VERIFIER = b"v" * 16
DAYS_30_MS = 30 * 86_400_000


class Server:
    """Records with one tenant, one user and one grant."""

    def __init__(self, folder: Path, clock: ManualClock) -> None:
        self.clock = clock
        self.machine = Machine(clock, os.urandom)
        self.control = Control(folder, self.machine)
        self.revoked: list[str] = []
        self.control.on_revoked(self.revoked.append)
        self.grants = Grants(self.control.store, self.machine, self.control.tell_revoked)
        self.clients = OAuthClients(self.control.store, self.machine)

    def populate(self) -> RefreshRecord:
        with self.control.store.writing() as rows:
            rows.run("INSERT INTO tenant (id, created_at) VALUES ('ten_000000000001', 1)")
            for brain in (BRAIN_1, BRAIN_2):
                rows.run(
                    "INSERT INTO brain (tenant, id, name, verifier, owner, generation, created_at)"
                    " VALUES (?, ?, ?, ?, x'', 1, 1)",
                    TENANT,
                    brain,
                    brain,
                    VERIFIER,
                )
            rows.run("INSERT INTO user VALUES ('usr_1', 'ten_000000000001', 'ada@example.org', 1)")
        return self.open("grt_000000000001", brain=BRAIN_1)

    def open(self, grant_id: str, brain: str | None, *, key: bool = True) -> RefreshRecord:
        secret = os.urandom(32) if key else None
        grant = Grant(
            grant_id, TENANT, "usr_1", CLIENT, "Claude", Scope.WRITE, brain, key, secret, 5
        )
        first = self.record()
        assert self.grants.open(grant, first, VERIFIER)
        return first

    def record(self) -> RefreshRecord:
        refresh_id = encode_id("ref", new_row_id(os.urandom))
        return RefreshRecord(refresh_id, refresh_hash(refresh_id + "secret"))

    def rotate(self, presented: RefreshRecord, client: str = CLIENT) -> RefreshRecord | None:
        def succeed(grant: Grant) -> tuple[RefreshRecord, RefreshRecord]:
            record = self.record()
            return record, record

        return self.grants.rotate(presented, client, succeed)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path / "server", ManualClock(START))
    yield found
    found.control.close()


def test_a_refresh_token_is_replaced_at_each_use(server: Server) -> None:
    first = server.populate()
    second = server.rotate(first)
    assert second is not None
    third = server.rotate(second)
    assert third is not None
    assert server.grants.find("grt_000000000001") is not None


def test_a_retired_token_is_taken_ten_more_times_within_120_s(server: Server) -> None:
    first = server.populate()
    for step in range(GRACE_USES + 1):
        assert server.rotate(first) is not None
        server.clock.advance(10_000 if step < 11 else 0)
    assert server.revoked == []
    assert server.rotate(first) is None
    assert server.revoked == ["grt_000000000001"]


def test_reuse_after_120_s_revokes_the_grant_and_every_token_of_it(server: Server) -> None:
    first = server.populate()
    second = server.rotate(first)
    assert second is not None
    server.clock.advance(119_999)
    third = server.rotate(first)
    assert third is not None
    server.clock.advance(1)
    assert server.rotate(first) is None
    assert server.revoked == ["grt_000000000001"]
    assert server.grants.find("grt_000000000001") is None
    assert server.rotate(second) is None
    assert server.rotate(third) is None
    assert server.revoked == ["grt_000000000001"]


def test_revoking_deletes_what_the_key_was_sealed_with(server: Server, tmp_path: Path) -> None:
    server.populate()
    grant = server.grants.find("grt_000000000001")
    assert grant is not None
    assert grant.row_secret is not None
    assert grant.row_secret in b"".join(each.read_bytes() for each in _files(tmp_path))
    assert server.grants.revoke(grant.id)
    assert grant.row_secret not in b"".join(each.read_bytes() for each in _files(tmp_path))
    assert not server.grants.revoke(grant.id)
    assert server.revoked == [grant.id]


def _files(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file()]


def test_an_error_on_the_way_retires_nothing(server: Server) -> None:
    first = server.populate()

    def fail(grant: Grant) -> tuple[RefreshRecord, None]:
        raise OSError("the signing key is gone")

    for _ in range(GRACE_USES + 5):
        with pytest.raises(OSError, match="gone"):
            server.grants.rotate(first, CLIENT, fail)
    server.clock.advance(600_000)
    assert server.rotate(first) is not None
    assert server.revoked == []


def test_a_stranger_can_neither_use_nor_revoke_with_half_a_token(server: Server) -> None:
    first = server.populate()
    assert server.rotate(first) is not None
    server.clock.advance(600_000)
    assert server.rotate(replace(first, hash=bytes(32))) is None
    assert server.rotate(first, "cln_other0000000") is None
    assert server.rotate(RefreshRecord("ref_000000000000", first.hash)) is None
    assert server.revoked == []
    assert server.grants.grant_of_refresh(replace(first, hash=bytes(32)), None) is None
    assert server.grants.grant_of_refresh(first, "cln_other0000000") is None
    assert server.grants.grant_of_refresh(first, CLIENT) == "grt_000000000001"


def test_an_unused_refresh_token_expires_after_30_days_and_is_forgotten(server: Server) -> None:
    first = server.populate()
    second = server.rotate(first)
    assert second is not None
    server.clock.advance(DAYS_30_MS - 1)
    third = server.rotate(second)
    assert third is not None
    server.clock.advance(1)
    assert server.rotate(first) is None
    assert server.revoked == []
    assert server.rotate(third) is not None
    with server.control.store.reading() as rows:
        assert rows.one("SELECT count(*) FROM refresh_token WHERE id = ?", first.id) == (0,)


def test_removing_a_user_revokes_the_grants_that_it_gave(server: Server) -> None:
    first = server.populate()
    operate(server.control, "remove_user", email="ada@example.org")
    assert server.revoked == ["grt_000000000001"]
    assert server.grants.find("grt_000000000001") is None
    assert server.rotate(first) is None


def test_another_tenant_cannot_revoke_a_grant(server: Server) -> None:
    server.populate()
    assert not server.grants.revoke("grt_000000000001", "ten_000000000002")
    assert server.grants.find("grt_000000000001") is not None
    assert server.grants.revoke("grt_000000000001", "ten_000000000001")


def test_a_rekey_ends_the_grants_with_a_key_and_a_shred_all(server: Server) -> None:
    server.populate()
    server.open("grt_000000000002", BRAIN_1, key=False)
    server.open("grt_000000000003", BRAIN_2)
    server.open("grt_000000000004", None, key=False)
    with server.control.store.writing() as rows:
        rekeyed = revoke_of_brain(rows, "ten_000000000001", BRAIN_1, 7, with_key_only=True)
        assert revoke_of_brain(rows, "ten_000000000002", BRAIN_2, 7, with_key_only=False) == []
    assert rekeyed == ["grt_000000000001"]
    with server.control.store.writing() as rows:
        shredded = revoke_of_brain(rows, "ten_000000000001", BRAIN_1, 7, with_key_only=False)
    assert shredded == ["grt_000000000002"]
    with server.control.store.reading() as rows:
        left = [each.id for each in grants_of(rows, "ten_000000000001")]
    assert left == ["grt_000000000003", "grt_000000000004"]


def test_the_day_of_use_is_written_once_a_day(server: Server) -> None:
    server.populate()
    grant = server.grants.find("grt_000000000001")
    assert grant is not None
    server.grants.note_use(grant)
    noted = server.grants.find(grant.id)
    assert noted is not None
    assert noted.last_used_day == server.clock.now_ms() // 86_400_000


def _at_once(*calls: Callable[[], object]) -> list[object]:
    """Run calls in threads that start together, and return what they returned."""
    barrier = threading.Barrier(len(calls))
    found: list[object] = []

    def run(call: Callable[[], object]) -> None:
        barrier.wait()
        found.append(call())

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_many_threads_that_refresh_at_once_stay_signed_in(server: Server) -> None:
    first = server.populate()
    found = _at_once(*[partial(server.rotate, first)] * (GRACE_USES + 1))
    assert len(found) == GRACE_USES + 1
    assert None not in found
    assert server.revoked == []
    assert len({each.id for each in found if isinstance(each, RefreshRecord)}) == GRACE_USES + 1


def test_a_refresh_beside_a_revocation_leaves_no_live_token(server: Server) -> None:
    server.populate()
    for number in range(2, 14):
        grant_id = encode_id("grt", number)
        refresh = partial(server.rotate, server.open(grant_id, None, key=False))
        found = _at_once(refresh, refresh, partial(server.grants.revoke, grant_id))
        assert server.grants.find(grant_id) is None
        made = [each for each in found if isinstance(each, RefreshRecord)]
        assert [server.rotate(each) for each in made] == [None] * len(made)


def _refresh_in_process(folder: str, token: tuple[str, bytes], times: int) -> int:
    server = Server(Path(folder), ManualClock(START))
    taken = sum(server.rotate(RefreshRecord(*token)) is not None for _ in range(times))
    server.control.close()
    return taken


def test_processes_share_one_count_of_the_grace(tmp_path: Path) -> None:
    server = Server(tmp_path / "server", ManualClock(START))
    first = server.populate()
    token = (first.id, first.hash)
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        counts = pool.starmap(
            _refresh_in_process, [(str(tmp_path / "server"), token, 5) for _ in range(3)]
        )
    # 15 uses: the first, 10 within the grace, and the next one revoked the grant.
    assert sum(counts) == GRACE_USES + 1
    assert server.grants.find("grt_000000000001") is None
    server.control.close()


def test_a_client_without_a_grant_is_forgotten_30_days_after_its_last_use(server: Server) -> None:
    server.populate()
    used = server.clients.register("Used", ("http://localhost/cb",))
    unused = server.clients.register("Unused", ("http://localhost/cb",))
    server.clock.advance(DAYS_30_MS - 1)
    server.clients.note_use(used.id)
    assert server.clients.find(unused.id) == unused
    server.clock.advance(1)
    assert server.clients.find(unused.id) is None
    assert server.clients.find(used.id) == used
    server.clients.register("Next", ("http://localhost/cb",))
    with server.control.store.reading() as rows:
        assert rows.one("SELECT count(*) FROM oauth_client") == (2,)


def test_a_client_with_a_grant_is_kept(server: Server) -> None:
    server.populate()
    client = server.clients.register("Claude", ("http://localhost/cb",))
    with server.control.store.writing() as rows:
        rows.run("UPDATE oauth_grant SET client = ?", client.id)
    server.clock.advance(10 * DAYS_30_MS)
    assert server.clients.find(client.id) == client
    assert server.grants.revoke("grt_000000000001")
    assert server.clients.find(client.id) is None


def test_beyond_the_limit_the_oldest_unused_client_goes(server: Server) -> None:
    server.populate()
    granted = server.clients.register("Granted", ("http://localhost/cb",))
    server.clock.advance(1)
    oldest = server.clients.register("Oldest", ("http://localhost/cb",))
    with server.control.store.writing() as rows:
        rows.run("UPDATE oauth_grant SET client = ?", granted.id)
        for number in range(CLIENTS_MAX - 2):
            rows.run(
                "INSERT INTO oauth_client VALUES (?, 'x', '[]', 1, ?)",
                f"cln_{number}",
                server.clock.now_ms() + 1,
            )
    newest = server.clients.register("Newest", ("http://localhost/cb",))
    assert server.clients.find(oldest.id) is None
    assert server.clients.find(granted.id) == granted
    assert server.clients.find(newest.id) == newest
    with server.control.store.writing() as rows:
        rows.run(
            "INSERT INTO oauth_grant SELECT 'grt_' || id, ?, 'usr_1', id, 'x', 1, NULL, 0,"
            " NULL, 1, NULL, NULL FROM oauth_client",
            TENANT,
        )
    with pytest.raises(RateLimited):
        server.clients.register("One more", ("http://localhost/cb",))


def test_a_printed_code_signs_one_user_in_once(server: Server) -> None:
    server.populate()
    store, machine = server.control.store, server.machine
    with pytest.raises(UserUnknown):
        operate(server.control, "issue_signin_code", email="nobody@example.org")
    older = operate(server.control, "issue_signin_code", email="ada@example.org")["code"]
    code = operate(server.control, "issue_signin_code", email="Ada@example.org")["code"]
    assert len(code) == 8
    assert older == code or not take_code(store, machine, "usr_1", older)
    assert not take_code(store, machine, "usr_2", code)
    assert not take_code(store, machine, None, code)
    assert take_code(store, machine, "usr_1", code)
    assert not take_code(store, machine, "usr_1", code)


def test_a_printed_code_lives_fifteen_minutes(server: Server) -> None:
    server.populate()
    code = operate(server.control, "issue_signin_code", email="ada@example.org")["code"]
    server.clock.advance(15 * 60_000)
    assert not take_code(server.control.store, server.machine, "usr_1", code)


def test_the_operator_s_shred_ends_the_grants_of_the_brain(server: Server) -> None:
    server.populate()
    brain = "brn_" + "0" * 26
    with server.control.store.writing() as rows:
        rows.run(
            "INSERT INTO brain (tenant, id, name, verifier, owner, generation, created_at)"
            " VALUES ('ten_000000000001', ?, 'alpha', ?, x'', 1, 1)",
            brain,
            VERIFIER,
        )
    server.open("grt_000000000002", brain, key=False)
    done = operate(server.control, "shred_as_operator", tenant="ten_000000000001", brain=brain)
    assert done["revoked"] == ["grt_000000000002"]
    assert server.revoked == ["grt_000000000002"]
    assert server.grants.find("grt_000000000001") is not None


def test_a_restored_backup_signs_every_program_out(server: Server, tmp_path: Path) -> None:
    first = server.populate()
    operate(server.control, "back_up_server", to=str(tmp_path / "copy"))
    restore_server(tmp_path / "other", tmp_path / "copy", server.machine, Operator())
    other = Server(tmp_path / "other", server.clock)
    assert other.grants.find("grt_000000000001") is None
    assert other.rotate(first) is None
    other.control.close()
    assert server.rotate(first) is not None


def test_a_grant_that_comes_after_a_rekey_or_a_shred_is_not_opened(server: Server) -> None:
    server.populate()
    grant = Grant("grt_1", TENANT, "usr_1", CLIENT, "x", Scope.READ, BRAIN_1, True, bytes(32), 5)
    with server.control.store.writing() as rows:
        rows.run(
            "UPDATE brain SET verifier = ? WHERE id = 'brn_00000000000000000000000001'", b"w" * 16
        )
        rows.run("UPDATE brain SET shredded_at = 1 WHERE id = 'brn_00000000000000000000000002'")
    assert not server.grants.open(grant, server.record(), VERIFIER)
    assert not server.grants.open(replace(grant, brain=BRAIN_2), server.record(), VERIFIER)
    assert not server.grants.open(replace(grant, brain=BRAIN_9), server.record(), None)
    assert server.grants.open(grant, server.record(), b"w" * 16)
