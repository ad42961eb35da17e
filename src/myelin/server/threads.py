"""Work that waits for a disk or a lock, in a thread of its own."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio.to_thread

Result = TypeVar("Result")


async def in_thread(work: Callable[..., Result], *arguments: object) -> Result:
    """Return what the work returns; once begun it ends, even where its call is cancelled."""
    # A cancelled call is not abandoned: a write that has begun ends, committed or refused.
    return await anyio.to_thread.run_sync(partial(work, *arguments), abandon_on_cancel=False)
