"""`myelin man`: the manual page of a command."""

import shutil
import subprocess
from importlib import resources
from pathlib import Path

from myelin.cli.commands import help_
from myelin.cli.invocation import Invocation

_KEPT_BACK = ("MYELIN_KEY",)


def man(invocation: Invocation, *, command: list[str]) -> int:
    """Show the manual page of a command, or print its source; return the exit code.

    Raises:
        ArgumentInvalid: there is no such command.
    """
    words = help_.named("man", command)
    name = "-".join(["myelin", *words])
    folder = resources.files("myelin.surface") / "man"
    if not (folder / f"{name}.1").is_file():
        # A group has no page of its own.
        name = "myelin"
    page = folder / f"{name}.1"
    text = page.read_text("utf-8")
    console = invocation.console
    if console.json:
        console.document({"command": " ".join(words), "page": text})
        return 0
    program = shutil.which("man", path=invocation.environment.get("PATH"))
    if console.output.isatty() and program is not None and isinstance(page, Path):
        kept = {k: v for k, v in invocation.environment.items() if k not in _KEPT_BACK}
        if subprocess.run([program, str(page)], env=kept, check=False).returncode == 0:
            return 0
    if console.output.isatty():
        console.line(help_.text_of(words))
    else:
        console.raw(text)
    return 0
