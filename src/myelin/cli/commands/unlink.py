"""`myelin unlink`: withdraw a link."""

from myelin.cli import terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation


def unlink(invocation: Invocation, *, from_: str, to: str, type: str) -> int:
    """Withdraw one link and print it."""
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    terminal.refuse_agents(invocation.environment)
    with invocation.engine() as engine:
        arguments = {"from": from_, "to": to, "type": type}
        result = dispatch.call(engine, OPERATIONS["unlink"], arguments)
    link = result["link"]
    text = f"{link['from']} {link['type']} {link['to']} is withdrawn"
    invocation.console.result(result, Lines([text]))
    return 0
