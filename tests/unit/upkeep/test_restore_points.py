"""Which state a name, a time or a number means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.errors import RestorePointUnknown, SnapshotRefused
from myelin.kernel.clock import format_time
from myelin.store.events import Event
from myelin.upkeep import restore

POINTS = [
    Event(0, 1000, "beginning"),
    Event(1, 2000, "write"),
    Event(3, 4000, "snapshot", "release"),
    Event(4, 5000, "write"),
]


@pytest.mark.parametrize(
    ("at", "seq"),
    [
        ("release", 3),
        ("latest", 4),
        ("1", 1),
        ("2", 1),
        (format_time(2000), 1),
        (format_time(3999), 1),
        (format_time(4000), 3),
        (format_time(9999), 4),
        (format_time(1000), 0),
    ],
)
def test_a_state_is_found_by_its_name_time_or_number(at, seq):
    choice = restore.choose(POINTS, at)
    assert choice.point.seq == seq
    assert [point.seq for point in choice.earlier] == [p.seq for p in POINTS if p.seq < seq][-3:]


@given(st.integers(1000, 10_000))
def test_a_time_means_the_state_after_the_last_write_before_it(time_ms):
    choice = restore.choose(POINTS, format_time(time_ms))
    assert choice.point.time_ms <= time_ms
    assert all(point.time_ms > time_ms for point in choice.later)


def test_a_time_between_two_writes_says_which_state_it_is():
    assert "after record 1" in restore.choose(POINTS, format_time(3000)).why


@pytest.mark.parametrize("at", ["nothing", "5", "-1", "", format_time(999), "2026-13-01T00:00:00Z"])
def test_what_is_not_there_is_refused_with_what_is(at):
    with pytest.raises(RestorePointUnknown):
        restore.choose(POINTS, at)
    with pytest.raises(RestorePointUnknown):
        restore.choose([], "latest")


@pytest.mark.parametrize(
    "name", ["release", "", " a", "a\n", "42", "latest", "2026-01-01T00:00:00Z", "x" * 65, "\u202e"]
)
def test_a_name_that_could_mean_something_else_is_refused(name):
    with pytest.raises(SnapshotRefused):
        restore.check_new_name(POINTS, name)
