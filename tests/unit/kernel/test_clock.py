"""Times in and out: what is accepted, what is refused, and that the trip back is exact."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.kernel.clock import SystemClock, format_time, parse_time

FIRST_MS = parse_time("0001-01-01T00:00:00Z")
LAST_MS = parse_time("9999-12-31T23:59:59.999Z")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@given(st.integers(FIRST_MS, LAST_MS))
def test_a_time_survives_the_trip_to_text_and_back(ms: int) -> None:
    text = format_time(ms)
    assert parse_time(text) == ms
    assert len(text) == len("2026-03-01T12:00:00.000Z")
    assert text.endswith("Z")


@given(st.integers(FIRST_MS, LAST_MS), st.integers(FIRST_MS, LAST_MS))
def test_texts_sort_as_their_times_do(one: int, other: int) -> None:
    assert (format_time(one) < format_time(other)) == (one < other)


@given(st.datetimes(datetime(1, 1, 3), datetime(9999, 12, 29)), st.integers(-1439, 1439))  # noqa: DTZ001
def test_an_offset_is_converted(naive: datetime, minutes: int) -> None:
    sign, size = ("-" if minutes < 0 else "+"), abs(minutes)
    text = f"{naive.isoformat('T', 'milliseconds')}{sign}{size // 60:02d}:{size % 60:02d}"
    moment = naive.replace(tzinfo=UTC) - timedelta(minutes=minutes)
    assert parse_time(text) == (moment - EPOCH) // timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-03-01T12:00:00+05:30", "2026-03-01T06:30:00.000Z"),
        ("2026-03-01t12:00:00z", "2026-03-01T12:00:00.000Z"),
        ("2026-03-01 12:00:00.1Z", "2026-03-01T12:00:00.100Z"),
        ("2026-03-01T12:00:00.123999999Z", "2026-03-01T12:00:00.123Z"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ],
)
def test_what_rfc_3339_allows_is_read(text: str, same: str) -> None:
    assert format_time(parse_time(text)) == same


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2026-03-01T12:00:00", "has no zone"),
        ("2026-03-01", "is not a time"),
        ("yesterday", "is not a time"),
        ("", "is not a time"),
        ("2026-03-01T12:00:00Z\n", "is not a time"),
        ("２０２６-03-01T12:00:00Z", "is not a time"),
        ("2026-02-30T12:00:00Z", "does not exist"),
        ("2026-06-30T23:59:60Z", "does not exist"),
        ("2026-03-01T24:00:00Z", "does not exist"),
        ("2026-03-01T12:00:00+24:00", "offset that does not exist"),
        ("0001-01-01T00:00:00+01:00", "outside the years"),
        ("9999-12-31T23:59:59-01:00", "outside the years"),
    ],
)
def test_what_is_no_moment_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_time(text)


@given(st.text(max_size=40))
def test_any_other_text_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"^is not a time like 2026-03-01T12:00:00Z$"):
        parse_time(text)


def test_the_clock_of_the_system_moves_forward() -> None:
    clock = SystemClock()
    before, wall = clock.monotonic_s(), clock.now_ms()
    clock.sleep_s(0.002)
    assert clock.monotonic_s() - before >= 0.002
    assert clock.now_ms() >= wall
