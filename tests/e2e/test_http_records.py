"""The admin routes over real HTTP: a push and a pull, statuses and headers, what is audited."""

import contextlib
import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from myelin.contract.errors import RateLimited
from myelin.control import Control, Principal
from myelin.kernel.machine import SYSTEM
from myelin.server.http import listener
from myelin.server.http.addresses import Address
from myelin.server.http.records import Records
from myelin.surface.routes import ROUTES
from myelin.sync.manifest import Kind
from tests.e2e.http_wire import Answer, HttpPeer
from tests.unit.control.pushing_device import Device, announce, text
from tests.unit.control.server_records import new_tenant

WAIT_S = 30


@dataclass
class CountingGate:
    """Lets everything in, counts, and refuses what a test says."""

    failures: int = 0
    limited: bool = False
    admitted: list[bool] = field(default_factory=list)

    def enter(self, scope: Any, headers: Any) -> None:
        assert scope["type"] == "http"

    def failed(self, scope: Any, token: str | None) -> None:
        self.failures += 1

    def admit(self, who: Principal, *, writes: bool) -> None:
        self.admitted.append(writes)
        if self.limited:
            raise RateLimited(seconds=7, details={"seconds": 7})


@dataclass
class Served:
    """A server of records with one tenant, and a client with its admin token."""

    control: Control
    gate: CountingGate
    peer: HttpPeer
    tenant: str

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.peer.send(raw, named, method=method, path=path)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    control = Control(tmp_path / "server", SYSTEM)
    control.issuer = "https://brains.example.org"
    tenant, secret = new_tenant(control, "a@example.org")
    gate = CountingGate()
    bound, address = listener.bind(Address("127.0.0.1", 0))
    app = Starlette(routes=[Mount("/", Records(control, gate))])
    server = listener.server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    try:
        yield Served(control, gate, HttpPeer(address.port, secret), tenant)
    finally:
        server.should_exit = True
        thread.join(WAIT_S)
        with contextlib.suppress(Exception):
            control.close()


def registered(served: Served) -> Device:
    device = Device()
    made = served.ask("POST", "/v1/brains", device.registration(served.control, served.tenant))
    assert made.status == 201, made.body
    return device


def pushed(served: Served, device: Device) -> Answer:
    """Push a whole file in parts, and return the answer to the commit."""
    data = device.new_file(3)
    signed = device.manifest(Kind.EPOCH)
    path = f"/v1/brains/{device.id}/push"
    state = served.ask("GET", f"/v1/brains/{device.id}/pull")
    opening = {"manifest": text(signed), "upload": announce(0, data)}
    opened = served.ask("POST", path, opening, if_match=state.headers["etag"])
    assert opened.status == 201, opened.body
    place = opened.headers["location"]
    assert place == f"{path}/{opened.document['upload']}"
    for offset in range(0, len(data), 2_000):
        part = data[offset : offset + 2_000]
        sent = served.ask(
            "PUT", f"{place}?offset={offset}", part,
            content_type="application/octet-stream",
            content_digest=f"sha-256=:{text(hashlib.sha256(part).digest())}:",
        )  # fmt: skip
        assert sent.status == 204, sent.body
        assert sent.body == b""
        assert sent.headers["upload-offset"] == str(offset + len(part))
    answer = served.ask("PATCH", place, if_match=state.headers["etag"])
    device.chain.append(signed)
    return answer


def test_a_push_over_http_is_pulled_whole_and_in_ranges(served: Served) -> None:
    device = registered(served)
    committed = pushed(served, device)
    assert committed.status == 200
    assert committed.headers["etag"] == f'"{committed.document["token"]}"'
    state = served.ask("GET", f"/v1/brains/{device.id}/pull")
    assert state.document["manifests"] == [text(device.chain[0])]
    whole = served.ask("GET", f"/v1/brains/{device.id}/pull/1")
    assert (whole.status, whole.body) == (200, device.file)
    assert whole.headers["etag"] == '"e1"'
    assert whole.headers["accept-ranges"] == "bytes"
    part = served.ask("GET", f"/v1/brains/{device.id}/pull/1", range="bytes=10-19")
    assert (part.status, part.body) == (206, device.file[10:20])
    assert part.headers["content-range"] == f"bytes 10-19/{len(device.file)}"
    beyond = served.ask("GET", f"/v1/brains/{device.id}/pull/1", range="bytes=9999999-")
    assert beyond.status == 416


def test_every_answer_has_its_status_and_the_shape_of_an_error(served: Served) -> None:
    device = registered(served)
    pushed(served, device)
    brain = f"/v1/brains/{device.id}"
    other = "/v1/brains/brn_" + "0" * 26
    cases: list[tuple[int, str, str, Any, dict[str, str]]] = [
        (404, "GET", "/v1/nothing", None, {}),
        (404, "GET", f"{brain}/pull/", None, {}),
        (405, "PUT", "/v1/brains", None, {}),
        (405, "HEAD", "/v1/brains", None, {}),
        (404, "GET", f"{other}/pull", None, {}),
        (404, "GET", f"{brain}/pull/7", None, {}),
        (400, "GET", "/v1/tokens?limit=0", None, {}),
        (400, "GET", "/v1/tokens?limit=1&limit=2", None, {}),
        (400, "GET", "/v1/tokens?unknown=1", None, {}),
        (400, "POST", "/v1/tokens", b"{", {}),
        (400, "POST", "/v1/tokens", b"[1]", {}),
        (400, "POST", "/v1/tokens", b'{"name": NaN}', {}),
        (400, "POST", "/v1/tokens", {"name": "x", "scope": "owner"}, {}),
        (400, "POST", "/v1/tokens", {"name": "x", "scope": "read", "more": 1}, {}),
        (413, "POST", "/v1/tokens", b"x" * 70_000, {}),
        (415, "POST", "/v1/tokens", {}, {"content_type": "text/plain"}),
        (415, "POST", "/v1/tokens", {}, {"content_encoding": "gzip"}),
        (428, "PATCH", f"{brain}/push/upl_x", None, {}),
        (404, "DELETE", "/v1/tokens/tok_000000000000", None, {}),
        (400, "GET", "/v1/brains", None, {"x_myelin_key": "A" * 44}),
        (401, "GET", "/v1/brains", None, {"authorization": "Bearer wrong"}),
        (401, "GET", "/v1/brains", None, {"authorization": ""}),
    ]
    for status, method, path, body, headers in cases:
        if status == 428:
            path = f"{brain}/push/{opened_upload(served, device)}"
        answer = served.ask(method, path, body, **headers)
        assert answer.status == status, (method, path, answer.status, answer.body)
        if method != "HEAD":
            assert set(answer.document["error"]) >= {"code", "message", "hint", "retry"}
        if status == 405:
            assert "GET" in answer.headers["allow"]
        if status == 401:
            assert answer.headers["www-authenticate"] == "Bearer"
    assert served.gate.failures == 2


def opened_upload(served: Served, device: Device) -> str:
    """Open an upload without bytes and return its id."""
    signed = device.manifest(Kind.APPEND)
    state = served.ask("GET", f"/v1/brains/{device.id}/pull")
    opening = {"manifest": text(signed), "upload": announce(len(device.file), b"")}
    path = f"/v1/brains/{device.id}/push"
    opened = served.ask("POST", path, opening, if_match=state.headers["etag"])
    assert opened.status == 201, opened.body
    return str(opened.document["upload"])


def test_a_scope_below_the_routes_is_refused(served: Served) -> None:
    made = served.ask("POST", "/v1/tokens", {"name": "reader", "scope": "read"}).document
    served.peer.token = made["secret"]
    assert served.ask("GET", "/v1/brains").status == 200
    for method, path in (("GET", "/v1/tokens"), ("GET", "/v1/audit"), ("POST", "/v1/brains")):
        assert served.ask(method, path).status == 403
    rows = served.control.store
    with rows.reading() as open_:
        found = open_.all("SELECT endpoint, outcome FROM audit WHERE token = ?",
                          made["token"]["id"])  # fmt: skip
    assert found == [
        ("list_brains", "ok"),
        ("list_tokens", "refused"),
        ("list_audit", "refused"),
        ("create_brain", "refused"),
    ]


def test_a_limit_says_when_to_come_again(served: Served) -> None:
    served.gate.limited = True
    answer = served.ask("GET", "/v1/brains")
    assert (answer.status, answer.headers["retry-after"]) == (429, "7")


def test_the_description_of_the_routes_is_served_and_names_each(served: Served) -> None:
    served.peer.token = "none"
    answer = served.ask("GET", "/v1/openapi.json")
    assert answer.status == 200
    paths = answer.document["paths"]
    assert {(route.path, route.method.lower()) for route in ROUTES.values()} == {
        (path, method) for path, methods in paths.items() for method in methods
    }


def test_a_suspended_tenant_still_pulls(served: Served) -> None:
    device = registered(served)
    pushed(served, device)
    with served.control.store.writing() as rows:
        rows.run("UPDATE tenant SET suspended_at = 1")
    assert served.ask("GET", "/v1/brains").status == 200
    assert served.ask("GET", f"/v1/brains/{device.id}/pull").status == 200
    assert served.ask("GET", f"/v1/brains/{device.id}/pull/1").body == device.file
    assert served.ask("GET", "/v1/restore").status == 200
    refused = served.ask("GET", "/v1/tokens")
    assert (refused.status, refused.document["error"]["code"]) == (403, "tenant_suspended")
    assert served.ask("POST", f"/v1/brains/{device.id}/snapshots").status == 403
