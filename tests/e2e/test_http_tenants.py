"""`myelin serve --http`: tenants, tokens, brains and keys, over TLS, as devices and hosts do it."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from myelin.engine.engine import Engine
from myelin.surface.tools import TOOLS
from myelin.testing import FIXTURES, call, temporary_brain
from tests.e2e.cli_shell import new_shell
from tests.e2e.http_wire import HttpPeer
from tests.e2e.tenant_site import PushingDevice, TenantSite, running, text
from tests.e2e.test_http_device import walk

CANARY = "zanzibar-canary"


@dataclass
class Pushed:
    """A tenant with one pushed brain."""

    tenant: str
    admin: str
    device: PushingDevice
    local: Engine

    @property
    def key(self) -> str:
        return text(self.device.key)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TenantSite]:
    folder = tmp_path_factory.mktemp("site")
    shell = new_shell(folder)
    data = folder / "server"
    shell.json("admin", "bootstrap", "--email", "first@example.org", "--server-data", str(data))
    with running(shell, data, folder) as made:
        yield made


@pytest.fixture(scope="module")
def pushed(site: TenantSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pushed]:
    with pushed_brain(site, "ada@example.org", tmp_path_factory.mktemp("ada")) as made:
        yield made


@pytest.fixture(scope="module")
def other(site: TenantSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pushed]:
    with pushed_brain(site, "bob@example.org", tmp_path_factory.mktemp("bob")) as made:
        yield made


@contextmanager
def pushed_brain(site: TenantSite, email: str, scratch: Path) -> Iterator[Pushed]:
    tenant, admin = site.tenant(email)
    with temporary_brain(seed=email) as made:
        engine = made.open()
        FIXTURES["starter_pack"](engine)
        call(engine, "remember", content="The port of the service is 8080.", class_="note")
        for number in range(3):
            call(
                engine, "remember", content=f"The secret plan {number} is {CANARY}.", class_="note",
                sensitivity="local_only", tags=[CANARY],
            )  # fmt: skip
        device = PushingDevice(engine, made.root, "notes", scratch)
        peer = site.peer(admin)
        registered = device.register(peer, tenant, f"https://127.0.0.1:{site.port}")
        assert registered.status == 201, registered
        device.push(peer)
        yield Pushed(tenant, admin, device, engine)
        engine.store.close()


def token(peer: HttpPeer, scope: str, **more: Any) -> str:
    made = peer.ask("POST", "/v1/tokens", {"name": f"a {scope} token", "scope": scope, **more})
    assert made.status == 201, made
    return str(made.document["secret"])


def told(answer: dict[str, Any]) -> str:
    """Return the code of a tool's error."""
    assert answer["isError"] is True, answer
    return str(json.loads(answer["content"][0]["text"])["error"]["code"])


@pytest.mark.parametrize("era", ["handshake", "modern"])
def test_a_host_recalls_and_remembers_with_the_key(
    site: TenantSite, pushed: Pushed, era: str
) -> None:
    writer = token(site.peer(pushed.admin), "write")
    peer = site.peer(writer, x_myelin_brain="notes", x_myelin_key=pushed.key)
    found = peer.call("recall", {"query": "which port"}, era)["structuredContent"]
    assert [each["content"] for each in found["memories"]] == ["The port of the service is 8080."]
    given = {"content": f"The {era} cache is Redis.", "class": "note"}
    written = peer.call("remember", given, era)["structuredContent"]["memory"]
    assert peer.call("get_memory", {"id": written["id"]}, era)["isError"] is False
    assert len(peer.message({"method": "tools/list"}, era)["result"]["tools"]) == len(TOOLS)


def test_the_key_is_asked_for_kept_under_its_token_and_gone_with_it(
    site: TenantSite, pushed: Pushed
) -> None:
    admin = site.peer(pushed.admin)
    made = admin.ask("POST", "/v1/tokens", {"name": "host", "scope": "read"}).document
    reader, another = made["secret"], token(admin, "read")
    ask = {"query": "port"}
    bare = site.peer(reader, x_myelin_brain="notes")
    assert told(bare.call("recall", ask)) == "key_required"
    wrong = site.peer(reader, x_myelin_brain="notes", x_myelin_key=text(bytes(32)))
    assert told(wrong.call("recall", ask)) == "key_wrong"
    keyed = site.peer(reader, x_myelin_brain="notes", x_myelin_key=pushed.key)
    assert keyed.call("recall", ask)["isError"] is False
    # The next requests of the same token need no key; a wrong one evicts nothing.
    assert bare.call("recall", ask)["isError"] is False
    assert told(wrong.call("recall", ask)) == "key_wrong"
    assert bare.call("recall", ask)["isError"] is False
    assert told(site.peer(another, x_myelin_brain="notes").call("recall", ask)) == "key_required"
    for value in ("x", text(bytes(31)), pushed.key + "=", pushed.key[:-1]):
        answer = site.peer(reader, x_myelin_key=value).send(b"{}")
        assert (answer.status, answer.document["error"]["data"]["error"]["code"]) == (
            400, "header_invalid",
        )  # fmt: skip
    assert admin.ask("DELETE", f"/v1/tokens/{made['token']['id']}").status == 204
    gone = bare.send(b"{}")
    assert (gone.status, gone.headers["www-authenticate"]) == (401, "Bearer")


def test_a_scope_shows_and_allows_what_it_covers(site: TenantSite, pushed: Pushed) -> None:
    reader = token(site.peer(pushed.admin), "read")
    peer = site.peer(reader, x_myelin_brain="notes", x_myelin_key=pushed.key)
    shown = {tool["name"] for tool in peer.message({"method": "tools/list"})["result"]["tools"]}
    assert shown == {name for name, tool in TOOLS.items() if tool.operation.effect == "read"}
    refused = peer.call("remember", {"content": "A thing.", "class": "note"})
    assert told(refused) == "scope_missing"
    assert peer.ask("POST", "/v1/tokens", {"name": "x", "scope": "read"}).status == 400
    bare = site.peer(reader)
    assert bare.ask("POST", "/v1/tokens", {"name": "x", "scope": "read"}).status == 403
    assert bare.ask("GET", "/v1/brains").status == 200
    only = token(site.peer(pushed.admin), "read", brain="notes")
    alone = site.peer(only, x_myelin_key=pushed.key)
    assert alone.call("recall", {"query": "port"})["isError"] is False


def test_nothing_that_stays_on_the_device_is_on_the_server(
    site: TenantSite, pushed: Pushed
) -> None:
    writer = token(site.peer(pushed.admin), "write")
    peer = site.peer(writer, x_myelin_brain="notes", x_myelin_key=pushed.key)
    kept = call(pushed.local, "list_memories", tags=[CANARY])["memories"][0]["id"]
    shown = walk(peer)
    assert "8080" in shown
    assert kept not in shown
    assert CANARY not in json.dumps(peer.call("list_memories", {"limit": 100}))
    given = {"content": "Not out.", "class": "note", "sensitivity": "local_only"}
    assert told(peer.call("remember", given)) == "local_only_refused"
    for path in site.folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert CANARY.encode() not in data
            assert b"8080" not in data
            assert pushed.device.key not in data
            assert pushed.key.encode() not in data


def test_another_tenant_s_brain_is_a_brain_that_does_not_exist(
    site: TenantSite, pushed: Pushed, other: Pushed
) -> None:
    mine = site.peer(other.admin, x_myelin_key=other.key)
    theirs, nobody = pushed.device.id, "brn_" + "0" * 26
    answers = []
    for brain in (theirs, nobody):
        mine.extra["x-myelin-brain"] = brain
        answers.append(mine.call("recall", {"query": "port"}))
    assert told(answers[0]) == told(answers[1]) == "brain_unknown"
    assert json.dumps(answers[0]).replace(theirs, "") == json.dumps(answers[1]).replace(nobody, "")
    bare = site.peer(other.admin)
    for method, path in (
        ("GET", "pull"), ("GET", "pull/1"), ("POST", "push"), ("GET", "snapshots"),
        ("POST", "snapshots"), ("POST", "rekey"), ("POST", "shred"), ("GET", "push/upl_0000"),
    ):  # fmt: skip
        pairs = []
        for brain in (theirs, nobody):
            answer = bare.ask(
                method, f"/v1/brains/{brain}/{path}", {} if method == "POST" else None
            )
            pairs.append((answer.status, answer.body.replace(brain.encode(), b"")))
        assert pairs[0] == pairs[1], (method, path)
    listed = bare.ask("GET", "/v1/brains").document["brains"]
    assert [each["id"] for each in listed] == [other.device.id]
    audit = bare.ask("GET", "/v1/audit").document["rows"]
    assert all(row["token"] for row in audit)


def test_keys_and_tokens_in_the_clear_are_burnt(pushed: Pushed, tmp_path: Path) -> None:
    shell = new_shell(tmp_path)
    data = tmp_path / "server"
    made = shell.json("admin", "bootstrap", "--email", "a@example.org", "--server-data", str(data))
    words = ["serve", "--http", "--listen", "127.0.0.1:0", "--server-data", str(data), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "myelin", *words], cwd=tmp_path, env=shell.environment,
        stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        port = int(json.loads(process.stdout.readline())["address"].split(":")[2].split("/")[0])
        peer = HttpPeer(port, made["secret"])
        assert peer.ask("GET", "/v1/brains").status == 200
        burnt = peer.send(b"{}", {"x-myelin-key": pushed.key})
        assert burnt.status == 426
        assert burnt.headers["upgrade"] == "TLS/1.2, HTTP/1.1"
        assert burnt.document["error"]["data"]["error"]["code"] == "key_over_plaintext"
        # A forwarded header of a proxy that nobody declared is no proof of TLS.
        claimed = {"x-myelin-key": pushed.key, "x-forwarded-proto": "https"}
        assert peer.send(b"{}", claimed).status == 426
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def test_an_acknowledged_write_survives_a_kill_of_the_server(
    site: TenantSite, tmp_path: Path
) -> None:
    folder = tmp_path / "server"
    shell = new_shell(tmp_path)
    made = shell.json(
        "admin", "bootstrap", "--email", "k@example.org", "--server-data", str(folder)
    )
    acknowledged: list[str] = []
    with temporary_brain(seed="kill") as local:
        engine = local.open()
        device = PushingDevice(engine, local.root, "notes", tmp_path)
        key = text(device.key)
        with running(shell, folder, tmp_path) as first:
            admin = first.peer(made["secret"])
            device.register(admin, made["tenant"], f"https://127.0.0.1:{first.port}")
            device.push(admin)
            peer = first.peer(made["secret"], x_myelin_brain="notes", x_myelin_key=key)

            def write(number: int) -> None:
                for each in range(30):
                    given = {"content": f"Statement {number} {each} of it.", "class": "note"}
                    try:
                        answer = peer.call("remember", given)
                    except (OSError, http.client.HTTPException):
                        return
                    acknowledged.append(answer["structuredContent"]["memory"]["id"])

            threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
            for thread in threads:
                thread.start()
            while len(acknowledged) < 15:
                threads[0].join(0.01)
            first.process.send_signal(signal.SIGKILL)
            for thread in threads:
                thread.join()
        with running(shell, folder, tmp_path) as second:
            peer = second.peer(made["secret"], x_myelin_brain="notes", x_myelin_key=key)
            listed = peer.call("list_memories", {"limit": 100})["structuredContent"]["memories"]
        engine.store.close()
    assert set(acknowledged) <= {each["id"] for each in listed}


def test_many_wrong_tokens_do_not_hold_up_another_tenant(site: TenantSite, pushed: Pushed) -> None:
    peer = site.peer(pushed.admin, x_myelin_brain="notes", x_myelin_key=pushed.key)
    peer.call("recall", {"query": "port"})
    wrong = site.peer(pushed.admin[:-8] + "x" * 8)
    statuses: list[int] = []

    def guess() -> None:
        statuses.extend(wrong.send(b"{}").status for _ in range(16))

    threads = [threading.Thread(target=guess) for _ in range(8)]
    for thread in threads:
        thread.start()
    times = []
    while any(thread.is_alive() for thread in threads):
        began = time.monotonic()
        assert peer.call("recall", {"query": "port"})["isError"] is False
        times.append(time.monotonic() - began)
    assert set(statuses) <= {401, 429}
    assert 429 in statuses
    assert times
    # A right token is never refused for the wrong ones that came from the same address.
    assert site.peer(pushed.admin).ask("GET", "/v1/brains").status == 200


def test_a_push_closes_the_open_brain_and_its_keys_go(site: TenantSite, pushed: Pushed) -> None:
    admin = site.peer(pushed.admin)
    reader = token(admin, "read")
    keyed = site.peer(reader, x_myelin_brain="notes", x_myelin_key=pushed.key)
    assert keyed.call("recall", {"query": "port"})["isError"] is False
    call(pushed.local, "remember", content="The queue is Kafka now.", class_="note")
    pushed.device.push(admin)
    bare = site.peer(reader, x_myelin_brain="notes")
    assert told(bare.call("recall", {"query": "queue"})) == "key_required"
    answer = keyed.call("recall", {"query": "which queue"})
    assert answer["isError"] is False, answer
    found = answer["structuredContent"]["memories"]
    assert found[0]["content"] == "The queue is Kafka now."


def test_the_audit_trail_names_endpoints_and_outcomes_and_no_content(
    site: TenantSite, pushed: Pushed
) -> None:
    peer = site.peer(pushed.admin, x_myelin_brain="notes", x_myelin_key=pushed.key)
    peer.call("recall", {"query": CANARY})
    params = {"name": "nonsense", "arguments": {"query": CANARY}}
    assert "error" in peer.message({"method": "tools/call", "params": params})
    told(site.peer(pushed.admin, x_myelin_brain="none", x_myelin_key=pushed.key).call(
        "recall", {"query": CANARY}))  # fmt: skip
    answer = site.peer(pushed.admin).ask("GET", "/v1/audit?limit=50")
    rows = answer.document["rows"]
    assert {"recall", "unknown", "list_audit"} & {row["endpoint"] for row in rows} >= {
        "recall",
        "unknown",
    }
    assert "not_found" in {row["outcome"] for row in rows if row["endpoint"] == "recall"}
    assert CANARY not in answer.body.decode()


def test_a_server_that_is_not_there_or_not_protected_is_refused(tmp_path: Path) -> None:
    shell = new_shell(tmp_path)
    for words, said in (
        ([], "admin bootstrap"),
        (["--listen", "0.0.0.0:0"], "in the clear"),
        (["--tls-cert", "x"], "together"),
    ):
        ran = shell.run("serve", "--http", *words)
        assert ran.code == 2
        assert said in ran.remarks


def test_metrics_are_on_a_listener_of_their_own_and_name_nobody(
    site: TenantSite, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(site.shell, site.folder, tmp_path, "--metrics", f"127.0.0.1:{port}") as second:
        second.peer("wrong").send(b"{}")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
    assert 'myelin_refused_tokens_total{from="loopback"} 1' in text
    assert "myelin_open_brains 0" in text
    assert not re.search("tok_|ten_|brn_|127\\.0", text)
    refused = site.shell.run(
        "serve", "--http", "--server-data", str(site.folder), "--listen", "127.0.0.1:0",
        "--metrics", "0.0.0.0:0",
    )  # fmt: skip
    assert refused.code == 2
