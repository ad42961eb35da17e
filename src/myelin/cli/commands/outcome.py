"""`myelin outcome`: say how a task went."""

from typing import Any

from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import adaptation


def log(
    invocation: Invocation,
    *,
    process: str | None,
    used: list[str],
    violations: list[str],
    **given: Any,
) -> int:
    """Save an outcome: the owner's word, or an agent's where one drives the shell."""
    arguments = {
        **given,
        "process": None if process is None else _process(process),
        "used": [dict(zip(("id", "verdict"), _pair(each, "used"), strict=True)) for each in used],
        "violations": [
            dict(zip(("standard", "rule"), _pair(each, "violations"), strict=True))
            for each in violations
        ],
    }
    result = invocation.call("log_outcome", arguments)
    invocation.console.result(result, *adaptation.logged(result))
    return 0


def _process(given: str) -> dict[str, Any]:
    name, at, version = given.rpartition("@")
    if not at or not version.isascii() or not version.isdigit() or int(version[:9]) < 1:
        raise argument_invalid("outcome log", "/process", "is not NAME@VERSION", "version")
    return {"name": name, "version": int(version[:9])}


def _pair(given: str, field: str) -> tuple[str, str]:
    first, colon, second = given.rpartition(":")
    if not colon:
        message = "is not two words with a colon between"
        raise argument_invalid("outcome log", f"/{field}", message)
    return first, second
