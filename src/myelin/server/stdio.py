"""`myelin serve`: the MCP server on standard input and output, for one client."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from myelin.server import descriptors

if TYPE_CHECKING:
    from myelin.config import Settings
    from myelin.engine.engine import Engine


def serve(settings: Callable[[], Settings], cwd: Path) -> int:
    """Serve one client until it leaves, and return the exit code.

    The settings are read when the first call needs the brain: even with ones that cannot be
    read a client gets its handshake, and then the error of each call.
    """
    parent_id = os.getppid()
    # Before any other import, so that nothing that a library prints reaches the client.
    wire = descriptors.claim()
    # Loading the MCP package creates hundreds of thousands of objects and no garbage. Collecting
    # during that time would take a tenth of the start.
    gc.disable()
    import anyio

    from myelin.brains.daily import DailyBackup
    from myelin.brains.shared import SharedBrain
    from myelin.server import logs, mcp
    from myelin.server.connection import Connection
    from myelin.server.prompts import Changes
    from myelin.server.threads import in_thread

    logs.configure(sys.stderr)
    brain = SharedBrain(lambda: _open(settings, cwd), DailyBackup(settings, cwd).look)
    changes = Changes(brain.revision)
    server = mcp.build(brain, changes=changes)
    gc.freeze()
    gc.enable()

    async def when_idle() -> None:
        await in_thread(brain.fill_in_vectors)
        await in_thread(brain.compact_if_due)
        if brain.is_open:
            await changes.look()

    def leave() -> None:
        brain.leave()
        changes.listen.close()

    async def run() -> None:
        connection = Connection(wire, parent_id, when_idle=when_idle, when_leaving=leave)
        await connection.serve(server)

    try:
        anyio.run(run)
        # The client is gone. The connection's deadline may end the process during this.
        brain.compact_if_due()
    finally:
        brain.close()
    return 0


def _open(settings: Callable[[], Settings], cwd: Path) -> Engine:
    import logging
    from dataclasses import replace

    from myelin.brains.brain import find
    from myelin.kernel.caller import LOCAL_HOST

    warn = logging.getLogger("myelin.server").warning
    return replace(find(settings(), cwd), notify=warn).open(LOCAL_HOST)
