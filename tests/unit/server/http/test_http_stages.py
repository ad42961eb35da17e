"""The stages of a request over HTTP, each by itself."""

import base64
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.errors import (
    BrainBusy,
    HeaderInvalid,
    HostRefused,
    KeyOverPlaintext,
    ListenRefused,
    MediaRefused,
    OriginRefused,
    RateLimited,
    TokenInvalid,
)
from myelin.server.http import addresses, bearer, key_cache, origin, transport, turns
from myelin.server.http.addresses import Address
from myelin.server.http.headers import Headers
from myelin.server.http.key_cache import IDLE_S, KeyCache
from myelin.server.http.metrics import Metrics
from myelin.server.http.rates import Rates
from myelin.server.http.turns import Turns
from myelin.testing import ManualClock

KEY = bytes(range(32))


def headers(**given: str) -> Headers:
    return Headers(
        (name.replace("_", "-").encode(), value.encode()) for name, value in given.items()
    )


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8787", Address("127.0.0.1", 8787)),
        ("[::1]:0", Address("::1", 0)),
        ("localhost:80", Address("localhost", 80)),
        ("0.0.0.0:443", Address("0.0.0.0", 443)),
    ],
)
def test_an_address_is_a_host_and_a_port(text: str, address: Address) -> None:
    assert addresses.parse(text) == address


@pytest.mark.parametrize(
    "text", ["", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "example.org:80", "::1:80:"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ListenRefused):
        addresses.parse(text)


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"host": "127.0.0.1:8787"}, None),
        ({"host": "LOCALHOST:8787"}, None),
        ({"host": "brains.example"}, None),
        ({"host": "brains.example:443"}, None),
        ({"host": "127.0.0.1:8787", "origin": "http://127.0.0.1:8787"}, None),
        ({"host": "127.0.0.1:8787", "sec_fetch_site": "same-origin"}, None),
        ({}, HostRefused),
        ({"host": "127.0.0.1"}, HostRefused),
        ({"host": "brains.example.evil.org"}, HostRefused),
        ({"host": "10.0.0.1:8787"}, HostRefused),
        ({"host": "brains.example", "origin": "http://brains.example"}, OriginRefused),
        ({"host": "brains.example", "origin": "null"}, OriginRefused),
        ({"host": "127.0.0.1:8787", "sec_fetch_site": "same-site"}, OriginRefused),
    ],
)
def test_a_request_names_this_server_and_comes_from_no_other_page(
    given: dict[str, str], refused: type[Exception] | None
) -> None:
    names = addresses.names_of(Address("127.0.0.1", 8787), "https://brains.example")
    if refused is None:
        origin.check(headers(**given), names)
    else:
        with pytest.raises(refused):
            origin.check(headers(**given), names)


def test_off_loopback_an_address_is_no_name() -> None:
    names = addresses.names_of(Address("203.0.113.7", 443), "https://brains.example")
    with pytest.raises(HostRefused):
        origin.check(headers(host="203.0.113.7"), names)


@pytest.mark.parametrize(
    "name", ["Host", "Authorization", "X-Myelin-Key", "X-Forwarded-Proto", "X-Forwarded-For"]
)
def test_a_deciding_header_comes_once_and_in_ascii(name: str) -> None:
    raw = name.lower().encode()
    for values in ([b"a", b"a"], ["ä".encode()]):
        with pytest.raises(HeaderInvalid):
            Headers((raw, value) for value in values)
    with pytest.raises(MediaRefused):
        headers(content_encoding="br")


@given(st.text(max_size=80))
def test_only_a_bearer_token_is_a_token(value: str) -> None:
    try:
        token = bearer.token_of(Headers([(b"authorization", value.encode("latin-1"))]))
    except (TokenInvalid, HeaderInvalid, UnicodeEncodeError):
        return
    assert token is not None
    assert value.strip(" \t").lower() == f"bearer {token}".lower()


def came(
    *, scheme: str = "http", peer: str = "127.0.0.1", trusts_proxy: bool = False, **given: str
) -> transport.Transport:
    scope: dict[str, Any] = {"scheme": scheme, "client": (peer, 1)}
    return transport.transport_of(scope, headers(**given), trusts_proxy=trusts_proxy)


KEYED = {"x_myelin_key": "k", "authorization": "Bearer t"}


@pytest.mark.parametrize(
    ("how", "given", "passes"),
    [
        (came(scheme="https", peer="203.0.113.7"), KEYED, True),
        (came(), {"authorization": "Bearer t"}, True),
        (came(), KEYED, False),
        (came(peer="203.0.113.7"), {"authorization": "Bearer t"}, False),
        (came(peer="203.0.113.7"), {}, True),
        (came(x_forwarded_proto="https"), KEYED, False),
        (came(trusts_proxy=True, x_forwarded_proto="https"), KEYED, True),
        (came(trusts_proxy=True, x_forwarded_proto="http"), KEYED, False),
        (came(trusts_proxy=True, x_forwarded_proto="https, https"), KEYED, False),
        (came(trusts_proxy=True), {"authorization": "Bearer t"}, False),
        (came(trusts_proxy=True, peer="203.0.113.7", x_forwarded_proto="https"), KEYED, False),
    ],
)
def test_keys_and_tokens_need_tls(
    how: transport.Transport, given: dict[str, str], passes: bool
) -> None:
    if passes:
        transport.check(headers(**given), how)
    else:
        with pytest.raises(KeyOverPlaintext):
            transport.check(headers(**given), how)


def test_the_address_behind_a_proxy_is_the_last_one_that_it_names() -> None:
    forwarded = {"x_forwarded_for": "6.6.6.6, 198.51.100.4"}
    assert came(trusts_proxy=True, **forwarded).address == "198.51.100.4"
    assert came(trusts_proxy=False, **forwarded).address == "127.0.0.1"
    assert came(trusts_proxy=True, peer="203.0.113.7", **forwarded).address == "203.0.113.7"


@given(
    st.text(max_size=60)
    | st.binary(min_size=30, max_size=34).map(lambda raw: base64.b64encode(raw).decode())
)
def test_a_key_is_32_bytes_in_strict_base64(value: str) -> None:
    try:
        found = key_cache.key_of(Headers([(b"x-myelin-key", value.encode("latin-1"))]))
    except (HeaderInvalid, UnicodeEncodeError):
        return
    assert found is not None
    assert base64.b64encode(found).decode() == value.strip(" \t")
    assert len(found) == 32


def test_a_key_goes_after_ten_minutes_without_it_and_its_buffer_is_zero() -> None:
    clock, closed = ManualClock(), list[str]()
    cache = KeyCache(clock, closed.append)
    cache.keep("tok_1", "ten/brn", 1, KEY)
    cache.keep("tok_2", "ten/brn", 1, KEY)
    [buffer, _] = [kept.key for kept in cache._kept.values()]
    cache.keep("tok_9", "ten/other", 1, KEY)
    [*_, other] = [kept.key for kept in cache._kept.values()]
    assert cache.find("tok_1", "ten/brn", 1) == KEY
    assert cache.find("tok_1", "ten/brn", 2) is None
    assert cache.find("tok_3", "ten/brn", 1) is None
    clock.sleep_s(IDLE_S - 1)
    cache.keep("tok_2", "ten/brn", 1, KEY)
    # Finding a key does not make it stay.
    assert cache.find("tok_1", "ten/brn", 1) == KEY
    clock.sleep_s(2)
    assert cache.find("tok_1", "ten/brn", 1) is None
    assert buffer == bytes(32)
    # A request of anybody with a key makes idle ones go as well.
    assert other == bytes(32)
    assert closed == ["ten/other"]
    closed.clear()
    cache.forget_token("tok_2")
    assert closed == ["ten/brn"]
    cache.keep("tok_1", "ten/one", 1, KEY)
    cache.keep("tok_1", "ten/two", 1, KEY)
    cache.forget_place("ten/one")
    assert closed == ["ten/brn", "ten/one"]
    assert len(cache) == 1
    cache.close()
    assert len(cache) == 0


def test_a_share_fills_evenly_and_says_when_to_come_again() -> None:
    clock = ManualClock()
    rates = Rates(clock)
    for _ in range(20):
        rates.take(("token", "a"), 10, 2.0)
    with pytest.raises(RateLimited) as raised:
        rates.take(("token", "a"), 10, 2.0)
    assert raised.value.details == {"seconds": 7}
    rates.take(("token", "b"), 10, 2.0)
    clock.sleep_s(6)
    rates.take(("token", "a"), 10, 2.0)
    with pytest.raises(RateLimited):
        rates.take(("token", "a"), 10, 2.0)


def test_a_slow_brain_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "WAIT_S", 0.2)
    order: list[str] = []

    async def main() -> None:
        shared = Turns()
        release = anyio.Event()

        def wait() -> None:
            anyio.from_thread.run(release.wait)

        async def refused() -> None:
            with pytest.raises(BrainBusy):
                await shared.run("slow", lambda: None, writes=True)
            order.append("refused")
            await shared.run("quick", lambda: order.append("quick"), writes=True)
            release.set()

        async with anyio.create_task_group() as group:
            group.start_soon(lambda: shared.run("slow", wait, writes=True))
            await anyio.sleep(0.05)
            group.start_soon(refused)

    anyio.run(main)
    assert order == ["refused", "quick"]


def test_the_text_of_the_metrics_is_that_of_prometheus() -> None:
    metrics = Metrics()
    metrics.gauge("myelin_open_brains", "Brains in memory.", lambda: 3)
    metrics.request("recall", "ok", 0.004)
    metrics.request("recall", "ok", 0.3)
    metrics.request("unknown", "refused", 9.0)
    metrics.failure("proxy")
    lines = metrics.text().splitlines()
    assert 'myelin_requests_total{endpoint="recall",outcome="ok"} 2' in lines
    assert 'myelin_refused_tokens_total{from="proxy"} 1' in lines
    assert 'myelin_request_seconds_bucket{le="0.005"} 1' in lines
    assert 'myelin_request_seconds_bucket{le="0.5"} 2' in lines
    assert 'myelin_request_seconds_bucket{le="+Inf"} 3' in lines
    assert "myelin_request_seconds_count 3" in lines
    assert "myelin_open_brains 3" in lines


def test_turns_know_a_bounded_number_of_brains_and_wait_a_bounded_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "KNOWN_BRAINS_MAX", 5)
    monkeypatch.setattr(turns, "THREADS", 1)
    monkeypatch.setattr(turns, "WAIT_S", 0.2)

    async def main() -> None:
        shared = Turns()
        for number in range(20):
            await shared.run(f"brain {number}", lambda: None, writes=False)
        assert len(shared._brains) <= 5
        release = anyio.Event()

        def wait() -> None:
            anyio.from_thread.run(release.wait)

        async with anyio.create_task_group() as group:
            group.start_soon(lambda: shared.run("slow", wait, writes=False))
            await anyio.sleep(0.05)
            with pytest.raises(BrainBusy):
                await shared.run("other", lambda: None, writes=False)
            release.set()

    anyio.run(main)
