"""Runs one operation on a server's records again and again, each time killed one effect later.

`python -m tests.crash.server_process BASE TARGET`: BASE/call.json says what to run on copies of
BASE/server. It makes TARGET/0, TARGET/1, … and prints how many there are; the last one was not
killed. An effect is a call that changes the disk, or a step of a transaction that writes.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from myelin.control import Control, calls
from myelin.control.rows import Rows
from myelin.kernel.machine import Machine
from myelin.store.io import system_io
from myelin.surface.operations import OPERATIONS
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock

EFFECTS = {"truncate", "fsync", "fsync_folder", "rename", "link", "unlink"}
TIMES_MAX = 200


@dataclass
class Countdown:
    """Kills this process when the given number of effects was done."""

    left: int

    def step(self) -> None:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


class KilledIo:
    """The disk; a write that is killed writes its first half."""

    def __init__(self, countdown: Countdown) -> None:
        self._real = system_io()
        self._countdown = countdown

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._real, name)
        if name not in EFFECTS:
            return real

        def counted(*args: Any, **kwargs: Any) -> Any:
            self._countdown.step()
            return real(*args, **kwargs)

        return counted

    def open(self, folder: int, name: str, **how: Any) -> int:
        if how.get("create"):
            self._countdown.step()
        return self._real.open(folder, name, **how)

    def pwrite(self, fd: int, data: bytes, offset: int) -> None:
        if self._countdown.left == 0:
            self._real.pwrite(fd, data[: len(data) // 2], offset)
        self._countdown.step()
        self._real.pwrite(fd, data, offset)


def count_transactions(control: Control, countdown: Countdown) -> None:
    """Let each write transaction be killed before it, before its commit and after it."""
    store: Any = control.store
    real = store.writing

    @contextmanager
    def writing(**how: Any) -> Iterator[Rows]:
        countdown.step()
        with real(**how) as rows:
            yield rows
            countdown.step()
        countdown.step()

    store.writing = writing


def run(folder: Path, call: dict[str, Any], after: int) -> None:
    """Run the operation on a folder and die after so many effects."""
    countdown = Countdown(1 << 30)
    io: Any = KilledIo(countdown)
    control = Control(folder, Machine(ManualClock(), SeededChance("killed"), io))
    who = control.authenticate(call["secret"])
    count_transactions(control, countdown)
    countdown.left = after
    calls.call(control, who, OPERATIONS[call["operation"]], call["arguments"])
    countdown.left = 1 << 30
    control.close()


def main(base: Path, target: Path) -> None:
    call = json.loads((base / "call.json").read_text("utf-8"))
    for after in range(TIMES_MAX):
        folder = target / str(after)
        shutil.copytree(base / "server", folder)
        child = os.fork()
        if child == 0:
            run(folder, call, after)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) == 0:
            print(after + 1)
            return
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, status
    raise AssertionError("the operation never ended")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
