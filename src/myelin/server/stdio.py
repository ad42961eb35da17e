"""`myelin serve`: the MCP server on standard input and output, for one client."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from myelin.server import descriptors

if TYPE_CHECKING:
    from myelin.config import Settings
    from myelin.engine.engine import Engine
    from myelin.server.connection import Connection

# After this time the process ends at once. A write that is interrupted is complete or absent.
_LEAVE_S = 1.5


def serve(settings: Callable[[], Settings], cwd: Path) -> int:
    """Serve one client until it leaves, and return the exit code.

    The settings are read when the first call needs the brain: even with ones that cannot be
    read a client gets its handshake, and then the error of each call.
    """
    parent_id = os.getppid()
    # Before any other import, so that nothing that a library prints reaches the client.
    wire = descriptors.claim()
    from myelin.brains.daily import DailyBackup
    from myelin.brains.shared import SharedBrain
    from myelin.server import answers, logs, streams
    from myelin.server.changes import WatchedBrain
    from myelin.server.connection import Connection
    from myelin.server.requests import Requests

    logs.configure(sys.stderr)
    brain = SharedBrain(lambda: _open(settings, cwd), DailyBackup(settings, cwd).look)
    watched = WatchedBrain(brain, lambda: connection.notify(streams.PROMPTS))
    table = {**answers.table(notifies=True), streams.LISTEN: streams.ROW}

    def when_idle() -> None:
        brain.fill_in_vectors()
        brain.compact_if_due()
        if brain.is_open:
            watched.look()

    def when_leaving() -> None:
        brain.leave()
        end_in_time()

    connection = Connection(
        wire, parent_id, Requests(table, watched), when_idle=when_idle, when_leaving=when_leaving
    )
    leave_on_signals(connection)
    try:
        connection.serve()
        # The client is gone. The deadline may end the process during this.
        brain.compact_if_due()
    finally:
        brain.close()
    return 0


def end_in_time() -> None:
    """Make the process end in time, whatever a call, a full pipe or a compaction waits for."""
    deadline = threading.Timer(_LEAVE_S, os._exit, args=(0,))
    deadline.daemon = True
    deadline.start()


def leave_on_signals(connection: Connection) -> None:
    """Make the signals that ask a process to end ask the connection to leave."""
    if sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: connection.leave())


def _open(settings: Callable[[], Settings], cwd: Path) -> Engine:
    import logging
    from dataclasses import replace

    from myelin.brains.brain import find
    from myelin.kernel.caller import LOCAL_HOST

    warn = logging.getLogger("myelin.server").warning
    return replace(find(settings(), cwd), notify=warn).open(LOCAL_HOST)
