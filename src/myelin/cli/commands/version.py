"""`myelin version`: the version of the program."""

from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.contract.version import VERSION


def version(invocation: Invocation) -> int:
    """Print the version."""
    invocation.console.result({"version": VERSION}, Lines([f"myelin {VERSION}"]))
    return 0
