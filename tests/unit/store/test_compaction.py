"""A compaction folds the log into a new base, keeps the old file, and disturbs nobody."""

import dataclasses
import errno
import threading
import time

import pytest

from myelin.contract.errors import StorageReadOnly
from myelin.store import compaction
from myelin.store.posix import PosixIo
from myelin.testing.clock import ManualClock
from tests.crash.brain import contents, faults, make, open_brain, opened, remember, tables


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    return path


def test_a_compacted_brain_holds_the_same_in_a_file_without_a_log(path):
    with opened(path) as brain, opened(path) as other:
        for number in range(1, 40):
            remember(brain, number)
        before, position = tables(brain), brain.position
        assert brain.compact()
        assert tables(brain) == tables(other) == before
        assert brain.position == dataclasses.replace(position, epoch=2)
        assert path.stat().st_size == brain._epoch.header.log_offset
        assert faults(other) == []


def test_each_closed_epoch_stays_in_the_archive_and_opens(path):
    with opened(path) as brain:
        for number in range(1, 4):
            remember(brain, number)
            brain.compact()
    archive = path.with_name("brain.archive")
    assert [kept.name for kept in sorted(archive.iterdir())] == [
        f"e{epoch:08d}.myl" for epoch in (1, 2, 3)
    ]
    for number, kept in enumerate(sorted(archive.iterdir()), 1):
        with opened(kept, readonly=True) as old:
            assert contents(old) == (set(range(1, number + 1)), number)


def test_an_archive_is_a_copy_where_links_are_missing(path):
    class Linkless(PosixIo):
        def link(self, folder, name, to_folder, to_name):
            raise OSError(errno.EPERM, "no links here")

    with opened(path, Linkless()) as brain:
        remember(brain, 1)
        before = path.read_bytes()
        brain.compact()
    kept = path.with_name("brain.archive") / "e00000001.myl"
    assert kept.read_bytes() == before
    assert kept.stat().st_nlink == 1


def test_what_an_interrupted_compaction_left_is_cleared_by_the_next(path):
    class Interrupted(PosixIo):
        def rename(self, folder, old, new):
            raise KeyboardInterrupt

    with opened(path, Interrupted()) as brain:
        remember(brain, 1)
        with pytest.raises(KeyboardInterrupt):
            brain.compact()
        remember(brain, 2)
    path.with_name("brain.myl.new").write_bytes(b"left by a process that was killed")
    with opened(path) as brain:
        assert brain.compact()
        assert contents(brain) == ({1, 2}, 2)
    names = sorted(file.name for file in path.parent.iterdir())
    assert names == ["brain.archive", "brain.myl", "brain.myl.clock", "brain.myl.lock"]
    with opened(path.with_name("brain.archive") / "e00000001.myl", readonly=True) as old:
        assert contents(old) == ({1, 2}, 2)


def test_writes_and_touches_during_a_compaction_are_carried_over(path, monkeypatch):
    with opened(path) as brain, opened(path) as other:
        remember(brain, 1)
        whole = compaction.Compaction.write_base

        def write_slowly(self, fd):
            remember(other, 2)
            remember(brain, 3)
            with other.read() as session:
                session.touch([1, 2])
            whole(self, fd)
            remember(other, 4)

        monkeypatch.setattr(compaction.Compaction, "write_base", write_slowly)
        assert brain.compact()
        expected = tables(other)
        assert tables(brain) == expected
        assert contents(brain) == ({1, 2, 3, 4}, 4)
        assert [row[0] for row in expected["memory_use"]] == [1, 2]
        with opened(path) as fresh:
            assert tables(fresh) == expected
            assert fresh.position == brain.position == other.position


def test_two_compactions_do_not_happen_at_once(path, monkeypatch):
    with opened(path) as brain, opened(path) as other:
        remember(brain, 1)
        answers = []
        whole = compaction.Compaction.write_base

        def meanwhile(self, fd):
            answers.append(other.compact())
            whole(self, fd)

        monkeypatch.setattr(compaction.Compaction, "write_base", meanwhile)
        assert brain.compact()
        assert answers == [False]
        assert contents(other) == ({1}, 1)


def test_a_handle_that_may_only_read_does_not_compact(path):
    with opened(path, readonly=True) as brain:
        assert not brain.compaction_due()
        with pytest.raises(StorageReadOnly):
            brain.compact()


def test_two_hundred_transactions_make_a_compaction_due(path):
    with opened(path, clock=ManualClock()) as brain:
        with brain.write():
            """An empty block writes nothing."""
        for number in range(1, 199):
            remember(brain, number)
        assert not brain.compaction_due()
        remember(brain, 199)  # With the counter that the brain began with: 200.
        assert brain.compaction_due()
        brain.compact()
        assert not brain.compaction_due()


def test_a_long_log_makes_a_compaction_due(path):
    with opened(path, clock=ManualClock()) as brain:
        remember(brain, 1, "long " * 60_000)
        assert brain.compaction_due()
        brain.compact()
        assert not brain.compaction_due()


def test_many_touches_make_a_compaction_due_even_where_the_base_is_large(path):
    with opened(path, clock=ManualClock()) as brain:
        remember(brain, 1)
        brain._epoch.replay.touches = 4998
        for due in (False, True):
            with brain.read() as session:
                session.touch([1])
            assert brain.compaction_due() == due


def test_waiting_touches_are_written_by_closing(path):
    with opened(path) as brain:
        remember(brain, 1)
        with opened(path) as other:
            with brain.write(), other.read() as session:
                session.touch([1])
            assert other._pending
        with brain.read() as session:
            assert [row[0] for row in session.execute("SELECT id FROM memory_use")] == [1]


def test_no_more_than_a_bounded_number_of_touches_waits(path):
    with opened(path) as brain, opened(path) as other:
        remember(brain, 1)
        with brain.write():
            for _ in range(600):
                with other.read() as session:
                    session.touch([1])
        assert len(other._pending) == 512


def test_an_archived_epoch_is_never_overwritten_by_another_brain_of_the_same_name(path):
    with opened(path) as brain:
        remember(brain, 1)
        brain.compact()
    kept = path.with_name("brain.archive") / "e00000001.myl"
    before = kept.read_bytes()
    path.unlink()
    path.with_name("brain.myl.lock").unlink()
    make(path)
    with opened(path) as brain:
        remember(brain, 2)
        brain.compact()
    assert kept.read_bytes() == before
    others = list(kept.parent.glob("e00000001-*.myl"))
    assert len(others) == 1
    with opened(others[0], readonly=True) as old:
        assert contents(old) == ({2}, 1)


def test_closing_waits_for_a_compaction_to_end(path, monkeypatch):
    brain = open_brain(path)
    remember(brain, 1)
    begun = threading.Event()
    whole = compaction.Compaction.write_base

    def write_slowly(self, fd):
        begun.set()
        time.sleep(0.2)
        whole(self, fd)

    monkeypatch.setattr(compaction.Compaction, "write_base", write_slowly)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(brain.compact()))
    thread.start()
    begun.wait()
    brain.close()
    thread.join()
    assert answers == [True]
    with opened(path) as fresh:
        assert fresh.position.epoch == 2
        assert contents(fresh) == ({1}, 1)
