"""The processes of the crash tests: `python process.py ROLE PATH FIRST SECONDS`.

Each line that a writer prints is an acknowledgement, written after the call returned.
"""

import os
import sys
from pathlib import Path

from myelin.kernel.clock import SystemClock
from myelin.store import store as open_store
from myelin.store import thinning
from tests.crash.brain import contents, open_brain, remember

COMPACT_EVERY = 23
TOUCH_EVERY = 7


def say(text: str) -> None:
    os.write(1, text.encode() + b"\n")


def write(path: Path, first: int, seconds: float, compact_every: int) -> None:
    """Remember, touch and compact without end, or for that long."""
    clock = SystemClock()
    brain = open_brain(path)
    say("ready")
    end_s = clock.monotonic_s() + seconds
    number = first
    while clock.monotonic_s() < end_s:
        remember(brain, number)
        say(str(number))
        number += 1
        if number % TOUCH_EVERY == 0:
            with brain.read() as session:
                session.touch([number - 1, number - 2])
        if number % compact_every == 0:
            brain.compact()
    brain.close()


def read(path: Path, seconds: float) -> None:
    """Read over and over; say how often, and whether anything ever went backwards."""
    clock = SystemClock()
    brain = open_brain(path)
    say("ready")
    end_s = clock.monotonic_s() + seconds
    reads, before = 0, (0, 0)
    while clock.monotonic_s() < end_s:
        ids, counter = contents(brain)
        if counter != len(ids) or (counter, len(ids)) < before:
            say("backwards")
        before = (counter, len(ids))
        reads += 1
    say(f"reads {reads}")
    brain.close()


def merge_early() -> None:
    """Keep two bases and three logs, so that nearly every compaction merges."""
    few = thinning.Policy(newest=2, days=0, weeks=0, months=0, logs=3)
    thinning.thin.__defaults__ = (few,)
    open_store.FEW_FILES = 2


if __name__ == "__main__":
    role, path, first, seconds = sys.argv[1:5]
    if role == "read":
        read(Path(path), float(seconds))
    else:
        if role == "merge":
            merge_early()
        every = {"compact": 1, "merge": 2}.get(role, COMPACT_EVERY)
        write(Path(path), int(first), float(seconds), every)
