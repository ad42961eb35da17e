"""The pure parts of the authorization server: encodings, PKCE, redirect URIs, registration."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.server.oauth import encoding, pkce, redirects, registration

ALLOWED = redirects.read_allow_list()


@given(st.binary(max_size=80))
def test_base64url_comes_back_as_it_was(raw: bytes) -> None:
    assert encoding.decode(encoding.encode(raw)) == raw


@given(st.text(alphabet="AZaz09-_=+/ \n", max_size=12))
def test_only_the_canonical_base64url_is_decoded(text: str) -> None:
    try:
        raw = encoding.decode(text)
    except ValueError:
        return
    assert encoding.encode(raw) == text


@pytest.mark.parametrize(
    "text",
    [
        b"[]",
        b'{"a":1,"a":1}',
        b'{"a":NaN}',
        b"\xff",
        b"",
        b'{"a":' + b"[" * 100_000,
        b"\xef\xbb\xbf{}",
    ],
)
def test_what_is_not_one_plain_object_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        encoding.read_object(text)


def test_the_challenge_is_the_one_of_rfc_7636_appendix_b() -> None:
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert pkce.challenge_of(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    assert pkce.proves(verifier, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")


VERIFIERS = st.text(alphabet="AZaz09-._~", min_size=43, max_size=128)


@given(VERIFIERS, VERIFIERS)
def test_only_the_verifier_of_a_challenge_proves_it(one: str, other: str) -> None:
    challenge = pkce.challenge_of(one)
    assert pkce.is_challenge(challenge)
    assert pkce.proves(one, challenge)
    assert pkce.proves(other, challenge) is (one == other)


@pytest.mark.parametrize(
    "text", ["", "a" * 42, "a" * 129, "a" * 43 + " ", "é" * 43, "a" * 43 + "\n"]
)
def test_a_malformed_verifier_proves_nothing(text: str) -> None:
    challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    assert not pkce.proves(text, challenge)


@pytest.mark.parametrize("text", ["", "a" * 43, "a" * 42 + "B", "a" * 42 + "A=", "a" * 43 + "A"])
def test_what_no_verifier_can_give_is_no_challenge(text: str) -> None:
    assert not pkce.is_challenge(text + "\n")
    assert pkce.is_challenge(text) is False


REAL = [
    "https://claude.ai/api/mcp/auth_callback",
    "https://claude.com/api/mcp/auth_callback",
    "https://chatgpt.com/connector/oauth/aB3_x-9",
    "https://chatgpt.com/connector_platform_oauth_redirect",
    "https://oauth-redirect.googleusercontent.com/r/my-project",
    "https://vscode.dev/redirect",
    "https://insiders.vscode.dev/redirect",
    "https://www.cursor.com/agents/mcp/oauth/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "http://localhost:54212/callback",
    "http://localhost:8787/callback",
    "http://localhost:7777/oauth/callback",
    "http://127.0.0.1/",
    "http://127.0.0.1:33418",
    "http://127.0.0.1:33418/callback/3f2a",
    "http://[::1]:8080/callback",
]


@pytest.mark.parametrize("uri", REAL)
def test_the_redirects_of_real_hosts_are_accepted(uri: str) -> None:
    assert ALLOWED.accepts(uri)
    assert redirects.is_same_redirect(uri, uri)


@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example/api/mcp/auth_callback",
        "https://claude.ai.evil.example/api/mcp/auth_callback",
        "https://claude.ai/api/mcp/auth_callback/",
        "https://claude.ai/api/mcp/auth_callback?next=https://evil.example",
        "https://claude.ai/api/mcp/auth_callback#x",
        "https://claude.ai@evil.example/api/mcp/auth_callback",
        "https://CLAUDE.ai/api/mcp/auth_callback",
        "http://claude.ai/api/mcp/auth_callback",
        "https://claude.ai:443/api/mcp/auth_callback",
        "https://claude.ai./api/mcp/auth_callback",
        " https://claude.ai/api/mcp/auth_callback",
        "https://claude.ai/api/mcp/auth_callback\n",
        "https://claude.ai/api/mcp/../mcp/auth_callback",
        "https://chatgpt.com/connector/oauth/",
        "https://chatgpt.com/connector/oauth/*",
        "https://chatgpt.com/connector/oauth/a/b",
        "https://chatgpt.com/connector/oauth/..",
        "https://chatgpt.com/connector/oauth/%2e%2e",
        "https://chatgpt.com/connector/oauth/a?b",
        "https://chatgpt.com/connector/oauth/a\n",
        "https://oauth-redirect.googleusercontent.com/r/",
        "cursor://anysphere.cursor-mcp/oauth/callback/",
        "cursor://other/oauth/callback",
        "vscode://x/y",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://127.0.0.1.evil.example/",
        "http://127.0.0.1@evil.example/",
        "http://127.0.0.1:80@evil.example/",
        "http://localhost.evil.example/",
        "http://localhost\\@evil.example/",
        "http://localhost:0/",
        "http://localhost:65536/",
        "http://localhost:/",
        "http://localhost/#x",
        "http://127.1/",
        "http://2130706433/",
        "http://0.0.0.0/",
        "http://[::ffff:127.0.0.1]/",
        "http://10.0.0.1/",
        "https://localhost/",
        "http://localhost/" + "a" * 2048,
        "http://localhost/\r\nX: y",
        "",
    ],
)
def test_other_redirects_are_refused(uri: str) -> None:
    assert not ALLOWED.accepts(uri)


@given(st.integers(1, 65535), st.sampled_from(["127.0.0.1", "[::1]", "localhost"]))
def test_on_loopback_any_port_is_the_same_redirect(port: int, host: str) -> None:
    assert redirects.is_same_redirect(f"http://{host}/", f"http://{host}:{port}")
    assert redirects.is_same_redirect(f"http://{host}/cb", f"http://{host}:{port}/cb")
    assert not redirects.is_same_redirect(f"http://{host}/cb", f"http://{host}:{port}/cb/")
    assert not redirects.is_same_redirect(f"http://{host}/cb", f"http://{host}:{port}/cb?x")


def test_off_loopback_the_texts_must_be_equal() -> None:
    assert not redirects.is_same_redirect("http://localhost/cb", "http://127.0.0.1/cb")
    assert not redirects.is_same_redirect(
        "https://vscode.dev/redirect", "https://vscode.dev:444/redirect"
    )
    assert not redirects.is_same_redirect(
        "https://chatgpt.com/connector/oauth/a", "https://chatgpt.com/connector/oauth/b"
    )


@given(st.text(max_size=60), st.sampled_from(REAL))
def test_no_text_before_or_behind_makes_another_redirect_the_same(extra: str, uri: str) -> None:
    for other in (uri + extra, extra + uri):
        if redirects.is_same_redirect(uri, other) and other != uri:
            assert redirects.is_loopback(uri)
            assert redirects.destination(other) == "a program on this computer"


def test_a_person_is_shown_where_the_answer_goes() -> None:
    assert redirects.destination(REAL[0]) == "claude.ai"
    assert redirects.destination("http://localhost:1/") == "a program on this computer"
    assert "cursor:" in redirects.destination(REAL[8])


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ({"redirects": ["http://example.com/x"]}, "scheme http"),
        ({"redirects": ["javascript://a.b/x"]}, "scheme javascript"),
        ({"redirects": ["https://*.example.com/x"]}, "host and a path"),
        ({"redirects": ["https://example.com"]}, "host and a path"),
        ({"redirects": ["https://a@example.com/x"]}, "host and a path"),
        ({"redirects": ["cursor://x/*"]}, "private scheme"),
        ({"redirects": [1]}, "list of texts"),
        ({"rediects": []}, "unknown member"),
        ({"clients": [{}]}, "client_id"),
        ({"clients": [{"client_id": "a b", "redirect_uris": ["http://localhost/"]}]}, "characters"),
        ({"clients": [{"client_id": "a"}]}, "no redirect_uris"),
        ({"clients": [{"client_id": "a", "redirect_uris": ["https://e.example/"]}]}, "not in"),
    ],
)
def test_a_mistake_in_the_allow_list_is_named(tmp_path: Path, found: object, says: str) -> None:
    place = tmp_path / "redirects.json"
    place.write_text(json.dumps(found), "utf-8")
    with pytest.raises(ValueError, match=says):
        redirects.read_allow_list(place)


def test_an_operator_adds_hosts_and_fixed_clients(tmp_path: Path) -> None:
    place = tmp_path / "redirects.json"
    client = {"client_id": "ours", "client_name": "Ours", "redirect_uris": ["https://o.example/cb"]}
    place.write_text(json.dumps({"redirects": ["https://o.example/cb"], "clients": [client]}))
    allowed = redirects.read_allow_list(place)
    assert allowed.accepts("https://o.example/cb")
    assert not allowed.accepts(REAL[0])
    assert allowed.clients["ours"].redirect_uris == ("https://o.example/cb",)


def test_a_registration_is_answered_with_what_is_given_here() -> None:
    body = {
        "client_name": "Claude",
        "redirect_uris": [REAL[0]],
        "token_endpoint_auth_method": "client_secret_post",
        "grant_types": ["authorization_code", "refresh_token", "implicit"],
        "scope": "read write offline_access admin",
        "logo_uri": "https://evil.example/x.png",
    }
    found = registration.read_registration(body, ALLOWED)
    answer = registration.registered("cln_1", found, 1_700_000_000_123)
    assert answer["token_endpoint_auth_method"] == "none"
    assert answer["client_id_issued_at"] == 1_700_000_000
    assert answer["redirect_uris"] == [REAL[0]]
    assert "client_secret" not in answer
    assert "logo_uri" not in answer


@pytest.mark.parametrize(
    "uris",
    [None, [], "https://claude.ai/api/mcp/auth_callback", [1], [REAL[0], "https://e.example/"]],
)
def test_a_registration_without_acceptable_redirects_is_refused(uris: object) -> None:
    with pytest.raises(registration.RegistrationRefused) as caught:
        registration.read_registration({"redirect_uris": uris}, ALLOWED)
    assert caught.value.error == "invalid_redirect_uri"


def test_a_registration_has_at_most_ten_redirects() -> None:
    many = [f"http://localhost/{each}" for each in range(11)]
    with pytest.raises(registration.RegistrationRefused):
        registration.read_registration({"redirect_uris": many}, ALLOWED)


@given(st.one_of(st.none(), st.integers(), st.text(max_size=100)))
def test_a_shown_name_is_short_and_plain(asked: object) -> None:
    name = registration.shown_name(asked)
    assert 1 <= len(name) <= 40
    assert all(" " <= char <= "~" for char in name)
