"""`myelin precheck`: say which known risks an action runs."""

from myelin.cli import failures
from myelin.cli.invocation import Invocation
from myelin.cli.render import registry


def precheck(invocation: Invocation, *, action: str, standard: str | None) -> int:
    """Print the level of an action and its risks; return 4 when there is one."""
    result = invocation.call("precheck", {"action": action, "standard": standard})
    invocation.console.result(result, *registry.prechecked(result))
    return failures.EXIT_FINDINGS if result["matches"] else 0
