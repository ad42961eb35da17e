"""The machine of a process as one value: its clock, random bytes and disk."""

import os
from dataclasses import dataclass

from myelin.kernel.clock import Clock, SystemClock
from myelin.kernel.ids import Chance
from myelin.kernel.io import Io


@dataclass(frozen=True, slots=True)
class Machine:
    """The clock, source of random bytes and disk of a process; tests pass their own."""

    clock: Clock
    chance: Chance
    io: Io | None = None
    """The disk; None stands for the system's."""


SYSTEM = Machine(SystemClock(), os.urandom)
