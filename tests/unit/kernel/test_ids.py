"""Public ids: sixty random bits behind a prefix, there and back, and what is no id."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.kernel.ids import (
    ALPHABET,
    ROW_ID_BITS,
    decode_id,
    encode_brain_id,
    encode_id,
    id_range,
    new_row_id,
)

ROW_IDS = st.integers(0, (1 << ROW_ID_BITS) - 1)


@given(ROW_IDS)
def test_an_id_survives_the_trip_to_text_and_back(row_id: int) -> None:
    text = encode_id("mem", row_id)
    assert decode_id(text) == row_id
    assert text.startswith("mem_")
    assert len(text) == 16
    assert set(text[4:]) <= set(ALPHABET)


@given(ROW_IDS, ROW_IDS)
def test_ids_sort_as_their_rows_do(one: int, other: int) -> None:
    assert (encode_id("mem", one) < encode_id("mem", other)) == (one < other)


@given(ROW_IDS, st.integers(4, 12), ROW_IDS)
def test_the_range_of_a_beginning_holds_exactly_the_ids_that_begin_so(
    row_id: int, chars: int, other: int
) -> None:
    beginning = encode_id("mem", row_id)[: 4 + chars]
    first, last = id_range(beginning)
    assert first <= row_id <= last
    assert (first <= other <= last) == encode_id("mem", other).startswith(beginning)


@pytest.mark.parametrize(
    "text", ["", "mem", "mem_", "mem_abc", "mem_0123456789abc", "mem_ilou", "mem_ABCD", "mem_ÀBCD"]
)
def test_what_is_too_short_too_long_or_of_other_letters_is_no_beginning(text: str) -> None:
    with pytest.raises(ValueError, match="is not an id"):
        id_range(text)


@pytest.mark.parametrize(
    "text", ["", "mem_0123", "_0123456789ab", "0123456789ab", "mem_0123456789aI"]
)
def test_only_a_whole_id_is_decoded(text: str) -> None:
    with pytest.raises(ValueError, match="is not an id"):
        decode_id(text)


def test_a_row_id_is_never_zero_and_takes_the_first_sixty_bits() -> None:
    draws = iter([bytes(8), b"\x00" * 7 + b"\x0f", b"\xff" * 8])
    assert new_row_id(lambda size: next(draws)) == (1 << ROW_ID_BITS) - 1


@given(st.binary(min_size=16, max_size=16))
def test_a_brain_id_keeps_all_of_its_bits(raw: bytes) -> None:
    text = encode_brain_id(raw)
    assert len(text) == 30
    value = 0
    for char in text.removeprefix("brn_"):
        value = value * 32 + ALPHABET.index(char)
    assert value.to_bytes(17, "big")[1:] == raw
