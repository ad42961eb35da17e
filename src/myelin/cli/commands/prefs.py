"""`myelin prefs`: which preferences hold and where each comes from, setting and unsetting them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from myelin import config
from myelin.cli import failures, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import preferences
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_OWNER, Caller

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

    with _brain(invocation, meta=meta) as engine:
        result = dispatch.run(engine, "read", lambda s: engine.preferences.show(s, key))
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
        question = f"{key} = {value}\nIts namespace is yours alone. Shall it be set?"
        decision = terminal.confirm(question, invocation.environment, unattended=unattended)
        if decision == "declined":
            return _declined(invocation)
    words = statement or (f"myelin prefs set {key} {value}" if by_owner else "")
    arguments = {"key": key, "value": value, "statement": words}
    with _brain(invocation, meta=meta, caller=caller, make=True) as engine:
        result = dispatch.call(engine, OPERATIONS["set_preference"], arguments)
    invocation.console.result(result, *preferences.saved(result))
    if by_owner and is_protected(key):
        invocation.console.remark(_SHOWN_ONLY)
    return 0


def unset(invocation: Invocation, *, key: str, meta: bool) -> int:
    """Take a preference back."""
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    with _brain(invocation, meta=meta) as engine:
        known = dispatch.run(engine, "read", lambda s: engine.preferences.show(s, key))
        value = known.get("preference", known["history"][-1])["value"]
        question = f"{key} = {value}\nShall it be taken back?"
        # It stays in the history and can be set again, so a script may do it, on record.
        decision = terminal.confirm(question, invocation.environment, unattended=True)
        if decision == "declined":
            return _declined(invocation)
        result = dispatch.decided(
            engine,
            OPERATIONS["unset_preference"],
            lambda s: engine.preferences.unset(s, key),
            by=decision,
        )
    invocation.console.result(result, Lines([f"{key} is no longer set here"]))
    return 0


def _declined(invocation: Invocation) -> int:
    invocation.console.remark("Declined; nothing was changed.")
    return failures.EXIT_DECLINED


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
