"""The whole OAuth flow as real hosts do it, over TLS."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from myelin.server.oauth import limits
from tests.e2e.oauth_site import (
    CLAUDE,
    Browser,
    Site,
    authorize_url,
    call,
    exchange,
    refresh,
    register,
    serve,
    sign_in,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(tmp_path_factory.mktemp("oauth")) as found:
        yield found


@pytest.fixture(autouse=True)
def _fresh_limits(site: Site) -> None:
    site.oauth.signins._attempts.clear()
    site.oauth.registrations._attempts.clear()


def consent(browser: Browser, brain: str, scope: str = "write", key: str = "") -> Browser:
    browser.submit("choose", brain=brain, scope=scope)
    return browser.submit("allow", key=key)


def test_claude_connects_refreshes_at_once_and_is_revoked(site: Site) -> None:
    with site.client() as client:
        asked = client.post("/mcp")
        assert asked.status_code == 401
        place = asked.headers["www-authenticate"].partition('resource_metadata="')[2]
        resource = client.get(place.partition('"')[0]).json()
        issuer = resource["authorization_servers"][0]
        server = client.get(f"{issuer}/.well-known/oauth-authorization-server").json()
        assert server["issuer"] == issuer
        registered = client.post(
            server["registration_endpoint"],
            json={
                "client_name": "Claude",
                "redirect_uris": [CLAUDE],
                "grant_types": ["authorization_code", "refresh_token"],
                "token_endpoint_auth_method": "client_secret_post",
                "scope": "read write offline_access",
            },
        ).json()
    client_id = registered["client_id"]
    brain = site.brain("alpha")
    browser = sign_in(Browser(site), authorize_url(site, client_id))
    assert consent(browser, brain, key=site.key(brain)).answer["iss"] == issuer
    assert browser.location.startswith(CLAUDE + "?")
    assert browser.answer["state"] == "st&te=1"

    answer = exchange(site, client_id, browser.answer["code"])
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    tokens = answer.json()
    assert tokens["token_type"] == "Bearer"
    assert tokens["scope"] == "read write"
    assert call(site, tokens["access_token"]).json() == {
        "tenant": "ten_1",
        "name": "Claude",
        "scope": "write",
        "brain": brain,
        "key": site.keys[brain].hex(),
    }

    with ThreadPoolExecutor(6) as pool:
        burst = list(
            pool.map(lambda _: refresh(site, client_id, tokens["refresh_token"]), range(6))
        )
    assert [each.status_code for each in burst] == [200] * 6
    for each in burst:
        assert call(site, each.json()["access_token"]).json()["key"] == site.keys[brain].hex()

    newest = burst[-1].json()
    with site.client() as client:
        ended = client.post("/revoke", data={"token": newest["refresh_token"]})
    assert ended.status_code == 200
    for each in burst:
        refused = call(site, each.json()["access_token"])
        assert refused.status_code == 401
        assert 'error="invalid_token"' in refused.headers["www-authenticate"]
        again = refresh(site, client_id, each.json()["refresh_token"])
        assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


def test_vs_code_comes_with_a_random_port_and_without_a_resource(site: Site) -> None:
    client_id = register(site, "http://127.0.0.1/", "https://vscode.dev/redirect", name="VS Code")
    place = "http://127.0.0.1:49213"
    browser = sign_in(Browser(site), authorize_url(site, client_id, place, resource=""))
    assert "a program on this computer" in browser.text
    consent(browser, "all", "read")
    assert browser.location.startswith(place)
    code = browser.answer["code"]
    answer = exchange(site, client_id, code, redirect_uri=place, resource="")
    who = call(site, answer.json()["access_token"]).json()
    assert (who["scope"], who["brain"], who["key"]) == ("read", None, None)


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/mcp",
        "/.well-known/openid-configuration",
    ],
)
def test_the_metadata_are_at_every_path_that_clients_probe(site: Site, path: str) -> None:
    with site.client() as client:
        found = client.get(path)
    assert found.status_code == 200
    if "resource" in path:
        assert found.json()["resource"] == f"{site.url}/mcp"
    else:
        assert found.json()["code_challenge_methods_supported"] == ["S256"]
        assert found.json()["token_endpoint"] == f"{site.url}/token"
        assert "client_id_metadata_document_supported" not in found.json()


def test_a_second_use_of_a_code_revokes_the_grant(site: Site) -> None:
    client_id = register(site, CLAUDE)
    browser = consent(sign_in(Browser(site), authorize_url(site, client_id)), site.brain("alpha"))
    code = browser.answer["code"]
    access = exchange(site, client_id, code).json()["access_token"]
    assert call(site, access).status_code == 200
    assert exchange(site, client_id, code).json()["error"] == "invalid_grant"
    assert call(site, access).status_code == 401


def test_of_many_exchanges_of_one_code_none_stays_signed_in(site: Site) -> None:
    client_id = register(site, CLAUDE)
    browser = consent(sign_in(Browser(site), authorize_url(site, client_id)), site.brain("alpha"))
    code = browser.answer["code"]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: exchange(site, client_id, code), range(8)))
    for each in found:
        if each.status_code == 200:
            assert call(site, each.json()["access_token"]).status_code == 401


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_grant"),
        ({"redirect_uri": "https://claude.com/api/mcp/auth_callback"}, "invalid_grant"),
        ({"code": "x" * 43}, "invalid_grant"),
        ({"code": ""}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": ""}, "invalid_request"),
        ({"client_id": ""}, "invalid_request"),
    ],
)
def test_a_wrong_exchange_gives_no_token(site: Site, changes: dict[str, str], error: str) -> None:
    client_id = register(site, CLAUDE)
    browser = consent(sign_in(Browser(site), authorize_url(site, client_id)), "all")
    answer = exchange(site, client_id, browser.answer["code"], **changes)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert answer.headers["cache-control"] == "no-store"


def test_a_code_belongs_to_its_client(site: Site) -> None:
    client_id, other = register(site, CLAUDE), register(site, CLAUDE)
    browser = consent(sign_in(Browser(site), authorize_url(site, client_id)), "all")
    assert exchange(site, other, browser.answer["code"]).json()["error"] == "invalid_grant"


def test_an_unknown_client_is_told_to_register_again(site: Site) -> None:
    answer = exchange(site, "cln_000000000000", "x")
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    page = Browser(site).visit(authorize_url(site, "cln_000000000000"))
    assert page.status == 400
    assert "not known here" in page.text


def test_a_parameter_in_the_url_of_the_token_endpoint_is_refused(site: Site) -> None:
    with site.client() as client:
        for path in ("/token?client_id=x", "/revoke?token=x"):
            answer = client.post(path, data={"token": "x"})
            assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
        twice = client.post(
            "/token",
            content="client_id=a&client_id=b",
            headers={"content-type": "application/x-www-form-urlencoded"},
        )
        assert twice.json()["error"] == "invalid_request"
        assert client.post("/token", json={}).json()["error"] == "invalid_request"
        large = client.post("/token", data={"code": "x" * 70_000})
        assert large.status_code == 413
        for path, allowed in (("/token", "POST"), ("/authorize", "GET, POST")):
            refused = client.put(path)
            assert (refused.status_code, refused.headers["allow"]) == (405, allowed)
            assert refused.json()["error"]["code"] == "method_refused"


def test_a_registration_of_a_foreign_redirect_is_refused(site: Site) -> None:
    with site.client() as client:
        answer = client.post("/register", json={"redirect_uris": ["https://evil.example/cb"]})
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_redirect_uri")
        for body in (b"[]", b"{", b"\xff", b'{"a":1,"a":2}'):
            answer = client.post(
                "/register", content=body, headers={"content-type": "application/json"}
            )
            assert answer.json()["error"] == "invalid_client_metadata"


def test_the_twenty_first_registration_of_an_hour_waits(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_LOOPBACK", set())
    for _ in range(20):
        register(site, CLAUDE)
    with site.client() as client:
        answer = client.post("/register", json={"redirect_uris": [CLAUDE]})
    assert answer.status_code == 429
    assert 3500 < int(answer.headers["retry-after"]) <= 3601


def test_a_read_only_refresh_never_widens_the_grant(site: Site) -> None:
    client_id = register(site, CLAUDE)
    browser = consent(sign_in(Browser(site), authorize_url(site, client_id)), "all", "read")
    tokens = exchange(site, client_id, browser.answer["code"]).json()
    assert tokens["scope"] == "read"
    wider = refresh(site, client_id, tokens["refresh_token"], scope="read write admin").json()
    assert wider["scope"] == "read"
    assert call(site, wider["access_token"]).json()["scope"] == "read"


def test_a_client_that_asks_to_read_is_offered_nothing_more(site: Site) -> None:
    client_id = register(site, CLAUDE)
    browser = sign_in(Browser(site), authorize_url(site, client_id, scope="read"))
    assert browser.options("scope") == ["read"]
    consent(browser, "all", "write")
    assert exchange(site, client_id, browser.answer["code"]).json()["scope"] == "read"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": ""}, "unsupported_response_type"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"resource": "/mcp"}, "invalid_target"),
        ({"request": "x.y.z"}, "request_not_supported"),
        ({"state": "s" * 5000}, "invalid_request"),
    ],
)
def test_a_mistake_goes_back_to_the_client(site: Site, changes: dict[str, str], error: str) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE), **changes))
    assert browser.location.startswith(CLAUDE)
    assert browser.answer["error"] == error
    assert browser.answer["iss"] == site.url


@pytest.mark.parametrize(
    "redirect_uri",
    [
        "https://claude.com/api/mcp/auth_callback",
        "https://evil.example/",
        "https://claude.ai/api/mcp/auth_callback?x=1",
        "http://localhost/cb",
    ],
)
def test_nobody_is_sent_to_a_place_that_the_client_did_not_register(
    site: Site, redirect_uri: str
) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE), redirect_uri))
    assert browser.status == 400
    assert "location" not in (browser.response.headers if browser.response else {})


def test_a_resource_with_a_final_slash_means_the_same(site: Site) -> None:
    browser = Browser(site).visit(
        authorize_url(site, register(site, CLAUDE), resource=f"{site.url}/mcp/")
    )
    assert browser.status == 200


def test_denying_sends_the_client_an_error_and_ends_the_request(site: Site) -> None:
    browser = sign_in(Browser(site), authorize_url(site, register(site, CLAUDE)))
    browser.submit("choose", brain="all", scope="read")
    page = browser.response
    browser.submit("deny")
    assert browser.answer["error"] == "access_denied"
    browser.response = page
    assert browser.submit("allow").status == 403


def test_a_removed_brain_cannot_be_chosen_and_a_foreign_one_neither(site: Site) -> None:
    browser = sign_in(Browser(site), authorize_url(site, register(site, CLAUDE)))
    with site.control.store.reading() as rows:
        foreign = rows.one("SELECT id FROM brain WHERE tenant = 'ten_2'")
    assert foreign is not None
    assert foreign[0] not in browser.text
    browser.submit("choose", brain=foreign[0], scope="read")
    assert "no longer here" in browser.text
    assert len(browser.options("brain")) == 3


def test_a_wrong_key_is_refused_before_a_code_and_five_end_the_request(site: Site) -> None:
    client_id, brain = register(site, CLAUDE), site.brain("alpha")
    browser = sign_in(Browser(site), authorize_url(site, client_id))
    browser.submit("choose", brain=brain, scope="write")
    wrong = [site.key(site.brain("beta")), "short", "!" * 44, site.key(brain)[:-1] + "A"]
    for key in wrong:
        browser.submit("allow", key=key)
        assert browser.status == 200
        assert "key_wrong" in browser.text
        assert key not in browser.text
    kept = browser.response
    assert browser.submit("allow", key=wrong[0]).status == 403
    assert "Five wrong keys" in browser.text
    browser.response = kept
    assert browser.submit("allow", key=site.key(brain)).status == 403


def test_the_right_key_after_a_wrong_one_is_taken(site: Site) -> None:
    client_id, brain = register(site, CLAUDE), site.brain("alpha")
    browser = sign_in(Browser(site), authorize_url(site, client_id))
    browser.submit("choose", brain=brain, scope="write")
    browser.submit("allow", key="wrong")
    browser.submit("allow", key=site.key(brain))
    access = exchange(site, client_id, browser.answer["code"]).json()["access_token"]
    assert call(site, access).json()["key"] == site.keys[brain].hex()


def test_only_a_consent_for_one_brain_offers_the_key_field(site: Site) -> None:
    browser = sign_in(Browser(site), authorize_url(site, register(site, CLAUDE)))
    browser.submit("choose", brain="all", scope="read")
    assert 'name="key"' not in browser.text
    assert "key_required" in browser.text
    browser.submit("back")
    browser.submit("choose", brain=site.brain("beta"), scope="read")
    assert 'name="key"' in browser.text
    assert "key_required" in browser.text


def test_no_key_is_at_rest_or_in_a_page(site: Site, tmp_path: Path) -> None:
    client_id, brain = register(site, CLAUDE), site.brain("alpha")
    browser = sign_in(Browser(site), authorize_url(site, client_id))
    consent(browser, brain, key=site.key(brain))
    tokens = exchange(site, client_id, browser.answer["code"]).json()
    refresh(site, client_id, tokens["refresh_token"])
    key = site.keys[brain]
    for place in site.control.folder.rglob("*"):
        if place.is_file():
            content = place.read_bytes()
            assert key not in content
            assert key.hex().encode() not in content
            assert site.key(brain)[:30].encode() not in content
            assert tokens["refresh_token"][:60].encode() not in content
    for token in (tokens["access_token"], tokens["refresh_token"]):
        assert site.key(brain)[:20] not in token


def test_under_another_host_name_there_is_no_oauth(site: Site) -> None:
    with site.client() as client:
        for path in ("/.well-known/oauth-authorization-server", "/authorize", "/signin"):
            found = client.get(path, headers={"host": "headers.example"})
            assert (found.status_code, found.json()["error"]["code"]) == (404, "route_unknown")
        assert client.post("/token", headers={"host": "headers.example"}).status_code == 404
