"""When a compaction is due: what its own work resets, decided under the lock, under traffic too."""

import dataclasses
import errno

import pytest

from myelin.store import compaction
from myelin.store.posix import PosixIo
from myelin.store.store import Store
from myelin.testing.clock import ManualClock
from tests.crash.brain import SCHEMA, Words, contents, make, opened, remember


class SlowClock(ManualClock):
    """A clock by which everything takes long, as on a slow disk."""

    def monotonic_s(self) -> float:
        self.advance(100)
        return super().monotonic_s()


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    return path


def epoch_of(brain: Store) -> int:
    with brain.read():
        return brain.position.epoch


def test_a_slow_disk_alone_makes_no_compaction_due(path):
    with opened(path, clock=SlowClock(), lock_wait_s=1000.0) as brain:
        for number in range(1, 4):
            remember(brain, number)
            assert not brain.compaction_due()
        for _ in range(5):
            assert not brain.compact_if_due()
        assert epoch_of(brain) == 1


def test_handles_that_close_one_after_another_make_no_epochs(path):
    for number in range(1, 6):
        with opened(path, clock=SlowClock(), lock_wait_s=1000.0) as brain:
            remember(brain, number)
            brain.compact_if_due()
    with opened(path) as brain:
        assert epoch_of(brain) == 1


def test_it_is_decided_again_under_the_lock(path):
    with opened(path) as brain, opened(path) as other:
        remember(brain, 1, "long " * 60_000)
        contents(other)
        assert brain.compaction_due()
        assert other.compaction_due()
        assert other.compact_if_due()
        # This handle has not read on, and still takes the compaction for due.
        assert brain.compaction_due()
        assert not brain.compact_if_due()
        assert epoch_of(brain) == 2
        assert not brain.compaction_due()


def test_unbroken_writing_compacts_without_an_idle_moment(path):
    with opened(path) as brain:
        for number in range(1, 1000):
            remember(brain, number)
        assert epoch_of(brain) > 1
        assert contents(brain)[1] == 999
        log_bytes = brain._epoch.tail.offset - brain._epoch.header.log_offset
        assert not compaction.is_due(brain._epoch, times=5)
        assert log_bytes < 5 * 256 * 1024


def test_unbroken_recalls_compact_too(path, monkeypatch):
    monkeypatch.setattr(compaction, "_DUE_TOUCHES", 10)
    with opened(path) as brain:
        remember(brain, 1)
        for _ in range(50):
            with brain.read() as session:
                session.touch([1])
        assert epoch_of(brain) > 1


def test_a_disk_that_takes_no_new_file_is_not_asked_at_every_write(path, monkeypatch):
    monkeypatch.setattr(compaction, "_DUE_TRANSACTIONS_MIN", 5)

    class Full(PosixIo):
        asked = 0

        def open(self, folder, name, **how):
            if name.endswith(".new"):
                Full.asked += 1
                raise OSError(errno.ENOSPC, "full")
            return super().open(folder, name, **how)

    with opened(path, Full()) as brain:
        for number in range(1, 200):
            remember(brain, number)
        assert contents(brain)[1] == 199
    assert 1 <= Full.asked <= 6


def test_an_archive_that_cannot_be_used_costs_no_new_base(path, monkeypatch):
    path.with_name("brain.archive").write_text("mine")
    monkeypatch.setattr(compaction, "_DUE_TRANSACTIONS_MIN", 5)
    written = []
    monkeypatch.setattr(compaction.Compaction, "write_base", lambda *_: written.append(1))
    with opened(path) as brain:
        for number in range(1, 60):
            remember(brain, number)
        assert contents(brain)[1] == 59
    assert written == []


def test_two_versions_of_the_derived_tables_do_not_compact_in_turns(path):
    class Later(Words):
        version = 2

    later = dataclasses.replace(SCHEMA, derivations=(Later(),))
    with opened(path) as brain, opened(path, schema=later) as newer:
        made = 0
        for _ in range(6):
            for handle in (newer, brain):
                contents(handle)
                made += handle.compact_if_due()
    assert made <= 2
