"""How states that can be restored read for a person."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from myelin.cli import failures

if TYPE_CHECKING:
    from myelin.cli.invocation import Invocation

COLUMNS = ("RECORD", "TIME", "WHAT")


def row(state: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the cells of `COLUMNS` for one state of a result."""
    label = state.get("name", state.get("note", ""))
    return str(state["seq"]), state["time"], f"{state['kind']} {label}".strip()


def tell_left_out(invocation: "Invocation", document: Mapping[str, Any]) -> int:
    """Print which files were left out of a result, and return the exit code of the answer."""
    left_out = document.get("left_out", ())
    for one in left_out:
        invocation.console.remark(f"Left out: {one['file']}. {one['reason']}")
    return failures.EXIT_FINDINGS if left_out else 0
