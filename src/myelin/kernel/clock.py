"""Time as an argument: the clock protocol, the system's clock, and RFC 3339 in and out."""

import re
import time
from datetime import UTC, datetime, timedelta, timezone
from typing import Protocol

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_FIRST_MS = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MILLISECOND
_LAST_MS = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MILLISECOND
_RFC_3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?"
    r"(?:([Zz])|([+-])(\d\d):(\d\d))?",
    re.ASCII,
)


class Clock(Protocol):
    """A source of time; tests pass one that they move by hand."""

    def now_ms(self) -> int:
        """Return the wall clock as milliseconds since 1970 UTC."""

    def monotonic_s(self) -> float:
        """Return seconds from an arbitrary start, never going back."""

    def sleep_s(self, seconds: float) -> None:
        """Wait for that many seconds."""


class SystemClock:
    """The machine's own clock."""

    def now_ms(self) -> int:
        """Return the wall clock as milliseconds since 1970 UTC."""
        return time.time_ns() // 1_000_000

    def monotonic_s(self) -> float:
        """Return seconds from an arbitrary start, never going back."""
        return time.monotonic()

    def sleep_s(self, seconds: float) -> None:
        """Wait for that many seconds."""
        time.sleep(seconds)


def format_time(ms: int) -> str:
    """Return milliseconds since 1970 as RFC 3339 in UTC, always with three decimals and `Z`."""
    moment = _EPOCH + ms * _MILLISECOND
    return moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + f".{ms % 1000:03d}Z"


def parse_time(text: str) -> int:
    """Return the milliseconds since 1970 UTC that an RFC 3339 time names.

    An offset is converted; digits beyond the millisecond are dropped.

    Raises:
        ValueError: it is not an RFC 3339 time, has no zone, or does not exist (30 February).
    """
    match = _RFC_3339.fullmatch(text)
    if match is None:
        raise ValueError("is not a time like 2026-03-01T12:00:00Z")
    year, month, day, hour, minute, second = (int(match[i]) for i in range(1, 7))
    if match[8] is None and match[9] is None:
        raise ValueError("has no zone: end it with Z or an offset like +05:30")
    zone = UTC
    if match[9] is not None:
        if int(match[10]) > 23 or int(match[11]) > 59:
            raise ValueError("has an offset that does not exist")
        offset = timedelta(hours=int(match[10]), minutes=int(match[11]))
        zone = timezone(-offset if match[9] == "-" else offset)
    millisecond = int((match[7] or "0").ljust(3, "0")[:3])
    try:
        moment = datetime(year, month, day, hour, minute, second, millisecond * 1000, zone)
    except ValueError:
        raise ValueError("names a moment that does not exist") from None
    # Subtraction stays exact where an offset moves a moment out of datetime's own range.
    ms = (moment - _EPOCH) // _MILLISECOND
    if not _FIRST_MS <= ms <= _LAST_MS:
        raise ValueError("lies outside the years 1 to 9999 in UTC")
    return ms
