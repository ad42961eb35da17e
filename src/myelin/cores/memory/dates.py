"""Dates: the labels of a memory's day in the index, and the days that a question names."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ISO = re.compile(r"\b(\d{4})-(\d\d)(?:-(\d\d))?\b")
_NAMED = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?({'|'.join(_MONTHS)})\b"
    r"(?:\s+(\d{1,2})(?:st|nd|rd|th)?\b)?"
)
# Alone, `may` is nearly always the verb.
_MAY_IS_A_MONTH = re.compile(r"\b(?:in|of|during|since|until|by|last|this) may\b")
_DAY = re.compile(r"\b(today|yesterday)\b")
_SPAN = re.compile(r"\b(last|this) (week|month|year)\b")
_AGO = re.compile(r"\b(\d{1,3}|a|an|one|two|three|four|five|six) (day|week|month|year)s? ago\b")
_COUNT = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_WEEK_DAYS = 7
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def labels(time_ms: int) -> list[str]:
    """Return what a memory of that time is found by: its year, month and day, whole and alone."""
    day = _day_of(time_ms)
    return [] if day is None else [_year(day), _month(day), _whole(day), _any_month(day.month),
                                   _any_day(day.month, day.day)]  # fmt: skip


def asked(question: str, now_ms: int) -> list[frozenset[str]]:
    """Return the labels of each time that a question names; any label of a set will do."""
    lower = question.lower()
    found = [frozenset({label}) for label in _named(lower)]
    today = _day_of(now_ms)
    if today is not None:
        found += _relative(lower, today)
    return list(dict.fromkeys(found))


def _named(lower: str) -> Iterator[str]:
    years = _YEAR.findall(lower)
    whole = False
    for before, name, after in _NAMED.findall(lower):
        dated = before or after
        if name == "may" and not (dated or years or _MAY_IS_A_MONTH.search(lower)):
            continue
        month = _MONTHS.index(name) + 1
        if dated and 1 <= int(dated) <= 31:
            yield _any_day(month, int(dated))
        yield f"@{years[0]}-{month:02}" if years else _any_month(month)
        whole = True
    for year, month_text, day_text in _ISO.findall(lower):
        yield f"@{year}-{month_text}"
        if day_text:
            yield f"@-{month_text}-{day_text}"
        whole = True
    if years and not whole:
        yield f"@{years[0]}"


def _relative(lower: str, today: date) -> Iterator[frozenset[str]]:
    for name in _DAY.findall(lower):
        yield _span("day", 0 if name == "today" else 1, today)
    for which, unit in _SPAN.findall(lower):
        yield _span(unit, 0 if which == "this" else 1, today)
    for count, unit in _AGO.findall(lower):
        yield _span(unit, _COUNT.get(count) or int(count), today)


def _span(unit: str, ago: int, today: date) -> frozenset[str]:
    """Return the labels of the day, week, month or year that was so many of them ago."""
    if unit == "year":
        return frozenset({f"@{max(today.year - ago, 0):04}"})
    if unit == "month":
        months = max(today.year * 12 + today.month - 1 - ago, 0)
        return frozenset({f"@{months // 12:04}-{months % 12 + 1:02}"})
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + _WEEK_DAYS * ago)
        return frozenset(_whole(monday + timedelta(days=at)) for at in range(_WEEK_DAYS))
    return frozenset({_whole(today - timedelta(days=ago))})


def _day_of(time_ms: int) -> date | None:
    try:
        day = (_EPOCH + timedelta(milliseconds=time_ms)).date()
    except OverflowError:
        return None
    # So far from either end of the calendar that no span before it or after it falls off.
    return day if 30 < day.year < 9990 else None


def _year(day: date) -> str:
    return f"@{day.year:04}"


def _month(day: date) -> str:
    return f"@{day.year:04}-{day.month:02}"


def _whole(day: date) -> str:
    return f"@{day.isoformat()}"


def _any_month(month: int) -> str:
    return f"@-{month:02}"


def _any_day(month: int, day: int) -> str:
    return f"@-{month:02}-{day:02}"
