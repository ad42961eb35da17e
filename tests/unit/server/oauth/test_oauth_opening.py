"""Opening the authorization server: what cannot be used is named, and nothing is served then."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from myelin.contract.errors import ListenRefused, TokenInvalid
from myelin.control import Control
from myelin.kernel.machine import SYSTEM
from myelin.server.oauth import open_oauth
from myelin.server.oauth.service import issuer_of

URL = "https://brain.example"


@pytest.fixture
def control(tmp_path: Path) -> Iterator[Control]:
    found = Control(tmp_path / "server", SYSTEM)
    yield found
    found.close()


def test_secrets_are_made_at_the_first_start_and_kept(control: Control) -> None:
    first = open_oauth(control, public_url=URL)
    folder = control.folder / "secrets"
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert len(before) == 2
    assert folder.stat().st_mode & 0o777 == 0o700
    assert open_oauth(control, public_url=URL).issuer == first.issuer
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before
    with pytest.raises(TokenInvalid):
        control.authenticate("a.b.c")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"public_url": None}, "--public-url"),
        ({"public_url": "http://brain.example"}, "TLS"),
        ({"public_url": "https://brain.example/path"}, "no path"),
        ({"public_url": "ftp://brain.example"}, "https"),
        ({"public_url": "https://user@brain.example"}, "https"),
        ({"public_url": "https://brain.example:99999"}, "Port"),
        ({"mail_relay": "127.0.0.1:25"}, "--mail-from"),
        ({"mail_from": "a@b.example"}, "--mail-relay"),
        ({"mail_relay": "mail.example:25", "mail_from": "a@b.example"}, "loopback"),
        ({"allow_list": Path("/nowhere/redirects.json")}, "cannot be read"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    control: Control, settings: dict[str, object], says: str
) -> None:
    whole: dict[str, object] = {"public_url": URL, **settings}
    with pytest.raises(ListenRefused) as caught:
        open_oauth(control, **cast("dict[str, Any]", whole))
    assert says in f"{caught.value.message} {caught.value.hint}"


def test_a_mistake_in_the_allow_list_stops_the_start(control: Control, tmp_path: Path) -> None:
    place = tmp_path / "redirects.json"
    place.write_text(json.dumps({"redirects": ["http://evil.example/"]}))
    with pytest.raises(ListenRefused, match="scheme http"):
        open_oauth(control, public_url=URL, allow_list=place)


def test_a_secret_that_others_can_read_stops_the_start(control: Control, tmp_path: Path) -> None:
    open_oauth(control, public_url=URL, secrets=tmp_path / "secrets")
    (tmp_path / "secrets" / "sealing.key").chmod(0o644)
    with pytest.raises(ListenRefused, match="0600"):
        open_oauth(control, public_url=URL, secrets=tmp_path / "secrets")


@pytest.mark.parametrize(
    ("url", "issuer"),
    [
        ("https://Brain.Example/", "https://brain.example"),
        ("https://brain.example:443", "https://brain.example"),
        ("https://brain.example:8443", "https://brain.example:8443"),
        ("https://[::1]:8443/", "https://[::1]:8443"),
    ],
)
def test_the_issuer_is_the_origin_of_the_public_url(url: str, issuer: str) -> None:
    assert issuer_of(url) == issuer
