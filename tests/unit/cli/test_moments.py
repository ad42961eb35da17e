"""Times as people type them, each with the moment that it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.cli.moments import understood
from myelin.kernel.clock import parse_time

# A Tuesday.
NOW_MS = parse_time("2026-12-01T07:00:00Z")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-03-01", "2026-03-01T00:00:00.000Z", "2026-03-01T23:59:59.999Z"),
        ("2026-3-1", "2026-03-01T00:00:00.000Z", "2026-03-01T23:59:59.999Z"),
        ("2026-02", "2026-02-01T00:00:00.000Z", "2026-02-28T23:59:59.999Z"),
        ("2025", "2025-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"),
        ("today", "2026-12-01T00:00:00.000Z", "2026-12-01T23:59:59.999Z"),
        ("Yesterday", "2026-11-30T00:00:00.000Z", "2026-11-30T23:59:59.999Z"),
        ("last  week", "2026-11-23T00:00:00.000Z", "2026-11-29T23:59:59.999Z"),
        ("last month", "2026-11-01T00:00:00.000Z", "2026-11-30T23:59:59.999Z"),
        ("last year", "2025-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"),
        ("monday", "2026-11-30T00:00:00.000Z", "2026-11-30T23:59:59.999Z"),
        ("tuesday", "2026-11-24T00:00:00.000Z", "2026-11-24T23:59:59.999Z"),
    ],
)
def test_a_span_begins_with_its_first_moment_and_ends_with_its_last(
    text: str, start: str, end: str
) -> None:
    assert understood(text, NOW_MS) == start
    assert understood(text, NOW_MS, end=True) == end


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2d", "2026-11-29T07:00:00.000Z"),
        ("3h", "2026-12-01T04:00:00.000Z"),
        ("90 min", "2026-12-01T05:30:00.000Z"),
        ("2 weeks ago", "2026-11-17T07:00:00.000Z"),
        ("a month ago", "2026-11-01T07:00:00.000Z"),
        ("2y", "2024-12-01T07:00:00.000Z"),
        ("2026-03-01 12:00", "2026-03-01T12:00:00.000Z"),
        ("now", "2026-12-01T07:00:00.000Z"),
    ],
)
def test_a_duration_is_one_moment_before_now(text: str, moment: str) -> None:
    assert understood(text, NOW_MS) == understood(text, NOW_MS, end=True) == moment


def test_a_time_of_the_contract_is_left_as_it_is() -> None:
    assert understood("2026-03-01T12:00:00+05:30", NOW_MS) == "2026-03-01T12:00:00+05:30"


@pytest.mark.parametrize(
    "text", ["someday", "", "m", "2026-02-30", "2026-13-01", "5 parsecs", "0000"]
)
def test_what_names_no_moment_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"does not exist|is not a time like"):
        understood(text, NOW_MS)


@given(st.text(max_size=20) | st.from_regex(r"\d{1,6} ?[a-z]{1,7}( ago)?", fullmatch=True))
def test_any_text_is_a_moment_or_refused(text: str) -> None:
    try:
        moment = understood(text, NOW_MS)
    except ValueError:
        return
    parse_time(moment)
