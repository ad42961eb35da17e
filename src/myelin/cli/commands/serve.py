"""`myelin serve`: serve this project's brain to an MCP client."""

from myelin.cli.invocation import Invocation


def serve(invocation: Invocation) -> int:
    """Serve until the client leaves, and return the exit code."""
    from myelin.server import stdio

    return stdio.serve(invocation.settings, invocation.cwd)
