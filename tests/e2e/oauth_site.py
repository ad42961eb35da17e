"""A server with OAuth over TLS for tests, and a browser that keeps cookies as browsers do."""

import base64
import os
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from ipaddress import ip_address
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2
import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from myelin.contract.errors import TokenInvalid
from myelin.control import Control
from myelin.crypto.keys import verifier
from myelin.crypto.sealed_key import wipe
from myelin.kernel.ids import encode_brain_id
from myelin.kernel.machine import SYSTEM, Machine
from myelin.server.oauth import OAuth, OAuthSettings, Relay, routes
from myelin.server.oauth.pkce import challenge_of
from tests.unit.control.server_records import operate

EMAIL = "ada@example.org"
CLAUDE = "https://claude.ai/api/mcp/auth_callback"
VERIFIER = "v" * 43


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Write a certificate for localhost and its key, and return their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    place, key_place = folder / "certificate.pem", folder / "key.pem"
    place.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_place.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return place, key_place


class AnySite(Protocol):
    """A running server with OAuth, in this process or in another."""

    @property
    def url(self) -> str:
        """Return its address."""

    def client(self) -> httpx2.Client:
        """Return an HTTP client that trusts the certificate and follows no redirect."""

    def code(self, email: str = EMAIL) -> str:
        """Return the sign-in code that the operator's command prints."""


@dataclass
class Site:
    """A running server: two tenants, the first with two brains."""

    url: str
    certificate: Path
    control: Control
    oauth: OAuth
    keys: dict[str, bytes]
    """The remote key of each brain by its id."""

    def client(self) -> httpx2.Client:
        """Return an HTTP client that trusts the certificate and follows no redirect."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        return httpx2.Client(base_url=self.url, verify=context, timeout=20)

    def code(self, email: str = EMAIL) -> str:
        """Return the sign-in code that the operator's command prints."""
        return str(operate(self.control, "issue_signin_code", email=email)["code"])

    def brain(self, name: str) -> str:
        """Return the id of the first tenant's brain of a name."""
        with self.control.store.reading() as rows:
            row = rows.one("SELECT id FROM brain WHERE tenant = 'ten_1' AND name = ?", name)
        assert row is not None
        return str(row[0])

    def key(self, brain: str) -> str:
        """Return the key of a brain as a person types it."""
        return base64.b64encode(self.keys[brain]).decode()


def _populate(control: Control) -> dict[str, bytes]:
    keys: dict[str, bytes] = {}
    with control.store.writing() as rows:
        for tenant, user, email in (
            ("ten_1", "usr_1", EMAIL),
            ("ten_2", "usr_2", "eve@example.org"),
        ):
            rows.run("INSERT INTO tenant (id, created_at) VALUES (?, 1)", tenant)
            rows.run("INSERT INTO user VALUES (?, ?, ?, 1)", user, tenant, email)
        for tenant, name in (("ten_1", "alpha"), ("ten_1", "beta"), ("ten_2", "foreign")):
            brain, key = encode_brain_id(os.urandom(16)), os.urandom(32)
            keys[brain] = key
            rows.run(
                "INSERT INTO brain (tenant, id, name, verifier, owner, generation, created_at)"
                " VALUES (?, ?, ?, ?, ?, 1, 1)",
                tenant,
                brain,
                name,
                verifier(key),
                bytes(32),
            )
    return keys


def _mcp(control: Control, oauth: OAuth) -> Route:
    """Return a route that answers who sent a request, as the HTTP server's auth stage does."""

    def answer(request: Request) -> Response:
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            challenge = oauth.challenge(token_came=False)
            return Response(status_code=401, headers={"WWW-Authenticate": challenge})
        try:
            who = control.authenticate(secret)
        except TokenInvalid as error:
            challenge = oauth.challenge(token_came=True)
            return JSONResponse(error.as_dict(), 401, headers={"WWW-Authenticate": challenge})
        content = {
            "tenant": who.tenant,
            "name": who.name,
            "scope": who.scope.word,
            "brain": who.brain,
            "key": bytes(who.key).hex() if who.key is not None else None,
        }
        if who.key is not None:
            wipe(who.key)
        return JSONResponse(content)

    return Route("/mcp", answer, methods=["POST"])


@contextmanager
def serve(folder: Path, *, machine: Machine = SYSTEM, relay: Relay | None = None) -> Iterator[Site]:
    """Run a server in a thread until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    certificate, key = make_certificate(folder)
    # It listens from here on, so that a client that comes before the thread runs only waits.
    listener = socket.create_server(("127.0.0.1", 0))
    url = f"https://localhost:{listener.getsockname()[1]}"
    control = Control(folder / "server", machine)
    keys = _populate(control)
    oauth = OAuth(control, OAuthSettings(url, folder / "server" / "secrets", relay=relay))
    control.accept_grants(oauth.authenticate)
    app = Starlette(routes=[*routes(oauth), _mcp(control, oauth)])
    config = uvicorn.Config(
        app,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        log_config=None,
        access_log=False,
        lifespan="off",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield Site(url, certificate, control, oauth, keys)
    finally:
        server.should_exit = True
        thread.join(20)
        control.close()


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str], list[str]]] = []
        self.radios: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((given["action"], {}, []))
        elif tag == "input" and self.forms:
            if given.get("type") == "radio":
                self.radios.setdefault(given["name"], []).append(given["value"])
                if "checked" in given:
                    self.forms[-1][1][given["name"]] = given["value"]
            elif given.get("type") == "hidden":
                self.forms[-1][1][given["name"]] = given["value"]
        elif tag == "button" and self.forms:
            self.forms[-1][2].append(given["value"])


@dataclass
class Browser:
    """A browser with one tab: keeps `__Host-` cookies, sends what browsers send, submits forms."""

    site: AnySite
    cookies: dict[str, str] = field(default_factory=dict)
    response: httpx2.Response | None = None

    @property
    def text(self) -> str:
        """Return the HTML of the page shown."""
        assert self.response is not None
        return self.response.text

    @property
    def status(self) -> int:
        """Return the status of the page shown."""
        assert self.response is not None
        return self.response.status_code

    def visit(self, url: str, *, site: str = "cross-site") -> "Browser":
        """Open an address, coming from another site if nothing else is said."""
        return self._send("GET", url, {}, site)

    def submit(self, act: str, **fields: str) -> "Browser":
        """Press the button of that value, with the form's hidden fields and checked options."""
        found = _Forms()
        found.feed(self.text)
        action, hidden, _ = next(form for form in found.forms if act in form[2])
        return self._send("POST", action, {**hidden, "action": act, **fields}, "same-origin")

    def options(self, name: str) -> list[str]:
        """Return the values of the options of a name."""
        found = _Forms()
        found.feed(self.text)
        return found.radios.get(name, [])

    def hidden(self) -> dict[str, str]:
        """Return the hidden fields of the page's first form."""
        found = _Forms()
        found.feed(self.text)
        return found.forms[0][1]

    def post(self, path: str, fields: dict[str, str], **headers: str) -> httpx2.Response:
        """Send a form as it is, with this browser's cookies and other headers."""
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with self.site.client() as client:
            return client.post(path, data=fields, headers={"cookie": jar, **headers})

    @property
    def answer(self) -> dict[str, str]:
        """Return the parameters with which the browser was sent back to the client."""
        assert self.response is not None
        assert self.response.status_code == 303, self.response.text
        return dict(parse_qsl(urlsplit(self.response.headers["location"]).query))

    @property
    def location(self) -> str:
        """Return where the browser was sent."""
        assert self.response is not None
        return str(self.response.headers["location"])

    def _send(self, method: str, url: str, fields: dict[str, str], site: str) -> "Browser":
        headers = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
        if method == "POST":
            # Pages without a referrer send this.
            headers["origin"] = "null"
        if site != "cross-site":
            headers["cookie"] = "; ".join(f"{name}={each}" for name, each in self.cookies.items())
        with self.site.client() as client:
            response = client.request(method, url, data=fields or None, headers=headers)
        for line in response.headers.get_list("set-cookie"):
            parts = [part.strip() for part in line.split(";")]
            name, _, value = parts[0].partition("=")
            flags = {part.lower() for part in parts[1:]}
            assert name.startswith("__Host-")
            assert {"secure", "path=/", "httponly", "samesite=strict"} <= flags
            assert not any(flag.startswith("domain") for flag in flags)
            self.cookies[name] = value
        self.response = response
        own = response.headers.get("location", "").startswith(f"{self.site.url}/")
        if response.status_code == 303 and own:
            return self._send("GET", response.headers["location"], {}, "same-origin")
        return self


def register(site: AnySite, *redirects: str, name: str = "Claude") -> str:
    """Register a client and return its id."""
    with site.client() as client:
        answer = client.post("/register", json={"redirect_uris": redirects, "client_name": name})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["client_id"])


def authorize_url(site: AnySite, client_id: str, redirect_uri: str = CLAUDE, **changes: str) -> str:
    """Return the address at which a client begins; an empty change leaves a parameter out."""
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "state": "st&te=1",
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
        "resource": f"{site.url}/mcp",
        "scope": "read write offline_access",
        **changes,
    }
    return f"{site.url}/authorize?" + urlencode({key: each for key, each in asked.items() if each})


def sign_in(browser: Browser, url: str, email: str = EMAIL) -> Browser:
    """Go from the client's address to the consent page, with a code of the operator."""
    browser.visit(url)
    browser.submit("ask", email=email)
    return browser.submit("code", code=browser.site.code(email))


def exchange(site: AnySite, client: str, issued: str, /, **changes: str) -> httpx2.Response:
    """Exchange a code at the token endpoint."""
    fields = {
        "grant_type": "authorization_code",
        "code": issued,
        "client_id": client,
        "redirect_uri": CLAUDE,
        "code_verifier": VERIFIER,
        "resource": f"{site.url}/mcp",
        **changes,
    }
    with site.client() as http:
        return http.post("/token", data={key: each for key, each in fields.items() if each})


def refresh(site: AnySite, client_id: str, token: str, **changes: str) -> httpx2.Response:
    """Exchange a refresh token."""
    fields = {
        "grant_type": "refresh_token",
        "refresh_token": token,
        "client_id": client_id,
        **changes,
    }
    with site.client() as client:
        return client.post("/token", data=fields)


def call(site: AnySite, access: str) -> httpx2.Response:
    """Call the MCP endpoint with an access token."""
    with site.client() as client:
        return client.post("/mcp", headers={"authorization": f"Bearer {access}"})
