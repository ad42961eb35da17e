"""Sealing in chunks is C2SP's chunked encryption, which another implementation confirms."""

import pytest
from cryptography.cobblestone import Cobblestone256Decryptor, Cobblestone256Encryptor
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from myelin.crypto.seal import (
    CHUNK_BYTES,
    COMMITMENT_BYTES,
    SALT_BYTES,
    SEALED_CHUNK_BYTES,
    ChunkSeal,
    RecordSeal,
    SealBroken,
    sealed_bytes,
)

KEY = bytes(range(32))
SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 50_000]


def seal_all(seal: ChunkSeal, plain: bytes) -> bytes:
    count = len(plain) // CHUNK_BYTES + 1
    return b"".join(
        seal.seal(index, plain[index * CHUNK_BYTES : (index + 1) * CHUNK_BYTES])
        for index in range(count)
    )


def text_of(size: int) -> bytes:
    return bytes(index * 7 % 251 for index in range(size))


@pytest.mark.parametrize("size", SIZES)
def test_an_independent_implementation_opens_what_is_sealed_here(size):
    plain, salt = text_of(size), b"s" * SALT_BYTES
    seal = ChunkSeal(KEY, salt, b"context")
    sealed = seal_all(seal, plain)
    assert len(sealed) == sealed_bytes(size)
    theirs = Cobblestone256Decryptor(KEY, b"context")
    out = theirs.update(salt + seal.commitment + sealed)
    assert out + theirs.finalize() == plain


@pytest.mark.parametrize("size", SIZES)
def test_what_an_independent_implementation_seals_is_opened_here(size):
    plain = text_of(size)
    theirs = Cobblestone256Encryptor(KEY, b"context")
    whole = theirs.update(plain) + theirs.finalize()
    salt, rest = whole[:SALT_BYTES], whole[SALT_BYTES:]
    seal = ChunkSeal(KEY, salt, b"context")
    assert seal.commitment == rest[:COMMITMENT_BYTES]
    body = rest[COMMITMENT_BYTES:]
    chunks = range(size // CHUNK_BYTES + 1)
    opened = [
        seal.open(index, body[index * SEALED_CHUNK_BYTES : (index + 1) * SEALED_CHUNK_BYTES])
        for index in chunks
    ]
    assert b"".join(opened) == plain


@given(st.binary(max_size=200), st.integers(0, 2**32), st.data())
def test_a_chunk_opens_only_where_and_as_it_was_sealed(plain, index, data):
    seal = ChunkSeal(KEY, b"s" * SALT_BYTES, b"context")
    sealed = seal.seal(index, plain)
    assert seal.open(index, sealed) == plain
    with pytest.raises(SealBroken):
        seal.open(index + 1, sealed)
    place = data.draw(st.integers(0, len(sealed) - 1))
    changed = bytearray(sealed)
    changed[place] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(SealBroken):
        seal.open(index, bytes(changed))
    with pytest.raises(SealBroken):
        seal.open(index, sealed[:-1])
    for other in (
        ChunkSeal(b"k" * 32, b"s" * SALT_BYTES, b"context"),
        ChunkSeal(KEY, b"t" * SALT_BYTES, b"context"),
        ChunkSeal(KEY, b"s" * SALT_BYTES, b"another"),
    ):
        with pytest.raises(SealBroken):
            other.open(index, sealed)


@given(st.binary(max_size=200), st.binary(min_size=12, max_size=12))
def test_a_record_opens_only_under_its_own_nonce_and_head(payload, nonce):
    seal = RecordSeal(KEY, b"s" * SALT_BYTES, b"context")
    sealed = seal.seal(nonce, payload, b"head")
    assert seal.open(nonce, sealed, b"head") == payload
    with pytest.raises(SealBroken):
        seal.open(nonce, sealed, b"hand")
    with pytest.raises(SealBroken):
        seal.open(bytes([nonce[0] ^ 1, *nonce[1:]]), sealed, b"head")


def test_the_cipher_is_aes_256_gcm_as_nist_defines_it():
    # Test case 14 of the GCM submission: a zero key, nonce and block.
    sealed = AESGCM(bytes(32)).encrypt(bytes(12), bytes(16), None)
    assert sealed.hex() == "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"


@pytest.mark.parametrize(("key", "salt"), [(31, 24), (32, 23), (0, 0)])
def test_a_key_or_salt_of_another_length_is_refused(key, salt):
    with pytest.raises(ValueError, match="32 bytes"):
        ChunkSeal(bytes(key), bytes(salt), b"")
