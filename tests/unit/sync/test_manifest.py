"""The manifest's format: a known answer, a second reading of the page, and hostile bytes."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from myelin.crypto.signing import public_key
from myelin.sync.manifest import (
    Kind,
    Manifest,
    expect_words,
    is_signed_by,
    manifest_hash,
    parse_manifest,
    sign_manifest,
)

SEED = bytes(range(32))
KNOWN = Manifest(
    Kind.EPOCH, b"B" * 16, 1, 1_700_000_000_000, b"D" * 16, 2, 3, 7, 5_400, b"h" * 32, 9,
    b"r" * 32, 6_000, b"l" * 32,
)  # fmt: skip
manifests = st.builds(
    Manifest,
    kind=st.sampled_from(Kind),
    brain_id=st.binary(min_size=16, max_size=16),
    number=st.integers(0, 2**64 - 1),
    time_ms=st.integers(0, 2**64 - 1),
    device=st.binary(min_size=16, max_size=16),
    epoch=st.integers(0, 2**64 - 1),
    generation=st.integers(0, 2**32 - 1),
    schema=st.integers(0, 2**32 - 1),
    head_bytes=st.integers(0, 2**64 - 1),
    head_sha256=st.binary(min_size=32, max_size=32),
    seq=st.integers(0, 2**64 - 1),
    history=st.binary(min_size=32, max_size=32),
    file_bytes=st.integers(0, 2**64 - 1),
    log_sha256=st.binary(min_size=32, max_size=32),
    previous=st.binary(min_size=32, max_size=32),
)


def test_a_known_manifest_has_the_known_bytes_and_signature() -> None:
    signed = sign_manifest(KNOWN, SEED)
    # Written by hand from the table of the format, field by field.
    body = b"".join(
        (
            b"MYLM", b"\x01", b"\x02", bytes(2), b"B" * 16,
            (1).to_bytes(8, "big"), (1_700_000_000_000).to_bytes(8, "big"), b"D" * 16,
            (2).to_bytes(8, "big"), (3).to_bytes(4, "big"), (7).to_bytes(4, "big"),
            (5_400).to_bytes(8, "big"), b"h" * 32, (9).to_bytes(8, "big"), b"r" * 32,
            (6_000).to_bytes(8, "big"), b"l" * 32, bytes(32), bytes(32),
        )
    )  # fmt: skip
    key = Ed25519PrivateKey.from_private_bytes(SEED)
    assert signed == body + key.sign(b"myelin/1 manifest\x00" + body)
    assert (
        hashlib.sha256(signed).hexdigest()
        == "370f2481bed718f866d26ed9f4d10a34b07111e4711089bfb0aae5aec60d3b78"
    )
    assert manifest_hash(signed).hex() == hashlib.sha256(signed).hexdigest()


def test_the_words_are_the_first_66_bits_of_the_hash() -> None:
    newest = manifest_hash(sign_manifest(KNOWN, SEED))
    digest = hashlib.sha256(b"myelin/1 expect\x00" + newest).digest()
    bits = "".join(f"{byte:08b}" for byte in digest)[:66]
    words = Mnemonic("english").wordlist
    expected = [words[int(bits[at : at + 11], 2)] for at in range(0, 66, 11)]
    assert expect_words(newest) == " ".join(expected)


@given(manifests)
def test_a_manifest_reads_back_and_is_signed(manifest: Manifest) -> None:
    signed = sign_manifest(manifest, SEED)
    assert len(signed) == 320
    assert parse_manifest(signed) == manifest
    assert is_signed_by(signed, public_key(SEED))


@given(st.integers(0, 319), st.integers(1, 255))
def test_a_changed_byte_is_not_signed(at: int, change: int) -> None:
    signed = bytearray(sign_manifest(KNOWN, SEED))
    signed[at] ^= change
    assert not is_signed_by(bytes(signed), public_key(SEED))


@given(st.binary(max_size=400))
def test_other_bytes_are_no_manifest_and_signed_by_nobody(data: bytes) -> None:
    with pytest.raises(ValueError, match="manifest"):
        parse_manifest(data)
    assert not is_signed_by(data, public_key(SEED))


@pytest.mark.parametrize("at", [0, 4, 5, 6, 7, 224])
def test_what_the_format_fixes_is_checked(at: int) -> None:
    signed = bytearray(sign_manifest(KNOWN, SEED))
    signed[at] = 99
    with pytest.raises(ValueError, match="manifest"):
        parse_manifest(bytes(signed))
