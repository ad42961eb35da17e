"""Dates: the labels of a memory's day in the index, and the days that a question names.

Expressions are read in a fixed order, and what one has read no later one reads again.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "couple of": 2, "couple": 2,
    "few": 3, "several": 5,
}  # fmt: skip
_VAGUE = {"few": range(2, 5), "several": range(3, 8)}
"""Which numbers of days or weeks `a few days ago` may mean."""
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_PARTS_OF_MONTH = {
    "early": range(1, 11), "the beginning of": range(1, 11), "mid": range(10, 22),
    "the middle of": range(10, 22), "late": range(20, 32), "the end of": range(20, 32),
}  # fmt: skip

_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})"
_OTHER_MONTH = _MONTH.replace("month", "other")
_SHORT = rf"(?P<short>{'|'.join(name[:3] for name in _MONTHS)}|sept)\.?"
_ORDINAL_END = r"(?:st|nd|rd|th)?"
_COUNT = rf"(?:a )?(?P<count>\d{{1,3}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?"
_OF_YEAR = r"(?:,? (?:of )?(?P<year>(?:19|20)\d\d))?"
_DAY_BEHIND = rf"(?P<day>\d{{1,2}}){_ORDINAL_END}"
_WEEKDAY = rf"(?P<weekday>{'|'.join(_WEEKDAYS)})"

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ISO = re.compile(r"\b(\d{4})-(\d\d)(?:-(\d\d))?\b|\b(\d{4})/(\d\d)/(\d\d)\b")
_NUMERIC = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?![\d.])")
_NAMED = re.compile(
    rf"\b(?:(\d{{1,2}}){_ORDINAL_END}\s+(?:of\s+)?)?({'|'.join(_MONTHS)})\b"
    rf"(?:\s+(\d{{1,2}}){_ORDINAL_END}\b)?"
)
# Beside a number only: `mar 3`, `24th dec`, `sept 2025`. Alone, most of them are other words.
_SHORTENED = re.compile(
    rf"\b(?:(\d{{1,2}}){_ORDINAL_END}\s+(?:of\s+)?{_SHORT}(?![\w.])"
    rf"|{_SHORT.replace('short', 'lead')}\s+(\d{{1,2}}){_ORDINAL_END}(?![\w.])"
    rf"|{_SHORT.replace('short', 'yearly')}\s+(?=(?:19|20)\d\d\b))"
)
# Alone, these are nearly always verbs.
_IS_A_MONTH = r"\b{0}'s\b|\b(?:in|of|during|since|until|by|last|this|the|and|from|to|between) {0}\b"
_VERBS = {name: re.compile(_IS_A_MONTH.format(name)) for name in ("may", "march")}
_TELLS_OF_THE_PAST = re.compile(r"\b(?:did|was|were|had|said|chose|broke|wrote|\w{2,}ed)\b")
_WEEK_DAYS = 7
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_Labels = frozenset[str]
_Reading = Callable[[re.Match[str], date], _Labels | None]


def labels(time_ms: int) -> list[str]:
    """Return what a memory of that time is found by: its year, month and day, whole and alone."""
    day = _day_of(time_ms)
    return [] if day is None else [_year(day), _month(day), _whole(day), _any_month(day.month),
                                   _any_day(day.month, day.day)]  # fmt: skip


def asked(question: str, now_ms: int) -> list[frozenset[str]]:
    """Return the labels of each time that a question names; any label of a set will do."""
    rest = " ".join(question.lower().split())
    today = _day_of(now_ms)
    found: list[_Labels] = []
    if today is not None:
        rest, found = _relative(rest, today)
    found = [*(frozenset({label}) for label in _named(rest)), *found]
    return list(dict.fromkeys(found))


def _relative(text: str, today: date) -> tuple[str, list[_Labels]]:
    """Return a text without the times in it that are counted from today, and those times."""
    found: list[_Labels] = []
    for pattern, reading in _readings():
        for match in list(pattern.finditer(text)):
            meant = reading(match, today)
            if meant:
                found.append(meant)
                start, end = match.span()
                # As long as before, so that the other matches still stand where they were.
                text = f"{text[:start]}{';' * (end - start)}{text[end:]}"
    return text, found


def _named(lower: str) -> Iterator[str]:
    years = _YEAR.findall(lower)
    whole = False
    for before, name, after in _months(lower):
        dated = before or after
        if name in _VERBS and not (dated or years or _VERBS[name].search(lower)):
            continue
        month = _MONTHS.index(name) + 1
        if dated and 1 <= int(dated) <= 31:
            yield _any_day(month, int(dated))
        yield f"@{years[0]}-{month:02}" if years else _any_month(month)
        whole = True
    for year, month_text, day_text in _numeric(lower):
        yield f"@{year}-{month_text}"
        if day_text:
            yield f"@-{month_text}-{day_text}"
        whole = True
    if years and not whole:
        yield f"@{years[0]}"


def _months(lower: str) -> Iterator[tuple[str, str, str]]:
    """Yield the months of a text: the day before the name, the name, the day behind it."""
    yield from _NAMED.findall(lower)
    for match in _SHORTENED.finditer(lower):
        short = match["short"] or match["lead"] or match["yearly"]
        yield match[1] or "", _full(short), match[4] or ""


def _numeric(lower: str) -> Iterator[tuple[str, str, str]]:
    for one in _ISO.findall(lower):
        yield one[:3] if one[0] else one[3:]
    for day, month, year in _NUMERIC.findall(lower):
        yield year, f"{int(month):02}", f"{int(day):02}"


def _full(short: str) -> str:
    return next(name for name in _MONTHS if name.startswith(short[:3]))


def _before_last(match: re.Match[str], today: date) -> _Labels:
    return _span(match["unit"], 2, today)


def _between(match: re.Match[str], today: date) -> _Labels:
    last = _start_of(match["other"], match["year"], today)
    start = _start_of(match["month"], match["year"], today)
    if start > last:
        start = start.replace(year=start.year - 1)
    return _days(start, min(_next_month(last) - timedelta(days=1), today))


def _since(match: re.Match[str], today: date) -> _Labels:
    if match["weekday"]:
        return _days(_last_weekday(match["weekday"], today), today)
    return _days(today - timedelta(days=1), today)


def _since_month(match: re.Match[str], today: date) -> _Labels:
    start = _start_of(match["month"], match["year"], today)
    return _days(start + timedelta(days=max(int(match["day"] or 1), 1) - 1), today)


def _since_last(match: re.Match[str], today: date) -> _Labels:
    unit = match["unit"]
    if unit == "week":
        return _days(today - timedelta(days=today.weekday() + _WEEK_DAYS), today)
    months = today.month if unit == "month" else 1
    year = today.year - (1 if unit == "year" or months == 1 else 0)
    return _days(date(year, 1 if unit == "year" else (months - 2) % 12 + 1, 1), today)


def _since_date(match: re.Match[str], today: date) -> _Labels | None:
    year, month, day = (int(part) for part in f"{match['date']}-1-1".split("-")[:3])
    try:
        return _days(date(year, month, day), today) if 1970 <= year <= today.year else None
    except ValueError:
        return None


def _lately(match: re.Match[str], today: date) -> _Labels:
    return _days(_back(match["unit"], _count(match["count"]), today), today)


def _of_late(match: re.Match[str], today: date) -> _Labels:
    return _days(_back(match["unit"] or match["of_day"], 1, today), today)


def _named_span(match: re.Match[str], today: date) -> _Labels:
    return _span(match["unit"], 0 if match["which"] == "this" else 1, today)


def _last_night(match: re.Match[str], today: date) -> _Labels:
    del match
    return _days(today - timedelta(days=1), today)


def _one_day(match: re.Match[str], today: date) -> _Labels:
    return _span("day", 1 if match[1] == "yesterday" else 0, today)


def _weekend(match: re.Match[str], today: date) -> _Labels:
    del match
    sunday = today - timedelta(days=today.weekday() + 1)
    return _days(sunday - timedelta(days=1), sunday)


def _weekday(match: re.Match[str], today: date) -> _Labels | None:
    # `Can we deploy on Friday` asks for no memory of a day.
    known = match.groupdict()
    is_past = known["which"] in ("last", "this past") or known["own"]
    if not is_past and not _TELLS_OF_THE_PAST.search(match.string):
        return None
    return frozenset({_whole(_last_weekday(match["weekday"], today))})


def _ago(match: re.Match[str], today: date) -> _Labels:
    unit, count = match["unit"], match["count"]
    if unit in ("minute", "hour"):
        return _days(_back(unit, _count(count), today), today)
    numbers = _VAGUE.get(count, (_count(count),))
    return frozenset().union(*(_span(unit, number, today) for number in numbers))


def _fortnight_ago(match: re.Match[str], today: date) -> _Labels:
    del match
    return _span("day", 2 * _WEEK_DAYS, today)


def _half_a_year_ago(match: re.Match[str], today: date) -> _Labels:
    del match
    return _span("month", 6, today)


def _one_month(match: re.Match[str], today: date) -> _Labels:
    month = _MONTHS.index(match["month"]) + 1
    back = match["which"] == "last" and month >= today.month
    return frozenset({f"@{today.year - back:04}-{month:02}"})


def _quarter(match: re.Match[str], today: date) -> _Labels:
    number = _ORDINALS.get(match["ordinal"] or "") or int(match["number"])
    first = 3 * number - 2
    year = int(match["year"]) if match["year"] else today.year - (first > today.month)
    return frozenset(f"@{year:04}-{month:02}" for month in range(first, first + 3))


def _half(match: re.Match[str], today: date) -> _Labels:
    del today
    first = 1 if match["number"] == "1" or match["half"] == "first" else 7
    return frozenset(f"@{match['year']}-{month:02}" for month in range(first, first + 6))


def _part_of_month(match: re.Match[str], today: date) -> _Labels:
    del today
    month = _MONTHS.index(match["month"]) + 1
    days = _PARTS_OF_MONTH[match["part"]]
    if match["year"]:
        return frozenset(f"@{match['year']}-{month:02}-{day:02}" for day in days)
    return frozenset(_any_day(month, day) for day in days)


_READINGS: tuple[tuple[str, _Reading], ...] = (
    (r"(?P<unit>day) before yesterday", _before_last),
    (r"(?P<unit>week|month|year) before last", _before_last),
    (rf"(?:between|from) {_MONTH} (?:and|to|until) {_OTHER_MONTH}{_OF_YEAR}", _between),
    (rf"since (?:last )?(?:{_WEEKDAY}|yesterday)", _since),
    (rf"(?:since|after) (?:last )?{_MONTH}(?: {_DAY_BEHIND})?{_OF_YEAR}", _since_month),
    (r"(?:since|after) last (?P<unit>week|month|year)", _since_last),
    (r"(?:since|after) (?P<date>\d{4}(?:-\d\d){0,2})", _since_date),
    (rf"(?:last|past|previous) {_COUNT} {_UNIT}", _lately),
    (r"past (?P<unit>hour|day|week|month|year)|last (?P<of_day>hour|day)", _of_late),
    (r"(?P<which>last|this|previous) (?P<unit>week|month|quarter|year)", _named_span),
    (r"last night", _last_night),
    (r"(today|tonight|yesterday|this (?:morning|afternoon|evening))", _one_day),
    (r"(?:last|at the|over the|on the|this past) weekend", _weekend),
    (rf"(?P<which>last|this past) {_WEEKDAY}", _weekday),
    (rf"(?P<which>on )?{_WEEKDAY}(?P<own>'s)?(?!\.\w| before| after)", _weekday),
    (rf"{_COUNT} {_UNIT} ago", _ago),
    (r"fortnight ago", _fortnight_ago),
    (r"half a year ago", _half_a_year_ago),
    (rf"(?P<which>last|this) {_MONTH}(?! \d)", _one_month),
    (
        rf"(?:q(?P<number>[1-4])|(?P<ordinal>{'|'.join(_ORDINALS)}) quarter){_OF_YEAR}",
        _quarter,
    ),
    (r"(?:h(?P<number>[12])|(?P<half>first|second) half)(?: of)? (?P<year>(?:19|20)\d\d)", _half),
    # The month stays to be read as a whole: days beside its part are nearer than any others.
    (rf"(?P<part>{'|'.join(_PARTS_OF_MONTH)})[ -](?={_MONTH}{_OF_YEAR})", _part_of_month),
)


@cache
def _readings() -> list[tuple[re.Pattern[str], _Reading]]:
    """Return the readings in their order. Only a query needs them, so no start pays for them."""
    return [(re.compile(rf"\b{pattern}\b"), reading) for pattern, reading in _READINGS]


def _count(written: str) -> int:
    return _COUNTS.get(written) or int(written)


def _back(unit: str, count: int, today: date) -> date:
    """Return the day that was so many hours, days, weeks, months or years ago."""
    if unit == "minute":
        # The hour of now is not known here; an hour ago may have been yesterday.
        return today - timedelta(days=1)
    if unit == "hour":
        return today - timedelta(days=-(-count // 24))
    if unit in ("day", "week"):
        return today - timedelta(days=count * (_WEEK_DAYS if unit == "week" else 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "year" else 1)
    year, month = divmod(max(months, 12), 12)
    # No month is shorter than 28 days; so much accuracy is enough for months ago.
    return date(year, month + 1, min(today.day, 28))


def _span(unit: str, ago: int, today: date) -> _Labels:
    """Return the labels of the day, week, month, quarter or year that was so many of them ago."""
    if unit == "year":
        return frozenset({f"@{max(today.year - ago, 0):04}"})
    if unit == "month":
        return frozenset({_month_of(today.year * 12 + today.month - 1 - ago)})
    if unit == "quarter":
        first = today.year * 12 + (today.month - 1) // 3 * 3 - 3 * ago
        return frozenset(_month_of(month) for month in range(first, first + 3))
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + _WEEK_DAYS * ago)
        return frozenset(_whole(monday + timedelta(days=at)) for at in range(_WEEK_DAYS))
    return frozenset({_whole(today - timedelta(days=ago))})


def _days(first: date, last: date) -> _Labels:
    """Return the fewest labels of all days from the first to the last."""
    found = set()
    day = first
    while day <= last:
        if (day.month, day.day) == (1, 1) and day.year < last.year:
            found.add(_year(day))
            day = date(day.year + 1, 1, 1)
        elif day.day == 1 and _next_month(day) <= last + timedelta(days=1):
            found.add(_month(day))
            day = _next_month(day)
        else:
            found.add(_whole(day))
            day += timedelta(days=1)
    return frozenset(found)


def _start_of(month: str, year: str | None, today: date) -> date:
    """Return the first day of a month: of that year, or else the newest that has begun."""
    number = _MONTHS.index(month) + 1
    return date(int(year) if year else today.year - (number > today.month), number, 1)


def _last_weekday(name: str, today: date) -> date:
    """Return the newest day of that name before today."""
    back = (today.weekday() - _WEEKDAYS.index(name) - 1) % _WEEK_DAYS + 1
    return today - timedelta(days=back)


def _next_month(day: date) -> date:
    year, month = divmod(day.year * 12 + day.month, 12)
    return date(year, month + 1, 1)


def _month_of(months: int) -> str:
    months = max(months, 0)
    return f"@{months // 12:04}-{months % 12 + 1:02}"


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
