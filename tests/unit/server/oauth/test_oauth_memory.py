"""What the authorization server keeps in memory: codes, requests, limits; and the sign-in mail."""

import os
import socketserver
import threading
from collections.abc import Iterator

import pytest

from myelin.control.scopes import Scope
from myelin.server.oauth import codes, pending
from myelin.server.oauth.codes import CodeGrant, Codes
from myelin.server.oauth.limits import KEYS_MAX, AttemptLimit
from myelin.server.oauth.mail import Relay, read_relay, send_signin
from myelin.server.oauth.pending import AuthorizationParameters, PendingRequests
from myelin.testing import ManualClock

ASKED = AuthorizationParameters(
    "cln_1", "Claude", "http://localhost/cb", None, "c" * 43, Scope.WRITE
)


def code_grant(key: bytearray | None = None) -> CodeGrant:
    return CodeGrant(
        "grt_1",
        "ten_1",
        "usr_1",
        "cln_1",
        "Claude",
        "http://localhost/cb",
        "c",
        Scope.READ,
        None,
        None,
        key,
    )


def test_a_code_is_taken_once_and_a_second_use_names_its_grant() -> None:
    kept = Codes(ManualClock(), os.urandom)
    code = kept.issue(code_grant())
    assert len(code) == 43
    assert kept.take("other") is None
    assert isinstance(kept.take(code), CodeGrant)
    assert not kept.was_used_again(code)
    assert kept.take(code) == "grt_1"
    assert kept.was_used_again(code)


def test_a_code_lives_60_s_and_its_key_is_overwritten_then() -> None:
    clock = ManualClock()
    kept = Codes(clock, os.urandom)
    key = bytearray(b"k" * 32)
    code, later = kept.issue(code_grant(key)), kept.issue(code_grant())
    clock.advance(59_999)
    assert isinstance(kept.take(later), CodeGrant)
    assert key == b"k" * 32
    clock.advance(1)
    kept.sweep()
    assert key == bytes(32)
    assert kept.take(code) is None
    clock.advance(900_000)
    assert kept.take(later) is None


def test_a_flood_of_codes_overwrites_the_oldest_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "CODES_MAX", 3)
    kept = Codes(ManualClock(), os.urandom)
    keys = [bytearray(b"k" * 32) for _ in range(5)]
    issued = [kept.issue(code_grant(key)) for key in keys]
    assert [any(key) for key in keys] == [False, False, True, True, True]
    assert kept.take(issued[0]) is None
    assert isinstance(kept.take(issued[4]), CodeGrant)


def test_of_many_threads_one_gets_the_code() -> None:
    kept = Codes(ManualClock(), os.urandom)
    code = kept.issue(code_grant())
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(kept.take(code))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(each, CodeGrant) for each in found) == 1
    assert found.count("grt_1") == 19


def test_a_request_is_open_for_15_minutes_and_a_form_is_taken_once() -> None:
    clock = ManualClock()
    kept = PendingRequests(clock, os.urandom)
    request = kept.begin(ASKED)
    form = request.form
    assert not kept.take_form(request, "other")
    assert not kept.take_form(request, None)
    assert kept.take_form(request, form)
    assert not kept.take_form(request, form)
    assert request.is_browser(request.cookie)
    assert not request.is_browser(None)
    clock.advance(899_999)
    assert kept.find(request.id) is request
    clock.advance(1)
    assert kept.find(request.id) is None
    kept.begin(ASKED)
    assert len(kept._by_id) == 1


def test_a_flood_of_requests_drops_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "PENDING_MAX", 3)
    kept = PendingRequests(ManualClock(), os.urandom)
    made = [kept.begin(ASKED) for _ in range(5)]
    assert [kept.find(each.id) is not None for each in made] == [False, False, True, True, True]


def test_an_attempt_beyond_the_limit_waits_for_the_oldest_to_pass() -> None:
    clock = ManualClock()
    limit = AttemptLimit(clock, 3, 900)
    assert [limit.wait_s("a") for _ in range(3)] == [0, 0, 0]
    clock.advance(100_000)
    assert 800 <= limit.wait_s("a") <= 801
    assert limit.wait_s("b") == 0
    clock.advance(800_000)
    assert limit.wait_s("a") == 0


def test_the_limit_keeps_a_bounded_number_of_keys() -> None:
    limit = AttemptLimit(ManualClock(), 3, 900)
    for number in range(KEYS_MAX + 50):
        limit.wait_s(str(number))
    assert len(limit._attempts) == KEYS_MAX


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("mail.example.org:25", "a@b.example"),
        ("127.0.0.1", "a@b.example"),
        ("127.0.0.1:0", "a@b.example"),
        ("127.0.0.1:99999", "a@b.example"),
        ("127.0.0.1:٢٥", "a@b.example"),
        ("10.0.0.1:25", "a@b.example"),
        ("127.0.0.1:25", "nobody"),
        ("127.0.0.1:25", "a@b.example\r\nBcc: c@d.example"),
    ],
)
def test_a_relay_elsewhere_or_a_strange_sender_is_refused(address: str, sender: str) -> None:
    with pytest.raises(ValueError, match="mail"):
        read_relay(address, sender)


class _Smtp(socketserver.StreamRequestHandler):
    """A mail server that takes one mail, or refuses its recipient."""

    def handle(self) -> None:
        server = self.server
        assert isinstance(server, SmtpServer)
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"RCPT" and server.refuses:
                self.wfile.write(b"550 no\r\n")
            elif verb == b"DATA":
                self.wfile.write(b"354 go\r\n")
                while (part := self.rfile.readline()) != b".\r\n":
                    server.mail += part
                self.wfile.write(b"250 ok\r\n")
            elif verb == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 ok\r\n")


class SmtpServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    mail = b""
    refuses = False


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    with SmtpServer(("127.0.0.1", 0), _Smtp) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_mail_holds_code_and_link_and_comes_from_the_sender(smtp: SmtpServer) -> None:
    relay = read_relay(f"127.0.0.1:{smtp.server_address[1]}", "brain@example.org")
    link = "https://brain.example/signin?request=req_1&link=x"
    assert send_signin(relay, "ada@example.org", "12345678", link, "Claude")
    text = smtp.mail.decode()
    assert "From: brain@example.org" in text
    assert "To: ada@example.org" in text
    assert "12345678" in text
    assert link in text


def test_a_mail_that_the_relay_refuses_is_logged_without_the_address(
    smtp: SmtpServer, caplog: pytest.LogCaptureFixture
) -> None:
    smtp.refuses = True
    relay = Relay("127.0.0.1", smtp.server_address[1], "brain@example.org")
    assert not send_signin(relay, "ada@example.org", "12345678", "https://x.example/", "Claude")
    assert "was not sent" in caplog.text
    assert "ada" not in caplog.text
    assert "12345678" not in caplog.text
