"""The sign-in and consent pages against other sites, other browsers, old forms and guesses."""

import re
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from myelin.server.oauth import Relay, limits
from tests.e2e.oauth_site import (
    CLAUDE,
    EMAIL,
    Browser,
    Site,
    authorize_url,
    exchange,
    register,
    serve,
    sign_in,
)


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server on loopback that keeps what it gets."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.mails: list[str] = []
        self.arrived = threading.Condition()

    def next(self, count: int) -> str:
        """Return the mail of that number, counted from 1, when it is there."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.mails) >= count, 10)
            return self.mails[count - 1]


class _Smtp(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box = self.server
        assert isinstance(box, Mailbox)
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                with box.arrived:
                    box.mails.append(text.decode())
                    box.arrived.notify_all()
            self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 ok\r\n")


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as box:
        threading.Thread(target=box.serve_forever, daemon=True).start()
        yield box
        box.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(tmp_path_factory.mktemp("pages")) as found:
        yield found


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Site]:
    relay = Relay("127.0.0.1", mailbox.server_address[1], "brain@example.org")
    with serve(tmp_path_factory.mktemp("mailing"), relay=relay) as found:
        yield found


@pytest.fixture(autouse=True)
def _fresh_limits(site: Site, mailing: Site) -> None:
    for each in (site, mailing):
        each.oauth.signins._attempts.clear()
        each.oauth.registrations._attempts.clear()


def consent_page(site: Site) -> Browser:
    browser = sign_in(Browser(site), authorize_url(site, register(site, CLAUDE)))
    browser.submit("choose", brain=site.brain("alpha"), scope="write")
    assert "Allow" in browser.text
    return browser


def request_of(browser: Browser) -> str:
    return next(iter(browser.cookies)).removeprefix("__Host-myelin-")


HEADERS = {
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
}


def test_every_page_is_without_script_frames_and_caches(site: Site) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    pages = [browser.response]
    browser.submit("ask", email=EMAIL)
    pages.append(browser.response)
    browser.submit("code", code=site.code())
    pages.append(browser.response)
    browser.submit("choose", brain=site.brain("alpha"), scope="read")
    pages.append(browser.response)
    pages.append(Browser(site).visit(f"{site.url}/signin").response)
    pages.append(Browser(site).visit(authorize_url(site, "cln_000000000000")).response)
    for page in pages:
        assert page is not None
        assert {name: page.headers[name] for name in HEADERS} == HEADERS
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "frame-ancestors 'none'" in policy
        assert "base-uri 'none'" in policy
        # A popup would lose its opener for good.
        assert "cross-origin-opener-policy" not in page.headers
        assert "<script" not in page.text
        assert not re.search(r"\son\w+=|javascript:|https?://(?!localhost)", page.text)
        assert page.text.count("<h1>") == 1
        assert 'lang="en"' in page.text
    for number, page in enumerate(pages[:4]):
        assert page is not None
        policy = page.headers["content-security-policy"]
        # Browsers apply it to the redirects after a form, of which the client makes more.
        assert ("form-action 'self';" in policy) == (number < 2)
        assert page.text.count("<label") >= page.text.count('<input type="radio"')


def test_the_redirect_host_is_larger_than_the_name_that_the_client_gave_itself(site: Site) -> None:
    name = 'Claude"><script>alert(1)</script> official \u202e and a very long tail of words'
    url = authorize_url(site, register(site, CLAUDE, name=name))
    browser = Browser(site).visit(url)
    assert '<p class="to">claude.ai</p>' in browser.text
    assert "Claude&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; offi" in browser.text
    assert "\u202e" not in browser.text
    assert "<script" not in browser.text
    assert "tail" not in browser.text


def test_another_site_can_neither_sign_in_nor_consent(site: Site) -> None:
    browser = consent_page(site)
    fields = {**browser.hidden(), "action": "allow"}
    for headers in (
        {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
        {"sec-fetch-site": "same-site", "origin": "https://other.localhost"},
        {"sec-fetch-site": "cross-site", "origin": "null"},
        {"sec-fetch-site": "none"},
        {"origin": "https://evil.example"},
        {"origin": "http://localhost"},
    ):
        for path in ("/consent", "/signin"):
            answer = browser.post(path, fields, **headers)
            assert (answer.status_code, "location" in answer.headers) == (403, False)
    # The same form from our own page is taken.
    answer = browser.post("/consent", fields, **{"sec-fetch-site": "same-origin", "origin": "null"})
    assert answer.headers["location"].startswith(CLAUDE)


def test_without_the_cookie_or_with_that_of_another_request_nothing_goes_on(site: Site) -> None:
    browser, other = consent_page(site), consent_page(site)
    fields = {**browser.hidden(), "action": "allow"}
    stranger = Browser(site)
    assert stranger.post("/consent", fields).status_code == 403
    assert other.post("/consent", fields).status_code == 403
    swapped = Browser(
        site, cookies={next(iter(browser.cookies)): next(iter(other.cookies.values()))}
    )
    assert swapped.post("/consent", fields).status_code == 403
    assert stranger.visit(f"{site.url}/signin?request={request_of(browser)}").status == 403
    assert browser.submit("allow").location.startswith(CLAUDE)


def test_a_form_is_taken_once_and_an_old_one_shows_where_the_request_stands(site: Site) -> None:
    browser = sign_in(Browser(site), authorize_url(site, register(site, CLAUDE)))
    first = {**browser.hidden(), "action": "choose", "brain": "all", "scope": "write"}
    assert browser.post("/consent", first).status_code == 303
    again = browser.post("/consent", {**first, "brain": site.brain("alpha")})
    assert again.status_code == 200
    assert "all brains of this tenant" in again.text
    for wrong in ("", "x" * 43):
        answer = browser.post("/consent", {**first, "form": wrong, "action": "allow"})
        assert answer.status_code == 200
        assert "Allow" in answer.text


def test_a_decided_request_is_over(site: Site) -> None:
    browser = consent_page(site)
    fields = browser.hidden()
    browser.submit("allow")
    assert browser.post("/consent", {**fields, "action": "allow"}).status_code == 403
    assert browser.visit(f"{site.url}/signin?request={request_of(browser)}").status == 403


def test_consent_before_sign_in_is_not_possible(site: Site) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    fields = {**browser.hidden(), "action": "allow", "brain": "all", "scope": "write"}
    answer = browser.post("/consent", fields)
    assert answer.headers["location"] == f"{site.url}/signin?request={request_of(browser)}"


def test_the_cookie_changes_at_sign_in(site: Site) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    before = dict(browser.cookies)
    browser.submit("ask", email=EMAIL)
    assert browser.cookies == before
    browser.submit("code", code=site.code())
    assert set(browser.cookies) == set(before)
    assert browser.cookies != before
    fields = {**browser.hidden(), "action": "choose", "brain": "all"}
    assert Browser(site, cookies=before).post("/consent", fields).status_code == 403


def answers_to(site: Site, email: str) -> list[str]:
    """Return the pages for an address and a wrong code, without what differs by request."""
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    pages = [browser.submit("ask", email=email).text]
    pages.append(browser.submit("code", code="00000000").text)
    plain = [page.replace(email, "EMAIL").replace(request_of(browser), "ID") for page in pages]
    return [re.sub(r'name="form" value="[^"]+"', "", page) for page in plain]


def test_an_unknown_address_gets_the_same_answers(site: Site, mailing: Site) -> None:
    for each in (site, mailing):
        assert answers_to(each, EMAIL) == answers_to(each, "no@example.org")


def test_five_wrong_codes_end_the_code_and_three_codes_the_address(site: Site) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    browser.submit("ask", email=EMAIL)
    for _ in range(4):
        browser.submit("code", code="12345678")
        assert "wrong" in browser.text
    browser.submit("code", code="12345678")
    assert "Five wrong codes" in browser.text
    for _ in range(2):
        browser.submit("ask", email=EMAIL.upper())
        browser.submit("change")
    browser.submit("ask", email=EMAIL)
    assert "Too many sign-ins for this address. Wait 15 minutes." in browser.text


def test_a_mailed_code_signs_in_and_the_link_dies_with_it(mailing: Site, mailbox: Mailbox) -> None:
    before = len(mailbox.mails)
    browser = Browser(mailing).visit(authorize_url(mailing, register(mailing, CLAUDE)))
    browser.submit("ask", email=EMAIL)
    assert "on its way" in browser.text
    mail = mailbox.next(before + 1)
    assert f"To: {EMAIL}" in mail
    code, link = re.search(r"code: (\d{8})", mail), re.search(r"https://\S+", mail)
    assert code is not None
    assert link is not None
    browser.submit("code", code=f"{code[1][:4]} {code[1][4:]}")
    assert "You are signed in as" in browser.text
    assert Browser(mailing).visit(link[0]).status == 403


def test_a_link_shows_a_button_and_is_consumed_by_it_in_the_same_browser_only(
    mailing: Site, mailbox: Mailbox
) -> None:
    before = len(mailbox.mails)
    client_id = register(mailing, CLAUDE)
    browser = Browser(mailing).visit(authorize_url(mailing, client_id))
    browser.submit("ask", email=EMAIL)
    found = re.search(r"https://\S+", mailbox.next(before + 1))
    assert found is not None
    link = found[0]
    # Mail scanners open links, several times and without any cookie.
    for _ in range(3):
        scanner = Browser(mailing).visit(link)
        assert scanner.status == 200
        assert EMAIL in scanner.text
        assert "Claude" in scanner.text
    # The button in another browser says so and consumes nothing.
    scanner.submit("link")
    assert scanner.status == 403
    assert "another browser" in scanner.text
    assert Browser(mailing).visit(link + "x").status == 403
    browser.visit(link)
    browser.submit("link")
    assert "You are signed in as" in browser.text
    browser.submit("choose", brain="all", scope="read")
    browser.submit("allow")
    assert exchange(mailing, client_id, browser.answer["code"]).status_code == 200
    assert Browser(mailing).visit(link).status == 403


def test_a_link_is_not_sent_for_an_unknown_address(mailing: Site, mailbox: Mailbox) -> None:
    before = len(mailbox.mails)
    browser = Browser(mailing).visit(authorize_url(mailing, register(mailing, CLAUDE)))
    browser.submit("ask", email="no@example.org")
    browser.submit("change")
    browser.submit("ask", email=EMAIL)
    mailbox.next(before + 1)
    assert [EMAIL in each for each in mailbox.mails[before:]] == [True]


@pytest.mark.parametrize("email", ["", "x", "a@b\nBcc: c@d", "a" * 250 + "@b.example", "a@b\x00"])
def test_what_is_no_address_is_asked_again(site: Site, email: str) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    browser.submit("ask", email=email)
    assert "not an e-mail address" in browser.text


@pytest.mark.parametrize("code", ["", "1234567", "123456789", "abcdefgh", "١٢٣٤٥٦٧٨", "1" * 60_000])
def test_what_is_no_code_is_wrong(site: Site, code: str) -> None:
    browser = Browser(site).visit(authorize_url(site, register(site, CLAUDE)))
    browser.submit("ask", email=EMAIL)
    browser.submit("code", code=code)
    assert "wrong" in browser.text


def test_two_requests_of_one_browser_do_not_disturb_each_other(site: Site) -> None:
    cookies: dict[str, str] = {}
    tabs = [Browser(site, cookies) for _ in range(2)]
    clients = [register(site, CLAUDE), register(site, "http://localhost/cb", name="VS Code")]
    tabs[0].visit(authorize_url(site, clients[0]))
    tabs[1].visit(authorize_url(site, clients[1], "http://localhost:5000/cb"))
    for tab in tabs:
        tab.submit("ask", email=EMAIL)
        tab.submit("code", code=site.code())
        tab.submit("choose", brain="all", scope="read")
    for tab, place in zip(tabs, (CLAUDE, "http://localhost:5000/cb"), strict=True):
        assert tab.submit("allow").location.startswith(place)


def test_a_parameter_given_twice_is_refused_on_a_page(site: Site) -> None:
    url = authorize_url(site, register(site, CLAUDE))
    again = Browser(site).visit(url + "&redirect_uri=https%3A%2F%2Fevil.example%2F")
    assert again.status == 400
    assert again.response is not None
    assert "location" not in again.response.headers


def test_a_form_that_begins_a_request_is_taken_too(site: Site) -> None:
    asked = dict(parse_qsl(urlsplit(authorize_url(site, register(site, CLAUDE))).query))
    with site.client() as client:
        answer = client.post("/authorize", data=asked)
        assert answer.status_code == 200
        assert "__Host-myelin-" in answer.headers["set-cookie"]
        assert client.post("/authorize", content=b"\xff" * 10).status_code == 400


def test_a_code_from_before_a_rekey_gives_no_token(site: Site) -> None:
    client_id, brain = register(site, CLAUDE), site.brain("beta")
    browser = sign_in(Browser(site), authorize_url(site, client_id))
    browser.submit("choose", brain=brain, scope="write")
    browser.submit("allow", key=site.key(brain))
    with site.control.store.writing() as rows:
        before = rows.one("SELECT verifier FROM brain WHERE id = ?", brain)
        rows.run("UPDATE brain SET verifier = ? WHERE id = ?", bytes(16), brain)
    try:
        assert exchange(site, client_id, browser.answer["code"]).json()["error"] == "invalid_grant"
    finally:
        assert before is not None
        with site.control.store.writing() as rows:
            rows.run("UPDATE brain SET verifier = ? WHERE id = ?", before[0], brain)


def test_a_flood_of_large_forms_is_refused(site: Site, tmp_path: Path) -> None:
    with site.client() as client:
        assert client.post("/signin", data={"x": "y" * 70_000}).status_code == 413
        many = "&".join(f"a{number}=1" for number in range(200))
        answer = client.post(
            "/signin",
            content=many,
            headers={"content-type": "application/x-www-form-urlencoded"},
        )
        assert answer.status_code == 400


def test_one_address_cannot_push_out_the_requests_of_others(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_LOOPBACK", set())
    site.oauth.visits._attempts.clear()
    url = authorize_url(site, register(site, CLAUDE))
    found = [Browser(site).visit(url).status for _ in range(121)]
    assert found == [200] * 120 + [429]
    site.oauth.visits._attempts.clear()
