"""The processes of the crash tests: `python process.py ROLE PATH FIRST SECONDS`.

Each line that a writer prints is an acknowledgement, written after the call returned.
"""

import os
import sys
from pathlib import Path

from myelin.kernel.clock import SystemClock
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


if __name__ == "__main__":
    role, path, first, seconds = sys.argv[1:5]
    if role == "read":
        read(Path(path), float(seconds))
    else:
        every = 1 if role == "compact" else COMPACT_EVERY
        write(Path(path), int(first), float(seconds), every)
