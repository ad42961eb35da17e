"""Engines on real brains in a temporary folder, and the call that goes through dispatch."""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from myelin import assembly
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import Caller
from myelin.kernel.clock import Clock
from myelin.kernel.decision import Decision
from myelin.kernel.machine import Machine
from myelin.surface.operations import OPERATIONS
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock

NAME = "test"
ROOT_BYTES = 32
DECIDED = Decision("person", "test")
"""What the owner's operations are given in tests, where nobody is asked."""


@dataclass(slots=True)
class TemporaryBrain:
    """A brain in a temporary folder."""

    path: Path
    root: bytes
    clock: Clock
    chance: SeededChance

    def open(
        self,
        *,
        audience: Audience = Audience.LOCAL,
        origin: Origin = Origin.HOST,
        readonly: bool = False,
        dense: bool = False,
    ) -> Engine:
        """Return another engine on this brain; the test closes its store."""
        return assembly.open(
            self.path,
            keys.local_key(self.root),
            name=NAME,
            caller=Caller(audience, origin),
            machine=Machine(self.clock, self.chance),
            secret_keys=(self.root,),
            readonly=readonly,
            dense=dense,
        )


@contextlib.contextmanager
def temporary_brain(
    *,
    clock: Clock | None = None,
    seed: str = "myelin",
    default_sensitivity: str = "normal",
) -> Iterator[TemporaryBrain]:
    """Make an empty brain in a temporary folder and remove both at the end."""
    clock = clock or ManualClock()
    chance = SeededChance(seed)
    with tempfile.TemporaryDirectory(prefix="myelin-test-") as folder:
        path = Path(folder) / f"{NAME}.myl"
        root = chance(ROOT_BYTES)
        assembly.create(
            path,
            keys.local_key(root),
            name=NAME,
            default_sensitivity=default_sensitivity,
            machine=Machine(clock, chance),
        )
        yield TemporaryBrain(path, root, clock, chance)


@contextlib.contextmanager
def temporary_engine(
    *,
    clock: Clock | None = None,
    seed: str = "myelin",
    audience: Audience = Audience.LOCAL,
    origin: Origin = Origin.HOST,
    default_sensitivity: str = "normal",
) -> Iterator[Engine]:
    """Open an engine on a new, empty brain and close and remove both at the end."""
    with temporary_brain(clock=clock, seed=seed, default_sensitivity=default_sensitivity) as brain:
        engine = brain.open(audience=audience, origin=origin)
        try:
            yield engine
        finally:
            engine.store.close()


def call(engine: Engine, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the result of a tool; `class_` and `from_` stand for `class` and `from`.

    A call of the owner's counts as decided by a person.
    """
    given = {name.removesuffix("_"): value for name, value in arguments.items()}
    decision = DECIDED if engine.caller.origin is Origin.OWNER else None
    return dispatch.call(engine, OPERATIONS[tool], given, decision=decision)


def run(engine: Engine, operation: str, *arguments: Any) -> dict[str, Any]:
    """Return the result of an owner's operation on memories (`core_add`, `archive`)."""
    method = getattr(engine.memory, operation)
    return dispatch.run(
        engine, "write", lambda session: method(session, *arguments), decision=DECIDED
    )
