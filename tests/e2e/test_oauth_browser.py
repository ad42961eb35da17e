"""The pages in a real Chromium: cookies, policies and keys behave as browsers really do it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.e2e.oauth_site import (
    CLAUDE,
    EMAIL,
    Site,
    authorize_url,
    call,
    exchange,
    register,
    serve,
)
from tests.e2e.web_driver import DRIVER, Chromium, chromium

pytestmark = pytest.mark.skipif(DRIVER is None, reason="chromedriver is not installed here")

TAB, ENTER, SPACE = "\ue004", "\ue007", " "


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture(scope="module")
def page() -> Iterator[Chromium]:
    with chromium() as found:
        yield found


def code_in(page: Chromium) -> str:
    page.wait_for("callback?code=")
    return page.url.partition("code=")[2].partition("&")[0]


def test_a_person_allows_a_connector_with_the_keyboard_alone(site: Site, page: Chromium) -> None:
    client_id, brain = register(site, CLAUDE), site.brain("beta")
    page.open(authorize_url(site, client_id))
    page.keys(*EMAIL, ENTER)
    page.wait_for_text("Code of 8 digits")
    page.keys(*site.code(), ENTER)
    page.wait_for_text("Which brain may it use?")
    # The second brain, and the rights as they were asked for.
    page.keys(TAB, SPACE, "\ue015", TAB, TAB, ENTER)
    page.wait_for_text("Key of this brain")
    assert "beta" in page.text
    page.keys(TAB, *"wrong", ENTER)
    page.wait_for_text("key_wrong")
    # The field has the focus again.
    page.keys(*site.key(brain), ENTER)
    answer = exchange(site, client_id, code_in(page))
    assert call(site, answer.json()["access_token"]).json()["key"] == site.keys[brain].hex()


def test_the_page_of_another_site_cannot_frame_or_submit_ours(site: Site, page: Chromium) -> None:
    client_id = register(site, CLAUDE)
    page.open(authorize_url(site, client_id))
    page.type("#email", EMAIL)
    page.click("button.main")
    page.wait_for_text("Code of 8 digits")
    page.type("#code", site.code())
    page.click("button.main")
    page.wait_for_text("Which brain may it use?")
    fields = page.run(
        "return Object.fromEntries(new FormData(document.querySelector('form[action$=consent]')))"
    )
    inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in fields.items())
    page.open(
        f"data:text/html,<iframe src='{site.url}/signin?request={fields['request']}'></iframe>"
        f"<form method=post action='{site.url}/consent'>{inputs}"
        "<button name=action value=choose>x</button></form>"
    )
    # Even with the right form token: a strict cookie does not come along from another site.
    page.click("button")
    page.wait_for_text("no longer open")
    page.open(f"{site.url}/signin?request={fields['request']}")
    assert "Which brain may it use?" in page.text


class _Callback(BaseHTTPRequestHandler):
    """A client's callback, which sends the browser on to another origin, as vscode.dev does."""

    def do_GET(self) -> None:
        if self.path.startswith("/on"):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<p>arrived</p>")
            return
        self.send_response(302)
        port = self.server.server_address[1]
        self.send_header("location", f"http://127.0.0.1:{port}/on?" + self.path.partition("?")[2])
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def callback() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Callback) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}/callback"
        server.shutdown()


def test_a_popup_reaches_a_callback_that_redirects_and_keeps_its_opener(
    site: Site, page: Chromium, callback: str
) -> None:
    client_id = register(site, callback, name="VS Code")
    page.open(callback.replace("/callback", "/on"))
    page.run(f"window.open('{authorize_url(site, client_id, callback)}', 'popup')")
    opener = page.to_other_window()
    page.wait_for_text("a program on this computer")
    page.type("#email", EMAIL)
    page.click("button.main")
    page.wait_for_text("Code of 8 digits")
    page.type("#code", site.code())
    page.click("button.main")
    page.wait_for_text("Which brain may it use?")
    page.click("input[value=all]")
    page.click("button.main")
    page.wait_for_text("Choose again")
    page.click("button.main")
    page.wait_for_text("arrived")
    assert page.url.startswith("http://127.0.0.1:")
    assert "code=" in page.url
    assert page.run("return window.opener !== null") is True
    page.close_window(opener)


def test_no_script_runs_in_a_page_and_no_cookie_can_be_read(site: Site, page: Chromium) -> None:
    page.open(authorize_url(site, register(site, CLAUDE)))
    assert page.run("return document.cookie") == ""
    ran = page.run(
        "const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        "document.body.append(s); return window.ran === undefined"
    )
    assert ran is True


@pytest.mark.parametrize("width", [320, 1200])
def test_a_page_fits_narrow_and_wide_windows(site: Site, page: Chromium, width: int) -> None:
    page.resize(max(width, 500), 900)
    page.open(authorize_url(site, register(site, CLAUDE, name="W" * 40)))
    page.run(f"document.documentElement.style.width = '{width}px'")
    assert page.run("return document.querySelector('main').scrollWidth") <= width
