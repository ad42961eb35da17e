"""A real Chromium, driven over the WebDriver protocol (https://www.w3.org/TR/webdriver2/)."""

import base64
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

DRIVER = shutil.which("chromedriver")
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Chromium:
    """One window of a browser."""

    def __init__(self, http: httpx2.Client, session: str) -> None:
        self._http = http
        self._session = session

    def _call(self, method: str, path: str, **body: Any) -> Any:
        answer = self._http.request(
            method,
            f"/session/{self._session}{path}",
            json=body if method == "POST" else None,
        ).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(f"{answer['error']}: {answer['message']}")
        return answer

    def open(self, url: str) -> None:
        """Open an address."""
        self._call("POST", "/url", url=url)

    @property
    def url(self) -> str:
        """Return the address that is shown."""
        return str(self._call("GET", "/url"))

    @property
    def text(self) -> str:
        """Return the text that a person sees."""
        return str(self.run("return document.body.innerText"))

    def wait_for_text(self, text: str) -> None:
        """Wait until a person sees a text."""
        self._wait(lambda: text in self.text, text)

    def wait_for(self, part: str) -> None:
        """Wait until the address that is shown holds a text."""
        self._wait(lambda: part in self.url, part)

    def _wait(self, is_there: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + 10
        while not is_there():
            assert time.monotonic() < until, f"{what} does not come; shown: {self.text}"
            time.sleep(0.05)

    def run(self, script: str) -> Any:
        """Run a script from outside of the page and return its value."""
        return self._call("POST", "/execute/sync", script=script, args=[])

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other, in whatever has the focus."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._call(
            "POST", "/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}]
        )

    def click(self, selector: str) -> None:
        """Click the first element of a CSS selector."""
        found = self._call("POST", "/element", using="css selector", value=selector)
        self._call("POST", f"/element/{found[_ELEMENT]}/click")

    def type(self, selector: str, text: str) -> None:
        """Type into the first element of a CSS selector."""
        found = self._call("POST", "/element", using="css selector", value=selector)
        self._call("POST", f"/element/{found[_ELEMENT]}/value", text=text)

    def to_other_window(self) -> str:
        """Go on in the newest window, and return which one it was before."""
        before = str(self._call("GET", "/window"))
        self._wait(lambda: len(self._call("GET", "/window/handles")) > 1, "a second window")
        (other,) = set(self._call("GET", "/window/handles")) - {before}
        self._call("POST", "/window", handle=other)
        return before

    def close_window(self, then: str) -> None:
        """Close this window and go on in another."""
        self._call("DELETE", "/window")
        self._call("POST", "/window", handle=then)

    def screenshot(self, place: Path) -> None:
        """Write a picture of the page."""
        place.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def resize(self, width: int, height: int) -> None:
        """Give the window another size in pixels."""
        self._call("POST", "/window/rect", width=width, height=height)


@contextmanager
def chromium(*, dark: bool = False) -> Iterator[Chromium]:
    """Run a headless Chromium that takes any certificate, until the block ends."""
    assert DRIVER is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        # Nothing outside of this machine is asked for.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ]
    if dark:
        arguments.append("--force-dark-mode")
    wanted = {
        "browserName": "chrome",
        "acceptInsecureCerts": True,
        "goog:chromeOptions": {"args": arguments},
    }
    process = subprocess.Popen(
        [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            _wait(http)
            made = http.post("/session", json={"capabilities": {"alwaysMatch": wanted}}).json()
            session = made["value"].get("sessionId")
            assert session, made["value"]
            yield Chromium(http, session)
            http.delete(f"/session/{session}")
    finally:
        process.terminate()
        process.wait(10)


def _wait(http: httpx2.Client) -> None:
    for _ in range(200):
        try:
            if http.get("/status").json()["value"]["ready"]:
                return
        except httpx2.HTTPError:
            time.sleep(0.05)
    raise AssertionError("chromedriver does not answer")
