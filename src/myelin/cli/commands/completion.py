"""`myelin completion`: a shell's completion of commands and their values."""

from importlib import resources

from myelin.cli.completion import SHELLS
from myelin.cli.invocation import Invocation, argument_invalid


def completion(invocation: Invocation, *, shell: str) -> int:
    """Print the script that a shell reads, and return 0.

    Raises:
        ArgumentInvalid: there is no script for that shell.
    """
    if shell not in SHELLS:
        message = f"must be one of: {', '.join(SHELLS)}"
        raise argument_invalid("completion", "/shell", message, "enum")
    script = (resources.files("myelin.cli") / "completions" / f"myelin.{shell}").read_text("utf-8")
    if invocation.console.json:
        invocation.console.document({"shell": shell, "script": script})
    else:
        invocation.console.raw(script)
    return 0
