"""Processes that compact and merge without end are killed at any instant: no state is lost."""

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.crash.brain import LONG, contents, faults, make, opened
from tests.crash.test_inspection import inspect
from tests.crash.test_past import past

KILLS = 150 if LONG else 8
ROOT = Path(__file__).parents[2]
EVERY_STATE_AFTER = 5
"""After so many kills the states of the whole history are looked at."""


def killed(path: Path, first: int, after_s: float) -> list[int]:
    """Run a process that writes, compacts and merges; kill it and return what it acknowledged."""
    command = [sys.executable, "-m", "tests.crash.process", "merge", str(path), str(first), "60"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    said = process.stdout.read().split(b"\n")[:-1]
    process.wait()
    return [int(line) for line in said]


def test_a_kill_during_compaction_and_merging_loses_no_acknowledged_write_and_no_state(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    chance = random.Random(31)
    acknowledged: set[int] = set()
    counted = 0
    for kill in range(1, KILLS + 1):
        told = killed(path, kill * 100_000, chance.uniform(0.02, 0.5))
        acknowledged |= set(told)
        counted += bool(told)
        with opened(path) as brain:
            ids, counter = contents(brain)
            assert acknowledged <= ids
            assert counter == len(ids)
            assert faults(brain) == []
        assert set(inspect(path)) <= {"stray_file"}
        if kill % EVERY_STATE_AFTER == 0:
            every_state_is_there(path, chance)
    assert counted > KILLS // 2
    every_state_is_there(path, chance)
    # What the killed left behind is tidied by those who come after; the history stays short.
    assert len(list((tmp_path / "brain.archive").glob("e*.myl"))) < 40


def every_state_is_there(path: Path, chance: random.Random) -> None:
    with past(path) as history:
        points = [event.seq for event in history.points()]
        assert not history.left_out
        assert history.overview().states == len(points)
        last = points[-1]
        # Touches make no restore point of their own, every other record does.
        seen = {event.seq for event in history.events()}
        assert seen == set(range(last + 1)) | {seq for seq in seen if seq > last}
        # The first state is that before the counter was written.
        for seq in chance.sample(points[1:], 3):
            copy = path.with_name("copy.myl")
            history.restore_to(seq, copy)
            with opened(copy) as brain:
                ids, counter = contents(brain)
                assert counter == len(ids)
                assert brain.check() == []
            copy.unlink()
            for rest in path.parent.glob("copy.*"):
                shutil.rmtree(rest) if rest.is_dir() else rest.unlink()
