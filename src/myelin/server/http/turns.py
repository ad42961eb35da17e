"""Stage: a thread for what waits, so that one slow brain never holds up another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import TypeVar

import anyio
from anyio import CapacityLimiter, to_thread

from myelin.contract.errors import BrainBusy

T = TypeVar("T")
THREADS = 32
THREADS_OF_A_BRAIN = 4
WRITERS_OF_A_BRAIN = 1
WAIT_S = 5.0
KNOWN_BRAINS_MAX = 1000
"""Of more names than that, those of brains that nobody uses are forgotten."""


class Turns:
    """Threads of a server: so many in all, so many for each brain, one of them for writes."""

    def __init__(self) -> None:
        self._all = CapacityLimiter(THREADS)
        self._brains: dict[str, tuple[CapacityLimiter, CapacityLimiter]] = {}

    async def run(self, brain: str, run: Callable[[], T], *, writes: bool) -> T:
        """Return what a function returns in a thread. A call that began is always awaited.

        Raises:
            BrainBusy: no thread was free for five seconds.
        """
        if brain not in self._brains:
            if len(self._brains) >= KNOWN_BRAINS_MAX:
                for known in list(self._brains):
                    self.forget(known)
            limiters = CapacityLimiter(THREADS_OF_A_BRAIN), CapacityLimiter(WRITERS_OF_A_BRAIN)
            self._brains[brain] = limiters
        of_brain, of_writers = self._brains[brain]
        async with AsyncExitStack() as stack:
            try:
                with anyio.fail_after(WAIT_S):
                    if writes:
                        await stack.enter_async_context(of_writers)
                    await stack.enter_async_context(of_brain)
                    await stack.enter_async_context(self._all)
            except TimeoutError:
                raise BrainBusy(holder="other requests wait for this brain") from None
            # The turn is taken already; this limiter only keeps the package's own one out of it.
            return await to_thread.run_sync(partial(run), limiter=CapacityLimiter(1))

    def forget(self, brain: str) -> None:
        """Forget a brain that nobody uses."""
        limiters = self._brains.get(brain)
        if limiters is not None and not any(one.borrowed_tokens for one in limiters):
            del self._brains[brain]
