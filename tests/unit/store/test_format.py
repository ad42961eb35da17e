"""Headers, frames and payloads go there and back, and nothing else passes for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.errors import BrainDamaged, FormatTooNew, KeyWrong
from myelin.crypto.seal import RecordSeal, SealBroken
from myelin.store import format as form
from myelin.store.format import (
    BASE_OFFSET,
    FRAME_BYTES,
    HEADER_BYTES,
    TRANSACTION,
    Delete,
    Header,
    MigrationStep,
    Put,
    Transaction,
)

KEY = b"k" * 32
SEAL = RecordSeal(KEY, b"s" * 24, b"header")
u64 = st.integers(0, 2**64 - 1)
row_ids = st.integers(1, 2**60 - 1)
headers = st.builds(
    Header,
    brain_id=st.binary(min_size=16, max_size=16),
    epoch=u64,
    base_seq=u64,
    log_time_ms=u64,
    base_bytes=st.integers(0, 2**40),
    history=st.binary(min_size=32, max_size=32),
    key_id=st.binary(min_size=16, max_size=16),
    key_generation=st.integers(0, 2**32 - 1),
    compatible_features=st.integers(0, 2**32 - 1),
)
values = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)))
    | st.binary()
)
operations = st.lists(
    st.builds(Put, st.just("memory"), row_ids, st.lists(values, max_size=5))
    | st.builds(Delete, st.just("link"), row_ids),
    max_size=5,
)


def whole(header: Header) -> bytes:
    raw = header.pack()
    seals = form.make_seals(KEY, b"s" * 24, raw)
    return raw + b"s" * 24 + seals.base.commitment


@given(headers)
def test_a_header_says_what_it_was_given(header):
    raw = header.pack()
    assert len(raw) == HEADER_BYTES
    assert form.parse_header(raw) == header


def test_a_header_opens_with_its_key_and_no_other():
    brain_id = b"b" * 16
    header = Header(brain_id, 1, 0, 0, 0, bytes(32), form.key_id(KEY, brain_id))
    raw = whole(header)
    assert form.open_header(raw, KEY)[0] == header
    with pytest.raises(KeyWrong):
        form.open_header(raw, b"x" * 32)


@given(st.integers(0, BASE_OFFSET - 1), st.integers(0, 7))
def test_a_header_with_one_bit_changed_is_refused(place, bit):
    brain_id = b"b" * 16
    header = Header(brain_id, 3, 9, 5, 4096, bytes(32), form.key_id(KEY, brain_id))
    raw = bytearray(whole(header))
    raw[place] ^= 1 << bit
    with pytest.raises((BrainDamaged, FormatTooNew, KeyWrong)):
        form.open_header(bytes(raw), KEY)


@given(st.binary(max_size=400))
def test_bytes_that_are_no_header_are_refused(raw):
    with pytest.raises(BrainDamaged):
        form.open_header(raw, KEY)


@given(
    st.binary(max_size=200), st.integers(1, 2**63), st.integers(0, 65535), st.binary(max_size=80)
)
def test_a_frame_is_found_where_it_begins(payload, seq, back, before):
    record = form.seal_frame(
        SEAL,
        seq=seq,
        type=TRANSACTION,
        payload=payload,
        nonce=b"n" * 12,
        history=b"h" * 32,
        back=back,
    )
    frame = form.parse_frame(before + record, len(before))
    assert frame is not None
    assert (frame.seq, frame.type, frame.back, frame.total_bytes) == (
        seq,
        TRANSACTION,
        back,
        len(record),
    )
    assert SEAL.open(frame.nonce, record[FRAME_BYTES:], frame.pack()) == payload
    assert form.parse_frame(record[:-1]) is None


@given(st.binary(max_size=60), st.integers(0, FRAME_BYTES - 1), st.integers(0, 7))
def test_a_frame_with_one_bit_of_its_head_changed_does_not_open(payload, place, bit):
    record = bytearray(
        form.seal_frame(
            SEAL,
            seq=5,
            type=TRANSACTION,
            payload=payload,
            nonce=b"n" * 12,
            history=b"h" * 32,
            back=1,
        )
    )
    record[place] ^= 1 << bit
    frame = form.parse_frame(bytes(record))
    if frame is not None:
        with pytest.raises(SealBroken):
            SEAL.open(frame.nonce, bytes(record[FRAME_BYTES : frame.total_bytes]), frame.pack())


@given(st.binary(max_size=300), st.integers(0, 300))
def test_any_bytes_are_a_frame_or_none_and_never_an_error(data, offset):
    form.parse_frame(data, offset)


def test_a_record_of_more_than_64_mib_is_refused():
    with pytest.raises(ValueError, match="64 MiB"):
        form.seal_frame(
            SEAL,
            seq=1,
            type=TRANSACTION,
            payload=bytes(64 * 1024 * 1024),
            nonce=b"n" * 12,
            history=b"h" * 32,
            back=0,
        )


@given(u64)
def test_a_number_comes_back(value):
    encoded = form.encode_varint(value)
    assert form.decode_varint(encoded, 0) == (value, len(encoded))
    with pytest.raises(ValueError, match="not a number"):
        form.decode_varint(encoded[:-1], 0)


@given(u64, st.dictionaries(row_ids, st.integers(1, 10_000), max_size=50))
def test_a_touch_comes_back(time_ms, counts):
    payload = form.encode_touch(time_ms, counts)
    assert form.decode_touch(payload) == (time_ms, counts)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_touch_or_a_value_error(payload):
    try:
        time_ms, counts = form.decode_touch(payload)
    except ValueError:
        return
    assert time_ms >= 0
    assert all(row_id >= 0 for row_id in counts)


@given(
    st.text("0123456789abcdef", min_size=32, max_size=32),
    u64,
    operations,
    st.tuples(*[st.none() | st.text("note ")] * 3),
)
def test_a_transaction_comes_back(record_id, time_ms, done, said):
    transaction = Transaction(record_id, time_ms, done, *said)
    assert form.decode_transaction(transaction.encode()) == transaction


@given(st.binary(max_size=60) | st.sampled_from([b"[]", b"{}", b'{"id":1,"ts":2,"o":[[1]]}', b"1"]))
def test_any_bytes_are_a_payload_or_a_value_error(payload):
    for decode in (form.decode_transaction, form.decode_migration):
        with pytest.raises(ValueError):  # noqa: PT011 (the message is json's as often as ours)
            decode(payload)


def test_a_migration_step_comes_back():
    step = MigrationStep("ab" * 16, 7, 2, "cd" * 32)
    assert form.decode_migration(step.encode()) == step


@given(st.binary(max_size=50), st.binary(max_size=50), st.integers(1, 2**40))
def test_histories_differ_where_any_record_differs(one, other, seq):
    start = form.first_history(b"b" * 16)
    first = form.next_history(start, seq, TRANSACTION, one)
    assert first == form.next_history(start, seq, TRANSACTION, one)
    assert (first == form.next_history(start, seq, TRANSACTION, other)) == (one == other)
    assert first != form.next_history(start, seq + 1, TRANSACTION, one)
    assert first != form.next_history(first, seq, TRANSACTION, one)
