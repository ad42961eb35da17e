"""The days that a question names, and the memories of those days."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory import dates

NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)  # A Wednesday.


def ms(time: datetime) -> int:
    return int(time.timestamp() * 1000)


def names(question: str, day: str, now: datetime = NOW) -> bool:
    """Return whether every time that a question names is that day's."""
    labels = set(dates.labels(ms(datetime.fromisoformat(f"{day}T09:30:00+00:00"))))
    asked = dates.asked(question, ms(now))
    return bool(asked) and all(labels & times for times in asked)


@pytest.mark.parametrize(
    ("question", "day", "another"),
    [
        ("what broke on 8 May 2023?", "2023-05-08", "2023-05-09"),
        ("the talk of May 8th", "2023-05-08", "2023-08-05"),
        ("the 2nd of March 2024", "2024-03-02", "2024-03-03"),
        ("what did we decide in June", "2022-06-30", "2022-07-01"),
        ("incident 2024-11-03", "2024-11-03", "2024-11-04"),
        ("deploys in 2024-11", "2024-11-30", "2024-12-01"),
        ("decisions of 2021", "2021-01-01", "2022-01-01"),
        ("what happened in may", "2020-05-31", "2020-04-30"),
        ("notes from today", "2026-03-11", "2026-03-10"),
        ("what did I do yesterday", "2026-03-10", "2026-03-11"),
        ("the outage 3 days ago", "2026-03-08", "2026-03-07"),
        ("last week", "2026-03-08", "2026-03-09"),
        ("this week", "2026-03-09", "2026-03-08"),
        ("two weeks ago", "2026-02-23", "2026-03-02"),
        ("last month", "2026-02-01", "2026-03-01"),
        ("three months ago", "2025-12-24", "2026-01-01"),
        ("last year", "2025-12-31", "2026-01-01"),
    ],
)
def test_a_question_names_its_day_and_no_other(question: str, day: str, another: str) -> None:
    assert names(question, day)
    assert not names(question, another)


@pytest.mark.parametrize("question", ["how may I help", "port 8080", "", "v2.0.1"])
def test_what_names_no_day_asks_for_none(question: str) -> None:
    assert dates.asked(question, ms(NOW)) == []


@given(st.text(max_size=200), st.integers(-(2**62), 2**62))
def test_no_text_and_no_time_is_an_error(question: str, now_ms: int) -> None:
    assert dates.asked(question, now_ms) == dates.asked(question, now_ms)
    assert len(dates.labels(now_ms)) in (0, 5)


@given(st.integers(0, 80_000), st.integers(0, 999))
def test_so_many_days_ago_is_that_day(since_1970: int, days: int) -> None:
    now = datetime(1970, 1, 1, 12, tzinfo=UTC) + timedelta(days=since_1970)
    day = (now - timedelta(days=days)).date().isoformat()
    assert names(f"{days} days ago", day, now)
