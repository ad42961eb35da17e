"""A clock that only a test moves."""

from myelin.kernel.clock import parse_time

DAY_MS = 86_400_000


class ManualClock:
    """A clock set by a test; sleeping advances it instead of waiting."""

    def __init__(self, start: str = "2026-03-01T12:00:00Z") -> None:
        self._now_ms = parse_time(start)
        self._slept_s = 0.0

    def now_ms(self) -> int:
        """Return the wall clock as milliseconds since 1970 UTC."""
        return self._now_ms

    def monotonic_s(self) -> float:
        """Return the seconds that went by, whichever way the wall clock was moved."""
        return self._slept_s

    def sleep_s(self, seconds: float) -> None:
        """Let so many seconds go by at once."""
        self.advance(round(seconds * 1000))

    def advance(self, ms: int = 0, *, days: float = 0) -> None:
        """Move the wall clock forward, and the monotonic one with it."""
        step_ms = ms + round(days * DAY_MS)
        self._now_ms += step_ms
        self._slept_s += max(0, step_ms) / 1000

    def set(self, time: str) -> None:
        """Put the wall clock to an RFC 3339 time, back in time too."""
        self._now_ms = parse_time(time)
