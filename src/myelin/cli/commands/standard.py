"""`myelin standard`: rules that a text must keep and risks that an action may run, in versions."""

from myelin.cli import documents
from myelin.cli.invocation import Invocation
from myelin.cli.render import registry


def save(invocation: Invocation, *, yaml: str, unattended: bool) -> int:
    """Save a standard: reviewed by a person, and an agent's own where one drives the shell."""
    text = invocation.read("yaml", yaml)
    return documents.save(invocation, "save_standard", text, unattended=unattended)


def show(invocation: Invocation, *, standard: str) -> int:
    """Print one standard as its author wrote it."""
    return documents.show(invocation, "standard", standard)


def list_(invocation: Invocation) -> int:
    """Print the standards."""
    result = documents.read(invocation, lambda e, s: {**e.quality.summaries(s)})
    invocation.console.result(result, *registry.standards(result))
    return 0


def diff(invocation: Invocation, *, standard: str, versions: list[str]) -> int:
    """Print what one version of a standard changed against another."""
    return documents.diff(invocation, "standard", standard, versions)


def approve(invocation: Invocation, *, standard: str, unattended: bool) -> int:
    """Make a version of a standard the reviewed one."""
    return documents.approve(invocation, "standard", standard, unattended=unattended)


def retire(invocation: Invocation, *, standard: str, unattended: bool) -> int:
    """Take a standard out of use."""
    return documents.retire(invocation, "standard", standard, unattended=unattended)
