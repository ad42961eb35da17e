"""The clock and the chance of tests do as they are told."""

from myelin.kernel.clock import format_time
from myelin.testing import ManualClock, SeededChance


def test_the_clock_stands_still_until_it_is_moved() -> None:
    clock = ManualClock("2026-03-01T12:00:00Z")
    assert clock.now_ms() == clock.now_ms()
    clock.advance(1500)
    clock.sleep_s(0.5)
    assert format_time(clock.now_ms()) == "2026-03-01T12:00:02.000Z"
    assert clock.monotonic_s() == 2.0


def test_the_wall_clock_may_go_back_and_the_monotonic_one_does_not() -> None:
    clock = ManualClock()
    clock.advance(days=1)
    before = clock.monotonic_s()
    clock.set("2001-01-01T00:00:00Z")
    clock.advance(-1000)
    assert clock.monotonic_s() == before
    assert format_time(clock.now_ms()) == "2000-12-31T23:59:59.000Z"


def test_chance_repeats_with_its_seed_only() -> None:
    one, two, other = SeededChance("a"), SeededChance("a"), SeededChance("b")
    drawn = [one(16), one(16)]
    assert drawn == [two(16), two(16)]
    assert len({*drawn, other(16)}) == 3
