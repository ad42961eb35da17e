"""A writing process is killed at a random moment, inside compactions too; nothing said is lost."""

import random
import signal
import subprocess
import sys
import time

from tests.crash.brain import LONG, contents, faults, make, opened

KILLS = 100 if LONG else 8
A_RUN = 100_000


def start(role: str, path, first: int, seconds: float) -> subprocess.Popen:
    """Start a process of the crash tests and wait until it has opened the brain."""
    command = [sys.executable, "-m", "tests.crash.process", role, str(path), str(first)]
    process = subprocess.Popen([*command, str(seconds)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    return process


def test_a_writer_that_does_nothing_but_compact_is_killed_and_the_brain_opens(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    chance = random.Random(11)
    acknowledged: set[int] = set()
    for kill in range(KILLS // 2):
        writer = start("compact", path, kill * A_RUN + 1, 60)
        time.sleep(0.005 + chance.random() * 0.1)
        writer.send_signal(signal.SIGKILL)
        lines, _ = writer.communicate()
        acknowledged |= {int(line) for line in lines.split(b"\n")[:-1]}
        with opened(path) as brain:
            ids, counter = contents(brain)
            assert acknowledged <= ids
            assert counter == len(ids)
            assert faults(brain) == []
            assert brain.compact()
    assert not path.with_name("brain.myl.new").exists()


def test_a_killed_writer_loses_no_memory_that_it_acknowledged(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    chance = random.Random(7)
    acknowledged: set[int] = set()
    for kill in range(KILLS):
        writer = start("write", path, kill * A_RUN + 1, 60)
        time.sleep(0.005 + chance.random() * 0.3)
        writer.send_signal(signal.SIGKILL)
        lines, _ = writer.communicate()
        # The last line may be torn; it was then not said.
        acknowledged |= {int(line) for line in lines.split(b"\n")[:-1]}
        with opened(path) as brain:
            ids, counter = contents(brain)
            assert acknowledged <= ids
            assert counter == len(ids)
            assert len(ids) - len(acknowledged) <= kill + 1
            assert faults(brain) == []
    assert len(acknowledged) > KILLS
    assert list((tmp_path / "brain.archive").glob("e*.myl"))
