"""Keys derive as RFC 5869 says, each for one purpose, the same for ever."""

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from myelin.crypto import keys

ROOT = bytes(range(32))

RFC_5869 = [
    (
        b"\x0b" * 22,
        bytes(range(0x0D)),
        bytes(range(0xF0, 0xFA)),
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        bytes(range(0x50)),
        bytes(range(0x60, 0xB0)),
        bytes(range(0xB0, 0x100)),
        (
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac782727"
            "1cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
    ),
    (
        b"\x0b" * 22,
        b"",
        b"",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
]


@pytest.mark.parametrize(("secret", "salt", "info", "expected"), RFC_5869)
def test_the_vectors_of_the_rfc_come_out(secret, salt, info, expected):
    size = len(expected) // 2
    assert keys.hkdf(secret, info, size, salt=salt).hex() == expected


@given(st.binary(min_size=1, max_size=64), st.binary(max_size=64), st.integers(1, 200))
def test_another_implementation_agrees(secret, info, size):
    theirs = HKDF(hashes.SHA256(), size, salt=None, info=info).derive(secret)
    assert keys.hkdf(secret, info, size) == theirs
    theirs = HKDFExpand(hashes.SHA512(), size, info=info).derive(secret.ljust(64, b"."))
    ours = keys.hkdf_expand(secret.ljust(64, b"."), info, size, algorithm="sha512")
    assert ours == theirs


def test_the_keys_of_a_known_root_never_change():
    assert keys.local_key(ROOT).hex() == (
        "db9db8ccd1318c5802f3cc169f1169409a06e08a731b60139fd075b1da3c0bbf"
    )
    assert keys.remote_key(ROOT, 0).hex() == (
        "5b97856523706a29323ad256ecc45f86bef5ab5d2a116017f58b1fe7935b68d1"
    )
    assert keys.remote_key(ROOT, 1).hex() == (
        "c81a2b796ae61066749308bd24c5db6e9289f50c2fdf6da186925573ed21ebf0"
    )
    assert keys.owner_seed(ROOT).hex() == (
        "8b65754406362fbe248f8146dc91be3c8a14789eebe1aa775cca48b3a75676fc"
    )
    assert keys.verifier(keys.remote_key(ROOT, 0)).hex() == "2f20e8d53d2cef2ac4a397c4436df982"


def test_no_two_purposes_share_a_key():
    derived = [keys.local_key(ROOT), keys.owner_seed(ROOT)]
    derived += [keys.remote_key(ROOT, generation) for generation in range(300)]
    assert len({ROOT, *derived}) == 303


def test_a_root_is_what_chance_gives():
    assert keys.new_root(lambda size: b"r" * size) == b"r" * 32


def test_more_than_hkdf_can_give_is_refused():
    with pytest.raises(ValueError, match="HKDF"):
        keys.hkdf(ROOT, b"", 255 * 32 + 1)
