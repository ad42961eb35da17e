"""Access tokens, the files of the server's secrets, and the sealing of a connector key."""

import hmac
import json
import os
import threading
from pathlib import Path

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.crypto.seal import SealBroken
from myelin.crypto.sealed_key import SEALED_KEY_BYTES, open_key, seal_key, wipe
from myelin.kernel.clock import format_time
from myelin.kernel.machine import Machine
from myelin.server.oauth.access_tokens import AccessClaims, AccessTokenRefused, AccessTokens
from myelin.server.oauth.encoding import encode
from myelin.server.oauth.signing_keys import (
    SecretsRefused,
    SigningKeys,
    load_sealing_secret,
    load_signing_keys,
)
from myelin.testing import ManualClock

ISSUER, RESOURCE = "https://brain.example", "https://brain.example/mcp"
NOW_MS = 1_790_000_000_000
KEYS = SigningKeys({"2026-08-01": b"o" * 32, "2026-09-01": b"n" * 32}, "2026-09-01")
CLAIMS = AccessClaims("grt_1", "acc_1", "cln_1", "read write", "brn_1", b"k" * 60)


def tokens(keys: SigningKeys = KEYS, at_ms: int = NOW_MS) -> AccessTokens:
    return AccessTokens(ISSUER, RESOURCE, keys, ManualClock(format_time(at_ms)))


TEXT = st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40)


@given(TEXT, TEXT, TEXT, TEXT, st.none() | TEXT, st.none() | st.binary(min_size=60, max_size=60))
def test_a_token_gives_its_claims_back(
    grant: str, jti: str, client: str, scope: str, brain: str | None, key: bytes | None
) -> None:
    claims = AccessClaims(grant, jti, client, scope, brain, key)
    assert tokens().verify(tokens().sign(claims)) == claims


@given(st.data())
def test_a_token_changed_in_any_character_is_refused(data: st.DataObject) -> None:
    token = tokens().sign(CLAIMS)
    place = data.draw(st.integers(0, len(token) - 1))
    char = data.draw(st.sampled_from("ABCxyz019-_."))
    changed = token[:place] + char + token[place + 1 :]
    if changed != token:
        with pytest.raises(AccessTokenRefused):
            tokens().verify(changed)


@given(st.text(max_size=200))
def test_no_other_text_is_a_token(text: str) -> None:
    with pytest.raises(AccessTokenRefused):
        tokens().verify(text)


def payload(**changes: object) -> dict[str, object]:
    now = NOW_MS // 1000
    whole: dict[str, object] = {
        "iss": ISSUER,
        "aud": RESOURCE,
        "iat": now,
        "exp": now + 900,
        "sub": "grt_1",
        "jti": "acc_1",
        "client_id": "cln_1",
        "scope": "read",
    }
    return {name: value for name, value in {**whole, **changes}.items() if value is not ...}


def forged(
    claims: dict[str, object], header: dict[str, object] | None = None, key: bytes = b"n" * 32
) -> str:
    head = {"alg": "HS256", "typ": "at+jwt", "kid": "2026-09-01", **(header or {})}
    head = {name: value for name, value in head.items() if value is not ...}
    body = ".".join(encode(json.dumps(part).encode()) for part in (head, claims))
    return body + "." + encode(hmac.digest(key, body.encode(), "sha256"))


def test_the_forger_of_these_tests_can_make_a_right_token() -> None:
    assert tokens().verify(forged(payload())).grant == "grt_1"


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "none"},
        {"alg": "HS512"},
        {"alg": "hs256"},
        {"alg": ["HS256"]},
        {"typ": "JWT"},
        {"typ": ...},
        {"kid": ...},
        {"kid": "2026-07-01"},
        {"kid": 1},
        {"kid": ["2026-09-01"]},
        {"crit": ["b64"]},
        {"jku": "https://evil.example/keys"},
        {"jwk": {"kty": "oct", "k": "AAAA"}},
        {"b64": False},
        {"cty": "JWT"},
    ],
)
def test_a_header_with_anything_else_is_refused(header: dict[str, object]) -> None:
    with pytest.raises(AccessTokenRefused):
        tokens().verify(forged(payload(), header))


def test_a_token_without_a_signature_is_refused() -> None:
    head, body, _ = forged(payload()).split(".")
    none = encode(json.dumps({"alg": "none", "typ": "at+jwt", "kid": "2026-09-01"}).encode())
    for text in (f"{none}.{body}.", f"{head}.{body}.", f"{head}.{body}"):
        with pytest.raises(AccessTokenRefused):
            tokens().verify(text)


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://other.example"},
        {"iss": ...},
        {"aud": "https://brain.example/other"},
        {"aud": ISSUER},
        {"aud": ...},
        {"exp": ...},
        {"iat": ...},
        {"exp": NOW_MS // 1000 + 90_000},
        {"exp": "9999999999"},
        {"exp": True},
        {"exp": float(NOW_MS // 1000 + 900)},
        {"sub": ...},
        {"sub": 1},
        {"jti": ...},
        {"client_id": ...},
        {"scope": None},
        {"brn": 5},
        {"key": "!"},
        {"key": 5},
    ],
)
def test_wrong_claims_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(AccessTokenRefused):
        tokens().verify(forged(payload(**changes)))


@pytest.mark.parametrize(
    ("later_s", "taken"),
    [(-31, False), (-30, True), (0, True), (899, True), (929, True), (930, False)],
)
def test_a_token_lives_fifteen_minutes_with_thirty_seconds_of_leeway(
    later_s: int, taken: bool
) -> None:
    token = tokens().sign(CLAIMS)
    later = tokens(at_ms=NOW_MS + later_s * 1000)
    if taken:
        assert later.verify(token) == CLAIMS
    else:
        with pytest.raises(AccessTokenRefused):
            later.verify(token)


def test_the_older_of_two_keys_verifies_and_the_newest_signs() -> None:
    old = SigningKeys({"2026-08-01": b"o" * 32}, "2026-08-01")
    assert tokens().verify(tokens(old).sign(CLAIMS)) == CLAIMS
    assert jwt.get_unverified_header(tokens().sign(CLAIMS))["kid"] == "2026-09-01"


def test_keys_rotate_by_date_and_two_are_kept(tmp_path: Path) -> None:
    clock = ManualClock(format_time(NOW_MS))
    machine = Machine(clock, os.urandom)
    first = load_signing_keys(tmp_path / "secrets", machine)
    assert load_signing_keys(tmp_path / "secrets", machine) == first
    clock.advance(days=30)
    second = load_signing_keys(tmp_path / "secrets", machine)
    assert set(second.by_kid) == {first.newest, second.newest}
    assert second.newest > first.newest
    clock.advance(days=30)
    third = load_signing_keys(tmp_path / "secrets", machine)
    assert set(third.by_kid) == {second.newest, third.newest}
    assert len(list((tmp_path / "secrets").iterdir())) == 2


def test_secret_files_are_of_their_owner_alone(tmp_path: Path) -> None:
    machine = Machine(ManualClock(format_time(NOW_MS)), os.urandom)
    load_sealing_secret(tmp_path, machine)
    place = tmp_path / "sealing.key"
    assert place.stat().st_mode & 0o777 == 0o600
    place.chmod(0o644)
    with pytest.raises(SecretsRefused, match="0600"):
        load_sealing_secret(tmp_path, machine)
    place.chmod(0o600)
    place.write_bytes(b"short")
    with pytest.raises(SecretsRefused, match="fewer"):
        load_sealing_secret(tmp_path, machine)
    place.rename(tmp_path / "other")
    (tmp_path / "other").write_bytes(b"x" * 32)
    place.symlink_to(tmp_path / "other")
    with pytest.raises(SecretsRefused):
        load_sealing_secret(tmp_path, machine)


def test_two_starts_at_once_agree_on_one_secret(tmp_path: Path) -> None:
    machine = Machine(ManualClock(format_time(NOW_MS)), os.urandom)
    found: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: found.append(load_sealing_secret(tmp_path, machine)))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert len(set(found)) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["sealing.key"]


SECRETS = st.binary(min_size=32, max_size=32)


@given(SECRETS, SECRETS, SECRETS, st.binary(max_size=60))
def test_a_sealed_key_opens_with_the_same_secrets(
    secret: bytes, row: bytes, key: bytes, bound: bytes
) -> None:
    sealed = seal_key(secret, row, b"n" * 12, bytearray(key), bound)
    assert len(sealed) == SEALED_KEY_BYTES
    assert key not in sealed or key == bytes(32)
    opened = open_key(secret, row, sealed, bound)
    assert opened == key
    wipe(opened)
    assert opened == bytes(32)


@given(st.integers(0, SEALED_KEY_BYTES - 1), st.integers(1, 255))
def test_a_changed_byte_opens_nothing(place: int, change: int) -> None:
    sealed = bytearray(seal_key(b"s" * 32, b"r" * 32, b"n" * 12, bytearray(b"k" * 32), b"b"))
    sealed[place] ^= change
    with pytest.raises(SealBroken):
        open_key(b"s" * 32, b"r" * 32, bytes(sealed), b"b")


@pytest.mark.parametrize(
    ("secret", "row", "bound"),
    [(b"S" * 32, b"r" * 32, b"b"), (b"s" * 32, b"R" * 32, b"b"), (b"s" * 32, b"r" * 32, b"B")],
)
def test_other_secrets_or_another_binding_open_nothing(
    secret: bytes, row: bytes, bound: bytes
) -> None:
    sealed = seal_key(b"s" * 32, b"r" * 32, b"n" * 12, bytearray(b"k" * 32), b"b")
    with pytest.raises(SealBroken):
        open_key(secret, row, sealed, bound)
    with pytest.raises(SealBroken):
        open_key(b"s" * 32, b"r" * 32, sealed[:-1], b"b")


def test_a_sealed_key_equals_a_known_answer() -> None:
    sealed = seal_key(bytes(range(32)), bytes(range(32, 64)), bytes(12), bytearray(b"k" * 32), b"x")
    assert sealed.hex() == KNOWN


# Computed with the HKDF and the AESGCM classes of the package cryptography.
KNOWN = (
    "00000000000000000000000002667a948e1766e7c962e79e3f34227be4a4"
    "acbdbeb1d6292ce9c78b3c3edde3d4bfff7790c41594abccad21ffdfb930"
)
