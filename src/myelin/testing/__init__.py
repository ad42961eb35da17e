"""What tests hold the engine with: a clock moved by hand, seeded chance, brains that vanish."""

from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock
from myelin.testing.engines import (
    TemporaryBrain,
    call,
    run,
    temporary_brain,
    temporary_engine,
)
from myelin.testing.fixtures import FIXTURES, resolve

__all__ = [
    "FIXTURES",
    "ManualClock",
    "SeededChance",
    "TemporaryBrain",
    "call",
    "resolve",
    "run",
    "temporary_brain",
    "temporary_engine",
]
