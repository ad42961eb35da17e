"""The machine of a process as one value: its clock, random bytes and disk."""

import os
from dataclasses import dataclass

from myelin.kernel.clock import Clock, SystemClock
from myelin.kernel.ids import Chance
from myelin.kernel.io import Io
from myelin.kernel.progress import Progress, silent


@dataclass(frozen=True, slots=True)
class Machine:
    """The clock, source of random bytes and disk of a process; tests pass their own."""

    clock: Clock
    chance: Chance
    io: Io | None = None
    """The disk; None stands for the system's."""
    progress: Progress = silent
    """Is told how far long work is; a command shows it at a terminal."""


SYSTEM = Machine(SystemClock(), os.urandom)
