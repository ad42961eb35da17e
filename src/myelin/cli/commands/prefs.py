"""`myelin prefs`: which preferences hold and where each comes from, setting and unsetting them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from myelin import config
from myelin.cli import decisions, failures, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import preferences
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_OWNER, Caller
from myelin.kernel.decision import Question

if TYPE_CHECKING:
    from myelin.engine import Engine

_SHOWN_ONLY = "It is kept and shown. The constants of that namespace are code and read none of it."


def list_(invocation: Invocation, *, prefix: str | None, session: list[str]) -> int:
    """Print the preferences that hold, and where each comes from."""
    pairs = [each.partition("=") for each in session]
    if any(not equals for _, equals, _ in pairs):
        raise argument_invalid("prefs list", "/session", "is not KEY=VALUE")
    given = {"prefix": prefix, "session": {key: value for key, _, value in pairs} or None}
    return invocation.print_call("get_preferences", given, preferences.listed)


def show(invocation: Invocation, *, key: str, meta: bool) -> int:
    """Print one preference with its history."""
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    with _brain(invocation, meta=meta) as engine:
        result = dispatch.call(engine, OPERATIONS["show_preference"], {"key": key})
    invocation.console.result(result, *preferences.shown(result))
    return 0


def set_(
    invocation: Invocation,
    *,
    key: str,
    value: str,
    statement: str | None,
    meta: bool,
    unattended: bool,
) -> int:
    """Set a preference: the owner's, or an agent's claim where one drives the shell."""
    from myelin.cores.preferences import is_protected
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    caller = invocation.caller
    by_owner = caller.origin is Origin.OWNER
    if meta:
        terminal.refuse_agents(invocation.environment)
    if by_owner and is_protected(key):
        question = Question(
            act=f"Set {key}. Its namespace is yours alone.",
            content=[("The value:", value)],
            facts=[("key", key)],
        )
        decision = decisions.confirm(invocation, question, "prefs set", key, unattended=unattended)
        if decision is None:
            decisions.declined(invocation)
            return failures.EXIT_DECLINED
    else:
        decision = decisions.stated(invocation, "prefs set", key, unattended=unattended)
    words = statement or (f"myelin prefs set {key} {value}" if by_owner else "")
    arguments = {"key": key, "value": value, "statement": words}
    with _brain(invocation, meta=meta, caller=caller, make=True) as engine:
        result = dispatch.call(engine, OPERATIONS["set_preference"], arguments, decision=decision)
    invocation.console.result(result, *preferences.saved(result))
    if by_owner and is_protected(key):
        invocation.console.remark(_SHOWN_ONLY)
    return 0


def unset(invocation: Invocation, *, key: str, meta: bool, unattended: bool) -> int:
    """Take a preference back."""
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    with _brain(invocation, meta=meta) as engine:
        known = dispatch.call(engine, OPERATIONS["show_preference"], {"key": key})
        value = known.get("preference", known["history"][-1])["value"]
        question = Question(
            act=f"Take {key} back. Its history stays.",
            content=[("The value:", value)],
            facts=[("key", key)],
        )
        decision = decisions.confirm(
            invocation, question, "prefs unset", key, unattended=unattended
        )
        if decision is None:
            decisions.declined(invocation)
            return failures.EXIT_DECLINED
        result = dispatch.call(
            engine, OPERATIONS["unset_preference"], {"key": key}, decision=decision
        )
    invocation.console.result(result, Lines([f"{key} is no longer set here"]))
    return 0


@contextmanager
def _brain(
    invocation: Invocation, *, meta: bool, caller: Caller = LOCAL_OWNER, make: bool = False
) -> Iterator["Engine"]:
    """Open the project's brain, or the user's own, which is created if `make` is set."""
    from myelin.brains import brain

    settings = invocation.settings()
    if meta:
        settings = config.for_meta(settings)
        if make and not config.locate(settings, invocation.cwd).path.exists():
            _make_meta(invocation, settings)
    with brain.find(settings, invocation.cwd, invocation.machine).opened(caller) as engine:
        yield engine


def _make_meta(invocation: Invocation, settings: config.Settings) -> None:
    from myelin.cli.commands.init import Request, make

    request = Request(settings, invocation.cwd, "normal", None, bare=True, meta=True)
    _, parts = make(request, invocation.environment, invocation.machine)
    for part in parts:
        if isinstance(part, Lines):
            invocation.console.remark("\n".join(part.lines))
