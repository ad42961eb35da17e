"""The brains that a server has open: one image each, shared by all requests that may see it."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from myelin.brains.shared import SharedBrain
from myelin.contract.errors import BrainBusy
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import Caller
from myelin.kernel.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

    from myelin.control import RegisteredBrain
    from myelin.engine.engine import Engine

OPEN_OF_A_TENANT = 8
_CALLER = Caller(Audience.REMOTE, Origin.HOST)
_log = logging.getLogger("myelin.server")


@dataclass(slots=True)
class _Open:
    brain: SharedBrain
    tenant: str
    users: int = 0
    closing: bool = False


class OpenBrains:
    """Open brains by place. The one that was used last is the last one to be closed."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._guard = threading.Lock()
        self._open: OrderedDict[str, _Open] = OrderedDict()

    @contextmanager
    def using(self, brain: RegisteredBrain, key: bytes) -> Iterator[SharedBrain]:
        """Give the open brain for the block; the first use opens it with a key that is right.

        Raises:
            BrainBusy: the tenant has as many brains open as it may, and all are in use.
        """
        entry, surplus = self._enter(brain, key)
        for one in surplus:
            one.close()
        try:
            yield entry.brain
        finally:
            with self._guard:
                entry.users -= 1
                is_over = entry.closing and entry.users == 0
            if is_over:
                entry.brain.close()

    def close(self, place: str) -> None:
        """Close a brain: now, or when the requests that use it are over."""
        with self._guard:
            entry = self._open.pop(place, None)
            if entry is None:
                return
            entry.closing = True
            is_over = entry.users == 0
        if is_over:
            entry.brain.close()

    def close_all(self) -> None:
        """Close every brain."""
        with self._guard:
            places = list(self._open)
        for place in places:
            self.close(place)

    def __len__(self) -> int:
        return len(self._open)

    def _enter(self, brain: RegisteredBrain, key: bytes) -> tuple[_Open, list[SharedBrain]]:
        surplus: list[SharedBrain] = []
        with self._guard:
            entry = self._open.get(brain.place)
            if entry is None:
                surplus = self._make_room(brain.tenant)
                entry = self._open[brain.place] = _Open(self._shared(brain, key), brain.tenant)
            self._open.move_to_end(brain.place)
            entry.users += 1
        return entry, surplus

    def _make_room(self, tenant: str) -> list[SharedBrain]:
        held = [place for place, one in self._open.items() if one.tenant == tenant]
        surplus = len(held) - OPEN_OF_A_TENANT + 1
        idle = [place for place in held if self._open[place].users == 0]
        if surplus > len(idle):
            raise BrainBusy(holder="other brains of this tenant are in use")
        return [self._open.pop(place).brain for place in idle[: max(0, surplus)]]

    def _shared(self, brain: RegisteredBrain, key: bytes) -> SharedBrain:
        path, name, machine = brain.path, brain.name, self._machine
        assert path is not None
        # The key lives in the closure only until the brain is closed.
        return SharedBrain(lambda: _opened(path, key, name, machine))


def _opened(path: Path, key: bytes, name: str, machine: Machine) -> Engine:
    from myelin import assembly

    return assembly.open(
        path, key, name=name, caller=_CALLER, machine=machine, secret_keys=(key,), replica=True
    )
