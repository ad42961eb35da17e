"""Times as people type them: a date, a duration back from now, or a word such as `yesterday`.

Each expression names a span of time in UTC, as the dates of a recall do: `2026-03-01` is a day,
`last week` a week from Monday on. A duration such as `2d` is one moment.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from myelin.kernel.clock import format_time, parse_time

EXAMPLES = "2026-03-01, 2026-03-01T12:00:00Z, 2d, 3h, yesterday or last week"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_Span = tuple[datetime, datetime]

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)
_CLOCK = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d))?", re.ASCII)
_DURATION = re.compile(r"(\d{1,6}|an?)\s*([a-z]+)(?:\s+ago)?", re.ASCII)
_NAMED_SPAN = re.compile(r"(last|this)\s+(week|month|year)")
_WEEKDAY = re.compile(r"(?:last\s+)?([a-z]{3,9})")
_UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "seconds"),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), "minutes"),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "hours"),
    **dict.fromkeys(("d", "day", "days"), "days"),
    **dict.fromkeys(("w", "week", "weeks"), "weeks"),
    **dict.fromkeys(("mo", "month", "months"), "months"),
    **dict.fromkeys(("y", "yr", "year", "years"), "years"),
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = timedelta(days=1)
_YEARS = range(1, 10_000)


def understood(text: str, now_ms: int, *, end: bool = False) -> str:
    """Return the moment that a text names as RFC 3339: the start of its span, or its end.

    What is RFC 3339 already is returned as it is; everything else in UTC.

    Raises:
        ValueError: it names none; the message says which forms there are.
    """
    plain = " ".join(text.split())
    try:
        parse_time(plain)
        return plain
    except ValueError as problem:
        exact = problem
    try:
        found = _span(plain.casefold(), _EPOCH + now_ms * _MILLISECOND)
    except (ValueError, OverflowError):
        raise ValueError("names a moment that does not exist") from None
    if found is None:
        if "T" in plain.upper() and plain[:4].isdigit():
            raise exact
        raise ValueError(f"is not a time like {EXAMPLES}")
    start, after = found
    # A span ends with its last millisecond; a single moment is its own end.
    moment = after - _MILLISECOND if end and after > start else start
    return format_time((moment - _EPOCH) // _MILLISECOND)


def _span(text: str, now: datetime) -> _Span | None:
    """Return the first moment of a span and the first behind it, or None if the text names none."""
    for reading in (_word, _date, _clock_time, _named, _duration, _weekday):
        found = reading(text, now)
        if found is not None:
            return found
    return None


def _word(text: str, now: datetime) -> _Span | None:
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    words: dict[str, Callable[[], _Span]] = {
        "now": lambda: (now, now),
        "today": lambda: (today, today + _DAY),
        "yesterday": lambda: (today - _DAY, today),
    }
    return words[text]() if text in words else None


def _date(text: str, now: datetime) -> _Span | None:
    del now
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or 1), int(match[3] or 1)
    start = datetime(year, month, day, tzinfo=UTC)
    if match[3]:
        return start, start + _DAY
    return start, _later(start, months=1 if match[2] else 12)


def _clock_time(text: str, now: datetime) -> _Span | None:
    del now
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    whole = f"{match[1]}T{match[2]}:{match[3]}:{match[4] or '00'}Z"
    moment = _EPOCH + parse_time(whole) * _MILLISECOND
    return moment, moment


def _named(text: str, now: datetime) -> _Span | None:
    match = _NAMED_SPAN.fullmatch(text)
    if match is None:
        return None
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    back = 1 if match[1] == "last" else 0
    if match[2] == "week":
        start = today - _DAY * (today.weekday() + 7 * back)
        return start, start + 7 * _DAY
    months = 1 if match[2] == "month" else 12
    first = today.replace(day=1) if match[2] == "month" else today.replace(month=1, day=1)
    start = _later(first, months=-months * back)
    return start, _later(start, months=months)


def _duration(text: str, now: datetime) -> _Span | None:
    match = _DURATION.fullmatch(text)
    unit = None if match is None else _UNITS.get(match[2])
    if match is None or unit is None:
        return None
    count = int(match[1]) if match[1].isdigit() else 1
    if unit in ("months", "years"):
        moment = _later(now, months=-count * (12 if unit == "years" else 1))
    else:
        moment = now - timedelta(**{unit: count})
    return moment, moment


def _weekday(text: str, now: datetime) -> _Span | None:
    """Return the most recent day of that name before today."""
    match = _WEEKDAY.fullmatch(text)
    named = [day for day in _WEEKDAYS if match and day.startswith(match[1])]
    if len(named) != 1:
        return None
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    back = (today.weekday() - _WEEKDAYS.index(named[0]) - 1) % 7 + 1
    return today - back * _DAY, today - (back - 1) * _DAY


def _later(moment: datetime, *, months: int) -> datetime:
    """Return the same day and time some months later; the last day of a month that is shorter."""
    count = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(count, 12)
    if year not in _YEARS:
        raise ValueError("out of range")
    first = moment.replace(year=year, month=month + 1, day=1)
    for day in range(moment.day, 27, -1):
        try:
            return first.replace(day=day)
        except ValueError:
            continue
    return first.replace(day=moment.day)
