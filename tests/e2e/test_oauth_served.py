"""`myelin serve --http --oauth` as an operator runs it: a connector with a key reads and writes."""

import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from pydantic import AnyUrl

from myelin.testing import FIXTURES, call, temporary_brain
from tests.e2e.cli_shell import Shell, new_shell
from tests.e2e.oauth_site import CLAUDE, Browser, authorize_url, exchange, refresh, register
from tests.e2e.tenant_site import PushingDevice, TenantSite, make_certificate, text

EMAIL = "ada@example.org"
RESOURCE = "/.well-known/oauth-protected-resource/mcp"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@dataclass
class Served:
    """A running server with one tenant and one pushed brain."""

    url: str
    certificate: Path
    shell: Shell
    folder: Path
    process: "subprocess.Popen[bytes]"
    tenant: str
    admin: str
    device: PushingDevice
    users: int = 0

    @property
    def tenants(self) -> TenantSite:
        port = int(self.url.rpartition(":")[2])
        return TenantSite(self.shell, self.folder, self.certificate, port, self.process)

    def client(self) -> httpx2.Client:
        context = ssl.create_default_context(cafile=str(self.certificate))
        return httpx2.Client(base_url=self.url, verify=context, timeout=20)

    def code(self, email: str = EMAIL) -> str:
        made = self.shell.json("admin", "signin", email, "--server-data", str(self.folder))
        return str(made["code"])

    def connect(self, browser: Browser, url: str, *, brain: str, key: str = "") -> Browser:
        """Sign in as a new user with a code that the operator printed, and consent."""
        # A new one each time: an address may sign in three times in 15 minutes.
        self.users += 1
        email, data = f"user-{self.users}@example.org", str(self.folder)
        self.shell.json(
            "admin", "users", "--add", email, "--tenant", self.tenant, "--server-data", data
        )
        browser.visit(url)
        browser.submit("ask", email=email)
        browser.submit("code", code=self.code(email))
        browser.submit("choose", brain=brain, scope="write")
        return browser.submit("allow", key=key)


@contextmanager
def process_of(
    shell: Shell, certificates: tuple[Path, Path] | None, port: int, *options: str
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run `myelin serve --http --oauth` until the block ends."""
    command = [sys.executable, "-m", "myelin", "serve", "--http", "--json", "--oauth"]
    command += ["--listen", f"127.0.0.1:{port}", *options]
    if certificates is not None:
        command += ["--tls-cert", str(certificates[0]), "--tls-key", str(certificates[1])]
    process = subprocess.Popen(
        command, cwd=shell.cwd, env=shell.environment, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.stderr.read() if process.stderr else b""
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def serve(folder: Path, device: PushingDevice) -> Iterator[Served]:
    """Run a server with one tenant, and push the device's brain to it."""
    shell, data, port = new_shell(folder), folder / "server", free_port()
    made = shell.json("admin", "bootstrap", "--email", EMAIL, "--server-data", str(data))
    certificates, url = make_certificate(folder), f"https://localhost:{port}"
    certificate = certificates[0]
    options = ("--server-data", str(data), "--public-url", url)
    with process_of(shell, certificates, port, *options) as process:
        served = Served(
            url, certificate, shell, data, process, made["tenant"], made["secret"], device
        )
        peer = served.tenants.peer(made["secret"])
        assert device.register(peer, made["tenant"], url).status == 201
        device.push(peer)
        yield served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with temporary_brain(seed="oauth") as made:
        engine = made.open()
        FIXTURES["starter_pack"](engine)
        call(engine, "remember", content="The port of the service is 8080.", class_="note")
        device = PushingDevice(engine, made.root, "notes", folder)
        with serve(folder, device) as found:
            yield found
        engine.store.close()


@dataclass
class Host:
    """A host with the package's client, whose browser a person operates."""

    served: Served
    key: str
    modern: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    signed_in: int = 0
    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None
    answer: dict[str, str] | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info

    def _consent(self, url: str) -> None:
        self.signed_in += 1
        browser = Browser(self.served)
        self.served.connect(browser, url, brain=self.served.device.id, key=self.key)
        self.answer = browser.answer

    async def redirect(self, url: str) -> None:
        await anyio.to_thread.run_sync(self._consent, url)

    async def callback(self) -> AuthorizationCodeResult:
        assert self.answer is not None
        return AuthorizationCodeResult(
            code=self.answer["code"], state=self.answer["state"], iss=self.answer["iss"]
        )

    async def call(self, *tools: tuple[str, dict[str, Any]]) -> list[Any]:
        provider = OAuthClientProvider(
            server_url=f"{self.served.url}/mcp",
            client_metadata=OAuthClientMetadata(
                client_name="Package",
                redirect_uris=[AnyUrl("http://127.0.0.1:3030/callback")],
                grant_types=["authorization_code", "refresh_token"],
                response_types=["code"],
            ),
            storage=self,
            redirect_handler=self.redirect,
            callback_handler=self.callback,
        )
        context = ssl.create_default_context(cafile=str(self.served.certificate))
        async with httpx2.AsyncClient(
            auth=provider, verify=context, timeout=30, headers=self.headers
        ) as http:
            transport = streamable_http_client(f"{self.served.url}/mcp", http_client=http)
            if self.modern:
                async with Client(transport) as client:
                    return [await client.call_tool(name, given) for name, given in tools]
            async with transport as streams, ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                return [await session.call_tool(name, given) for name, given in tools]


ERAS = pytest.mark.parametrize("modern", [False, True], ids=["handshake", "modern"])


@ERAS
def test_a_connector_with_the_key_recalls_and_remembers(served: Served, modern: bool) -> None:
    host = Host(served, text(served.device.key), modern)
    content = f"The owner likes tea from {'China' if modern else 'Japan'}."
    note = {"content": content, "class": "note", "sensitivity": "normal"}
    found = anyio.run(
        host.call,
        ("recall", {"query": "port of the service"}),
        ("remember", note),
        ("recall", {"query": "what does the owner like"}),
    )
    assert [each.is_error for each in found] == [False, False, False]
    assert "8080" in str(found[0])
    assert "tea" in str(found[2])
    assert host.signed_in == 1
    # A second process of the host goes on from what was stored.
    anyio.run(host.call, ("recall", {"query": "tea"}))
    assert host.signed_in == 1


@ERAS
def test_without_a_key_or_with_a_wrong_one_nobody_signs_in_again(
    served: Served, modern: bool
) -> None:
    host = Host(served, "", modern)
    found = anyio.run(host.call, *[("recall", {"query": "port"})] * 3)
    assert all(each.is_error for each in found)
    assert "key_required" in str(found[0])
    host.headers = {"X-Myelin-Key": text(bytes(32))}
    found = anyio.run(host.call, *[("recall", {"query": "port"})] * 3)
    assert all("key_wrong" in str(each) for each in found)
    # With the right key in the header the same sign-in serves.
    host.headers = {"X-Myelin-Key": text(served.device.key)}
    found = anyio.run(host.call, ("recall", {"query": "port"}))
    assert "8080" in str(found[0])
    assert host.signed_in == 1


def tokens_of(served: Served) -> tuple[str, dict[str, str]]:
    """Return a client and its tokens with a key."""
    client_id = register(served, CLAUDE)
    browser = Browser(served)
    url = authorize_url(served, client_id)
    served.connect(browser, url, brain=served.device.id, key=text(served.device.key))
    return client_id, exchange(served, client_id, browser.answer["code"]).json()


def test_a_token_of_a_connector_reaches_no_admin_route(served: Served) -> None:
    _, tokens = tokens_of(served)
    peer = served.tenants.peer(tokens["access_token"])
    for method, path in (("GET", "/v1/brains"), ("GET", "/v1/tokens"), ("GET", "/v1/audit")):
        assert peer.ask(method, path).status == 401


def test_an_administrator_revokes_a_connector_at_once(served: Served) -> None:
    client_id, tokens = tokens_of(served)
    with served.client() as http:
        sent = {"authorization": f"Bearer {tokens['access_token']}"}
        assert http.post("/mcp", headers=sent, json={"jsonrpc": "2.0"}).status_code != 401
        admin = served.tenants.peer(served.admin)
        listed = admin.ask("GET", "/v1/tokens").document["tokens"]
        grant = [each for each in listed if each["kind"] == "oauth" and each["name"] == "Claude"]
        for each in grant:
            assert each["carries_key"] is True
            assert admin.ask("DELETE", f"/v1/tokens/{each['id']}").status == 204
        refused = http.post("/mcp", headers=sent, json={"jsonrpc": "2.0"})
    assert refused.status_code == 401
    challenge = refused.headers["www-authenticate"]
    assert f'resource_metadata="{served.url}/.well-known/oauth-protected-resource/mcp"' in challenge
    assert 'error="invalid_token"' in challenge
    assert refresh(served, client_id, tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_no_key_is_in_the_files_of_the_server(served: Served) -> None:
    tokens_of(served)
    key = served.device.key
    for place in served.folder.rglob("*"):
        if place.is_file():
            content = place.read_bytes()
            for written in (key, key.hex().encode(), text(key)[:30].encode()):
                assert written not in content


def test_flags_that_do_not_fit_are_refused(served: Served) -> None:
    shell, data = served.shell, str(served.folder)
    alone = shell.run("serve", "--http", "--server-data", data, "--mail-relay", "127.0.0.1:25")
    assert (alone.code, "oauth" in alone.remarks) == (2, True)
    nameless = shell.run("serve", "--http", "--server-data", data, "--oauth")
    assert (nameless.code, "--public-url" in nameless.remarks) == (2, True)


def test_only_the_host_name_of_connectors_leads_to_a_sign_in(
    served: Served, tmp_path: Path
) -> None:
    port, data = free_port(), str(served.folder)
    public, connect = f"headers.example:{port}", f"localhost:{port}"
    options = ("--server-data", data, "--public-url", f"https://{public}")
    certificates = (served.certificate, served.certificate.with_name("key.pem"))
    with (
        process_of(served.shell, certificates, port, *options, "--oauth-host", "localhost"),
        served.client() as http,
    ):
        base, path = f"https://localhost:{port}", "/.well-known/oauth-authorization-server"
        for host, challenge, status in (
            (public, "Bearer", 404),
            (
                connect,
                f'Bearer resource_metadata="https://{connect}{RESOURCE}", scope="read write"',
                200,
            ),
        ):
            asked = http.post(f"{base}/mcp", headers={"host": host})
            assert (asked.status_code, asked.headers["www-authenticate"]) == (401, challenge)
            assert http.get(base + path, headers={"host": host}).status_code == status
        foreign = http.get(base + path, headers={"host": "evil.example"})
        assert foreign.status_code == 404


def test_behind_a_proxy_the_client_s_address_counts_and_plaintext_is_refused(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, data = free_port(), str(served.folder)
    monkeypatch.setitem(served.shell.extra, "MYELIN_TRUST_PROXY", "1")
    options = ("--server-data", data, "--public-url", "https://brain.example")
    proxied = {"host": "brain.example", "x-forwarded-proto": "https"}
    with (
        process_of(served.shell, None, port, *options),
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as http,
    ):

        def registered(address: str) -> int:
            sent = {**proxied, "x-forwarded-for": address}
            body = {"redirect_uris": [CLAUDE]}
            return http.post("/register", headers=sent, json=body).status_code

        # What a client itself writes into the header stands before what the proxy adds.
        first = [registered(f"203.0.113.{number}, 198.51.100.1") for number in range(21)]
        assert first == [201] * 20 + [429]
        assert registered("198.51.100.2") == 201
        for headers in ({"host": "brain.example"}, {**proxied, "x-forwarded-proto": "http"}):
            answer = http.post("/token", headers=headers)
            assert (answer.status_code, answer.headers["upgrade"]) == (426, "TLS/1.2, HTTP/1.1")
            assert http.get("/authorize", headers=headers).status_code == 426
