"""`myelin remember`: save one memory."""

from typing import Any

from myelin.cli.invocation import STANDARD_INPUT, Invocation, standard_input
from myelin.cli.render import memory


def remember(invocation: Invocation, *, content: str, links: list[str], **given: Any) -> int:
    """Save one memory and print it."""
    text = standard_input("remember").removesuffix("\n") if content == STANDARD_INPUT else content
    pairs = [link.partition(":") for link in links]
    arguments = {
        "content": text,
        "links": [{"type": kind, "to": to} for kind, _, to in pairs],
        **given,
    }
    now_ms = invocation.machine.clock.now_ms
    return invocation.print_call(
        "remember", arguments, lambda result: memory.remembered(result, now_ms())
    )
