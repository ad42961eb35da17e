"""A clock that was wrong once: records keep their order, and nothing afterwards is poisoned."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from myelin import assembly
from myelin.crypto import keys
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.kernel.clock import format_time
from myelin.kernel.machine import Machine
from myelin.testing.clock import ManualClock
from myelin.testing.engines import TemporaryBrain, call, temporary_brain
from myelin.upkeep import restore
from tests.unit.upkeep.full_brain import engine, exported, imported

NOW = "2026-03-01T12:00:00Z"
AHEAD = "2027-03-01T12:00:00Z"


@pytest.fixture
def brain() -> Iterator[TemporaryBrain]:
    with temporary_brain(clock=ManualClock(NOW)) as brain:
        yield brain


@pytest.fixture
def owner(brain: TemporaryBrain) -> Iterator[Engine]:
    """Return an engine on a brain whose second memory was written a year ahead."""
    opened = brain.open(origin=Origin.OWNER)
    call(opened, "remember", content="The first note.", class_="note")
    brain.clock.set(AHEAD)
    call(opened, "remember", content="The note of a wrong clock.", class_="note")
    brain.clock.set(NOW)
    brain.clock.advance(60_000)
    call(opened, "remember", content="The third note.", class_="note")
    yield opened
    opened.store.close()


def past(brain: TemporaryBrain):
    machine = Machine(brain.clock, brain.chance)
    return assembly.open_past(brain.path, keys.local_key(brain.root), machine=machine)


def findings(brain: TemporaryBrain):
    machine = Machine(brain.clock, brain.chance)
    return assembly.inspect(brain.path, keys.local_key(brain.root), machine=machine)


def test_what_is_written_after_a_wrong_clock_has_the_right_time(brain, owner):
    recorded = [m["recorded_at"] for m in call(owner, "recall", query="note")["memories"]]
    assert max(recorded).startswith("2027")
    assert sum(time.startswith("2026-03-01T12:0") for time in recorded) == 2


def test_the_state_of_now_holds_everything_written_before_now(brain, owner):
    with past(brain) as history:
        choice = restore.choose(history.points(), format_time(brain.clock.now_ms()))
        assert choice.point.seq == history.points()[-1].seq


def test_an_own_export_always_imports_whatever_the_clock_was(brain, owner):
    lines = exported(owner)
    with engine("second") as other:
        report = imported(other, lines)
        assert report.owned
        assert report.left == []
        assert exported(other) == lines


def test_another_devices_export_of_the_future_is_still_refused(brain, owner):
    lines = exported(owner)[:-1]
    with engine("second") as other:
        report = imported(other, lines)
        assert not report.owned
        assert [left.reason for left in report.left] == ["its time lies more than a day ahead"]


def test_doctor_reports_a_jump_as_a_notice(brain, owner):
    (found,) = findings(brain)
    assert (found.code, found.is_notice) == ("clock_jump", True)
    assert "364 days" in found.sentence


def test_doctor_says_that_records_lie_ahead_of_the_clock(brain):
    opened = brain.open(origin=Origin.OWNER)
    brain.clock.set(AHEAD)
    call(opened, "remember", content="The note of a wrong clock.", class_="note")
    opened.store.close()
    brain.clock.set(NOW)
    (found,) = findings(brain)
    assert (found.code, found.is_notice) == ("clock_ahead", True)


def test_a_right_clock_is_no_finding(brain):
    opened = brain.open(origin=Origin.OWNER)
    call(opened, "remember", content="A note.", class_="note")
    brain.clock.advance(days=30)
    call(opened, "remember", content="Another note.", class_="note")
    opened.store.close()
    assert findings(brain) == []


def test_a_use_counts_again_after_a_wrong_clock(brain, owner):
    def uses() -> int:
        sql = "SELECT sum(uses) FROM memory_use"
        with owner.store.read() as session:
            return int(next(iter(session.execute(sql)))[0] or 0)

    brain.clock.set(AHEAD)
    call(owner, "recall", query="The first note.")
    before = uses()
    brain.clock.set(NOW)
    brain.clock.advance(days=1)
    call(owner, "recall", query="The first note.")
    assert uses() > before


def process(title: str) -> str:
    text = (resources.files("myelin.starter") / "processes" / "release.yaml").read_text("utf-8")
    return re.sub(r"(?m)^title: .*$", f"title: {title}", text)


def test_the_last_review_counts_after_a_wrong_clock(brain):
    opened = brain.open(origin=Origin.OWNER)
    brain.clock.set(AHEAD)
    call(opened, "save_process", yaml=process("Ahead"))
    revisions = [revision(opened)]
    brain.clock.set(NOW)
    call(opened, "save_process", yaml=process("Now"))
    revisions.append(revision(opened))
    got = call(opened, "list_processes")
    assert "Now" in str(got)
    assert "Ahead" not in str(got)
    assert revisions[0] != revisions[1]
    opened.store.close()


def revision(opened: Engine) -> object:
    with opened.store.read() as session:
        return opened.processes.revision(session)
