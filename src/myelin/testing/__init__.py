"""Helpers for tests: a manual clock, seeded random bytes, engines on temporary brains."""

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
