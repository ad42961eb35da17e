"""`myelin doctor`: whether the brain's files and what is in them are as they should be."""

from typing import Any

from myelin.cli import decisions, failures
from myelin.cli.console import Block, Lines, Part
from myelin.cli.invocation import Invocation


def doctor(invocation: Invocation, *, repair: bool, accept_rollback: bool, unattended: bool) -> int:
    """Check the brain, mend it where that was asked for, and return the exit code.

    Raises:
        TerminalRequired: an older file was to be accepted, and no person decided that.
    """
    from myelin.store import inspection

    brain = invocation.brain()
    owner = decisions.OwnerAtTerminal(invocation, unattended=unattended)
    asked = ["accept_rollback"] * accept_rollback + ["repair"] * repair
    document: dict[str, Any] = {"repaired": []}
    for operation in asked or ["doctor"]:
        result = decisions.carried_out(brain, operation, {}, owner)
        if result is None:
            return failures.EXIT_DECLINED
        document = result | {"repaired": document["repaired"] + result["repaired"]}
    done, found = document["repaired"], document["findings"]
    parts: list[Part] = [Lines(done)] if done else []
    parts += [Block(one["sentence"], [one["code"]], one["fix"]) for one in found]
    if document["sound"]:
        parts.append(Lines(["Nothing is wrong with this brain."]))
    made = document.get("backed_up_at", "never, on this device: see `myelin backup`")
    parts.append(Lines([f"Last backup: {made}."]))
    invocation.console.result(document, *parts)
    if any(one["code"] in inspection.DAMAGE for one in found):
        return failures.EXIT_DAMAGED
    return 0 if document["sound"] else failures.EXIT_FINDINGS
