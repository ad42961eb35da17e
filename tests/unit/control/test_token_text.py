"""The text of a token: recognised by the scanner, told from mistyped ones, never stored."""

import time

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from hypothesis import given
from hypothesis import strategies as st

from myelin import secrets
from myelin.control import token_text
from myelin.kernel.base62 import ALPHABET, crc_base62, encode_base62
from myelin.testing.chance import SeededChance


def test_a_token_has_its_id_its_secret_and_a_check_sum() -> None:
    token = token_text.new_token(SeededChance())
    assert token.text.startswith("myl" + "_pat_" + token.id.removeprefix("tok_"))
    assert len(token.text) == 8 + 12 + 43 + 6
    assert token_text.token_id_of(token.text) == token.id
    assert token.text not in repr(token)


def test_the_hash_is_argon2id_as_another_implementation_computes_it() -> None:
    text, salt = "myl" + "_pat_x", bytes(range(16))
    other = Argon2id(salt=salt, length=32, iterations=1, lanes=1, memory_cost=64)
    assert token_text.token_hash(text, salt) == other.derive(text.encode())


@given(st.binary(min_size=4, max_size=12))
def test_the_secret_scanner_knows_every_token(seed: bytes) -> None:
    token = token_text.new_token(SeededChance(seed.hex()))
    assert [hit.rule for hit in secrets.scan(f"use {token.text} here")] == ["myelin-token"]


@given(st.binary(min_size=4, max_size=8), st.integers(0, 68), st.sampled_from(ALPHABET.decode()))
def test_one_other_character_is_refused_by_the_check_sum(seed: bytes, at: int, other: str) -> None:
    text = token_text.new_token(SeededChance(seed.hex())).text
    changed = text[:at] + other + text[at + 1 :]
    assert changed == text or token_text.token_id_of(changed) is None


@given(st.text(max_size=90))
def test_any_other_text_is_no_token(text: str) -> None:
    assert token_text.token_id_of(text) is None


@given(st.integers(0, 62**43 - 1))
def test_base_62_keeps_every_number(value: int) -> None:
    digits = encode_base62(value, 43)
    back = 0
    for digit in digits:
        back = back * 62 + ALPHABET.index(digit)
    assert back == value


def test_the_check_sum_is_the_published_one() -> None:
    # CRC-32 of "123456789" is cbf43926 (hex), a check value of the standard.
    assert crc_base62(b"123456789") == encode_base62(0xCBF43926, 6)


def test_an_unknown_token_costs_a_hash_like_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[bytes] = []
    real = token_text.token_hash

    def counted(text: str, salt: bytes) -> bytes:
        hashed.append(salt)
        return real(text, salt)

    monkeypatch.setattr(token_text, "token_hash", counted)
    token = token_text.new_token(SeededChance())
    hashed.clear()
    assert token_text.matches(token.text, token.salt, token.hash)
    assert not token_text.matches(token.text, None, None)
    assert not token_text.matches(token.text, token.salt, bytes(32))
    assert len(hashed) == 3


def test_a_verification_costs_less_than_two_milliseconds() -> None:
    token = token_text.new_token(SeededChance())
    start = time.process_time()
    for _ in range(50):
        assert token_text.matches(token.text, token.salt, token.hash)
    assert (time.process_time() - start) / 50 < 0.002
