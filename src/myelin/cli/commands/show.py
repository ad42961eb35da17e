"""`myelin show`: one memory, its history, its links and its trust."""

from myelin.cli.invocation import Invocation
from myelin.cli.render import memory


def show(invocation: Invocation, *, id: str, no_history: bool) -> int:
    """Print one memory."""
    arguments = {"id": id, "history": not no_history}
    now_ms = invocation.machine.clock.now_ms
    return invocation.print_call(
        "get_memory", arguments, lambda result: memory.shown(result, now_ms())
    )
