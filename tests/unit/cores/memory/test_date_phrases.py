"""Times as people name them in a query: which days each services, on Wednesday 17 June 2026."""

from datetime import UTC, date, datetime, timedelta

import pytest

from myelin.cores.memory import dates

NOW = datetime(2026, 6, 17, 15, 30, tzinfo=UTC)

# The query, days that it services, days that it does not mean.
FIRST = [
    ("what did we decide last week", ["2026-06-08", "2026-06-14"], ["2026-06-15", "2026-06-07"]),
    ("what broke yesterday", ["2026-06-16"], ["2026-06-17", "2026-06-15"]),
    ("the outage in March", ["2026-03-02", "2025-03-31"], ["2026-04-01"]),
    ("what was changed on Monday", ["2026-06-15"], ["2026-06-14", "2026-06-08"]),
    ("the incident last Friday", ["2026-06-12"], ["2026-06-05", "2026-06-13"]),
    ("decisions of the past 3 days", ["2026-06-15", "2026-06-17"], ["2026-06-12"]),
    ("lessons from the last two weeks", ["2026-06-04", "2026-06-17"], ["2026-05-31"]),
    ("the day before yesterday", ["2026-06-15"], ["2026-06-16", "2026-06-14"]),
    ("what did we learn this morning", ["2026-06-17"], ["2026-06-16"]),
    ("deploys 3 days ago", ["2026-06-14"], ["2026-06-15"]),
    ("decisions in Q1 2026", ["2026-01-01", "2026-03-31"], ["2026-04-01", "2025-03-01"]),
    ("what changed last month", ["2026-05-01", "2026-05-31"], ["2026-06-01", "2026-04-30"]),
    ("the release on 5 May 2026", ["2026-05-05"], ["2026-04-06"]),
    ("the Mar 3 outage", ["2026-03-03", "2025-03-03"], ["2026-04-04"]),
    ("everything since Monday", ["2026-06-15", "2026-06-17"], ["2026-06-14"]),
    ("what we chose last March", ["2026-03-15"], ["2025-03-15", "2026-04-15"]),
    ("who was on call last weekend", ["2026-06-13", "2026-06-14"], ["2026-06-12", "2026-06-15"]),
    ("a couple of weeks ago", ["2026-06-01", "2026-06-07"], ["2026-06-08", "2026-05-31"]),
    ("decisions made in 2025", ["2025-01-01", "2025-12-31"], ["2026-01-01"]),
    ("bugs of the last few days", ["2026-06-15", "2026-06-17"], ["2026-06-10"]),
]
SECOND = [
    ("what did we do this week", ["2026-06-15", "2026-06-17"], ["2026-06-14"]),
    ("notes from earlier today", ["2026-06-17"], ["2026-06-16"]),
    ("what was decided on Tuesday", ["2026-06-16"], ["2026-06-09", "2026-06-17"]),
    ("outages of the past month", ["2026-05-20", "2026-06-16"], ["2026-04-30"]),
    ("the previous week", ["2026-06-08", "2026-06-14"], ["2026-06-15"]),
    ("errors in the past 48 hours", ["2026-06-15", "2026-06-17"], ["2026-06-13"]),
    ("the migration in late May", ["2026-05-28"], ["2026-06-28"]),
    ("what happened on Dec 24th", ["2025-12-24"], ["2025-11-24"]),
    ("lessons of the last 3 months", ["2026-03-20", "2026-06-01"], ["2026-02-01"]),
    ("everything since April", ["2026-04-01", "2026-05-15", "2026-06-17"], ["2026-03-31"]),
    ("a fortnight ago", ["2026-06-03"], ["2026-06-17", "2026-05-20"]),
    ("the second quarter of 2026", ["2026-04-01", "2026-06-30"], ["2026-03-31", "2026-07-01"]),
    ("what broke last night", ["2026-06-16"], ["2026-06-14"]),
    ("the talk of Sept 2025", ["2025-09-30"], ["2026-09-30", "2025-10-01"]),
    ("changes of 2026/05/05", ["2026-05-05"], ["2026-04-06"]),
    ("the plan of last year", ["2025-03-03"], ["2026-03-03"]),
    ("half a year ago", ["2025-12-17"], ["2026-03-17"]),
    ("between March and May", ["2026-03-01", "2026-04-15", "2026-05-31"], ["2026-02-28"]),
    ("the week before last", ["2026-06-01", "2026-06-07"], ["2026-06-08", "2026-05-31"]),
    ("around the 10th of June", ["2026-06-10"], ["2026-05-11"]),
]
# Read after the first two lists were counted.
THIRD = [
    ("what changed since 2025", ["2025-01-01", "2026-06-16"], ["2024-12-31"]),
    ("since 2026-06-01", ["2026-06-01", "2026-06-16"], ["2026-05-31"]),
    ("everything after May 3", ["2026-05-03", "2026-06-10"], ["2026-05-02"]),
    ("since last month", ["2026-05-01", "2026-06-10"], ["2026-04-30"]),
    ("since last year", ["2025-01-01", "2026-06-10"], ["2024-12-31"]),
    ("what broke in the last hour", ["2026-06-17"], ["2026-06-14"]),
    ("what happened 20 minutes ago", ["2026-06-17"], ["2026-06-14"]),
    ("Monday's outage", ["2026-06-15"], ["2026-06-14"]),
    ("what happened Monday", ["2026-06-15"], ["2026-06-16"]),
    ("this past Tuesday", ["2026-06-16"], ["2026-06-09"]),
    ("March's outage", ["2026-03-05"], ["2026-04-05"]),
    ("the first half of 2025", ["2025-01-01", "2025-06-30"], ["2025-07-01"]),
    ("H2 2025", ["2025-07-01", "2025-12-31"], ["2025-06-30"]),
]
WITHOUT = [
    "may I march on with the second retry",
    "the last 3 retries of a job",
    "can we deploy on Friday",
    "the last release and this branch",
    "monday.com integration",
    "what changed in the monday.com integration",
    "the second attempt of the first half",
    "a sec is too short for the timeout",
    "the past tense of commit messages",
    "three weeks is the retention of logs",
]


def labels(day: str) -> set[str]:
    at = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(hours=9)
    return set(dates.labels(ms(at)))


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@pytest.mark.parametrize(("query", "meant", "others"), FIRST + SECOND + THIRD)
def test_a_query_means_the_days_that_a_person_means(query, meant, others):
    asked = dates.asked(query, ms(NOW))
    assert asked, "no time was read"
    union = frozenset().union(*asked)
    for day in meant:
        assert labels(day) & union, day
    for day in others:
        assert not labels(day) & union, day


@pytest.mark.parametrize("query", WITHOUT)
def test_words_that_only_look_like_times_mean_no_day(query):
    assert dates.asked(query, ms(NOW)) == []
