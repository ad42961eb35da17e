"""The measures of randomness against their plain definitions."""

import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from myelin.secrets.measures import (
    count_digits,
    count_symbols,
    entropy_bits,
    is_random,
    mixing,
    sequencing,
)

ASCII = st.binary(max_size=80).map(lambda value: bytes(33 + byte % 94 for byte in value))


@given(ASCII.filter(bool))
def test_entropy_is_shannons_formula(value: bytes) -> None:
    shares = [count / len(value) for count in Counter(value).values()]
    assert math.isclose(entropy_bits(value), -sum(p * math.log2(p) for p in shares), abs_tol=1e-9)


@given(ASCII)
def test_every_measure_of_share_lies_between_nothing_and_all(value: bytes) -> None:
    assert 0 <= mixing(value) <= 1
    assert 0 <= sequencing(value) <= 1


@given(ASCII)
def test_digits_and_symbols_are_counted_as_their_definitions_say(value: bytes) -> None:
    text = value.decode()
    assert count_digits(value) == sum(char.isdigit() for char in text)
    assert count_symbols(value) == sum(not char.isalnum() and char not in "_-./:" for char in text)


def test_runs_and_steps_count_as_sequences() -> None:
    assert sequencing(b"abcdef") == sequencing(b"aaaaaa") == sequencing(b"654321") == 1
    assert sequencing(b"a9Kz2Q") == 0


def test_a_separator_ends_a_run_and_is_no_change_of_class() -> None:
    assert mixing(b"ab-cd") == 0
    assert mixing(b"a1b2") == 1


def test_words_names_and_counters_do_not_look_random() -> None:
    for value in (
        b"getAuthenticatedUserSession",
        b"production-database-replica",
        b"00000000000000000000000000000000",
        b"abcdefghijklmnopqrstuvwxyz",
        b"MAX_CONNECTIONS_PER_HOST",
    ):
        assert not is_random(value)
