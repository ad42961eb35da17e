"""No request makes an endpoint fail: whatever the fields are, the answer is one of its own."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from myelin.control import Control
from myelin.kernel.machine import SYSTEM
from myelin.server.oauth import OAuth, open_oauth
from myelin.server.oauth.authorize import authorize
from myelin.server.oauth.consent import consent
from myelin.server.oauth.signin import show, submit
from myelin.server.oauth.token_endpoint import register, revoke, token
from myelin.server.oauth.web import FORM, Incoming

URL = "https://brain.example"
EMPTY = Incoming("POST", {}, {}, b"", {}, FORM, None, None, "127.0.0.1")
NAMES = [
    "client_id", "redirect_uri", "response_type", "response_mode", "state", "code_challenge",
    "code_challenge_method", "resource", "scope", "request", "form", "action", "email", "code",
    "link", "brain", "key", "grant_type", "code_verifier", "refresh_token", "token",
]  # fmt: skip
WORDS = [
    "code", "S256", "authorization_code", "refresh_token", "ask", "choose", "allow", "deny",
    "http://localhost/cb", "c" * 42 + "A", "myl_ref_" + "0" * 12 + "a" * 43, f"{URL}/mcp", "fixed",
]  # fmt: skip
FIELDS = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(WORDS) | st.text(max_size=60))


@pytest.fixture(scope="module")
def oauth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OAuth]:
    folder = tmp_path_factory.mktemp("fuzz")
    allowed = folder / "redirects.json"
    client = {"client_id": "fixed", "redirect_uris": ["http://localhost/cb"]}
    allowed.write_text(json.dumps({"redirects": [], "clients": [client]}))
    control = Control(folder / "server", SYSTEM)
    yield open_oauth(control, public_url=URL, allow_list=allowed)
    control.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(FIELDS, st.booleans())
def test_every_endpoint_answers_every_form(
    oauth: OAuth, fields: dict[str, str], repeated: bool
) -> None:
    incoming = replace(EMPTY, form=fields, repeated=repeated)
    for call in (authorize, submit, consent, token, revoke):
        answer = call(oauth, incoming)
        assert answer.status_code in {200, 303, 400, 401, 403}
        if call in {token, revoke}:
            json.loads(bytes(answer.body))
    got = replace(EMPTY, method="GET", query=fields)
    assert show(oauth, got).status_code in {200, 403}
    asked = authorize(oauth, got)
    assert asked.status_code in {200, 303, 400}
    assert asked.status_code != 303 or asked.headers["location"].startswith("http://localhost/cb?")


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.binary(max_size=60)
    | st.fixed_dictionaries(
        {"redirect_uris": JSON | st.lists(st.sampled_from(WORDS), max_size=3), "client_name": JSON}
    ).map(lambda body: json.dumps(body).encode())
)
def test_registration_answers_every_body(oauth: OAuth, body: bytes) -> None:
    oauth.registrations._attempts.clear()
    incoming = replace(EMPTY, body=body, content_type="application/json")
    answer = register(oauth, incoming)
    assert answer.status_code in {201, 400}
    json.loads(bytes(answer.body))
