"""`myelin version`: the version of the program."""

from importlib import metadata

from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation


def version(invocation: Invocation) -> int:
    """Print the version."""
    number = metadata.version("myelin-brain")
    invocation.console.result({"version": number}, Lines([f"myelin {number}"]))
    return 0
