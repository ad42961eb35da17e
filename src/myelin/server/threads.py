"""Blocking work (disk, locks) in worker threads."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio.to_thread

Result = TypeVar("Result")


async def in_thread(work: Callable[..., Result], *arguments: object) -> Result:
    """Run work in a thread and return its result; a cancelled call does not stop it."""
    # A write that has begun must end, committed or refused.
    return await anyio.to_thread.run_sync(partial(work, *arguments), abandon_on_cancel=False)
