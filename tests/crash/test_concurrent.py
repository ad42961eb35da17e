"""Processes, threads and forks share one brain, and each sees every acknowledged write."""

import os
import threading

import pytest

from myelin.contract.errors import BrainBusy
from tests.crash.brain import INSERT, LONG, contents, faults, make, open_brain, opened, remember
from tests.crash.test_kill import A_RUN, start

SECONDS = 20 if LONG else 3


def test_two_writers_and_two_readers_in_processes_lose_nothing_and_see_no_step_back(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    writers = [start("write", path, number * A_RUN + 1, SECONDS) for number in range(2)]
    readers = [start("read", path, 0, SECONDS) for _ in range(2)]
    acknowledged: set[int] = set()
    for writer in writers:
        lines, _ = writer.communicate()
        assert writer.returncode == 0
        acknowledged |= {int(line) for line in lines.split()}
    for reader in readers:
        lines, _ = reader.communicate()
        assert reader.returncode == 0
        assert lines.startswith(b"reads ")
        assert int(lines.split()[1]) > 0
    with opened(path) as brain:
        assert contents(brain) == (acknowledged, len(acknowledged))
        assert faults(brain) == []
    assert len(acknowledged) > 100


def test_threads_of_one_handle_take_turns(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:

        def work(first: int) -> None:
            for number in range(first, first + 25):
                remember(brain, number)
                contents(brain)

        threads = [threading.Thread(target=work, args=(first,)) for first in (100, 200, 300, 400)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ids, counter = contents(brain)
        assert len(ids) == counter == 100


def test_while_a_write_waits_for_another_process_the_other_threads_read_on(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain, opened(path) as other:
        remember(brain, 1)
        with other.write() as session:
            session.execute(INSERT, (2, "slowly w2", session.now_ms))
            waiting = threading.Thread(target=remember, args=(brain, 3))
            waiting.start()
            for _ in range(50):
                assert contents(brain) == ({1}, 1)
            assert waiting.is_alive()
        waiting.join()
        assert contents(other)[0] == {1, 2, 3}


def test_a_forked_child_opens_the_brain_for_itself(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        remember(brain, 1)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                remember(brain, 2)
                brain.compact()
                remember(brain, 3)
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        remember(brain, 4)
        assert contents(brain) == ({1, 2, 3, 4}, 4)


def test_a_child_that_closes_the_handle_takes_nothing_from_its_parent(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain, brain.write() as session:
        session.execute(INSERT, (1, "written by the parent w1", session.now_ms))
        child = os.fork()
        if child == 0:
            status = 1
            try:
                brain.close()
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    with opened(path) as brain:
        assert contents(brain)[0] == {1}


def test_a_fork_in_the_middle_of_a_write_does_not_give_the_lock_away(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        with brain.write() as session:
            session.execute(INSERT, (1, "written by the parent w1", session.now_ms))
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    brain._wait_s = 0.05
                    contents(brain)
                    with pytest.raises(BrainBusy):
                        remember(brain, 2)
                    status = 0
                finally:
                    os._exit(status)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0
        assert contents(brain)[0] == {1}


def test_a_reader_never_waits_for_a_writer_in_another_process_and_its_touch_comes_later(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as writer, opened(path) as reader:
        remember(writer, 1)
        with writer.write() as session:
            session.execute(INSERT, (2, "not yet there w2", session.now_ms))
            assert contents(reader) == ({1}, 1)
            with reader.read() as reading:
                reading.touch([1])
            with reader.read() as reading:
                assert list(reading.execute("SELECT * FROM memory_use")) == []
        with reader.read() as reading:
            reading.touch([2])
        with writer.read() as reading:
            used = {row_id for (row_id,) in reading.execute("SELECT id FROM memory_use")}
        assert used == {1, 2}


def test_a_lock_that_is_not_given_back_in_time_is_named(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as one:
        other = open_brain(path)
        other._wait_s = 0.02
        with one.write(), pytest.raises(BrainBusy), other.write():
            pass
        other.close()


def test_blocks_do_not_nest(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain, brain.read(), pytest.raises(RuntimeError), brain.write():
        pass


def test_a_session_is_of_no_use_after_its_block(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        with brain.read() as session:
            pass
        with pytest.raises(RuntimeError):
            session.execute("SELECT 1")
