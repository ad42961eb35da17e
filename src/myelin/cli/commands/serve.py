"""`myelin serve`: serve this project's brain to an MCP client."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.cli.invocation import Invocation
    from myelin.config import Settings


def serve(invocation: Invocation) -> int:
    """Serve until the client leaves, and return the exit code."""
    from myelin.config import for_session

    return start(lambda: for_session(invocation.settings(), invocation.environment), invocation.cwd)


def start(settings: Callable[[], Settings], cwd: Path) -> int:
    """Serve on standard input and output; the settings are read when the first call comes."""
    from myelin.server import stdio

    return stdio.serve(settings, cwd)
