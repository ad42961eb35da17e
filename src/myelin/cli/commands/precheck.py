"""`myelin precheck`: say which known risks an action runs."""

from myelin.cli import failures
from myelin.cli.invocation import STANDARD_INPUT, Invocation, standard_input
from myelin.cli.render import registry


def precheck(invocation: Invocation, *, action: str, standard: str | None) -> int:
    """Print the level of an action and its risks; return 4 when there is one."""
    text = standard_input("precheck") if action == STANDARD_INPUT else action
    result = invocation.call("precheck", {"action": text, "standard": standard})
    invocation.console.result(result, *registry.prechecked(result))
    return failures.EXIT_FINDINGS if result["matches"] else 0
