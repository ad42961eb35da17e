"""`myelin remember`: save one memory."""

from typing import Any

from myelin.cli import decisions, failures, tier_change
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import memory
from myelin.kernel.audience import Origin


def remember(
    invocation: Invocation,
    *,
    content: str,
    links: list[str],
    split: bool,
    unattended: bool,
    **given: Any,
) -> int:
    """Save one memory and print it; a person decides if it replaces one of the core tier.

    Raises:
        ArgumentInvalid: a long note is given a link or a session.
    """
    if split:
        for name, value in (("links", links), ("session", given.pop("session", None))):
            if value:
                raise argument_invalid("remember", f"/{name}", "does not go with --split")
    pairs = [link.partition(":") for link in links]
    arguments = {"content": content, **given}
    if not split:
        arguments["links"] = [{"type": kind, "to": to} for kind, _, to in pairs]
    decision = None
    replaced = given.get("supersedes")
    # The writes of an agent are a host's, and a host's correction leaves the core memory in place.
    if replaced is not None and invocation.caller.origin is Origin.OWNER:
        core = tier_change.memory(invocation, replaced)
        if core["tier"] == "core":
            decision = tier_change.confirm_successor(
                invocation, core, content, unattended=unattended
            )
            if decision is None:
                decisions.declined(invocation)
                return failures.EXIT_DECLINED
    result = invocation.call("remember_note" if split else "remember", arguments, decision)
    now_ms = invocation.machine.clock.now_ms()
    invocation.console.result(result, *memory.remembered(result, now_ms))
    return 0
