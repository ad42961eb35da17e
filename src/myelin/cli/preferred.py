"""The commands of preferences: what holds, where it comes from, setting it and taking it back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from myelin import config
from myelin.cli import ask, failures, render_loop
from myelin.cli.asking import Asking, refused
from myelin.cli.console import Lines
from myelin.kernel.audience import Origin
from myelin.surface.commands import Flags

if TYPE_CHECKING:
    from myelin.engine import Engine

_SHOWN_ONLY = "It is kept and shown. The constants of that namespace are code and read none of it."


class Preferred(Asking):
    """The handlers of `myelin prefs`."""

    def prefs_list(self, flags: Flags, *, prefix: str | None, session: list[str]) -> int:
        """Print which preferences hold and where each comes from."""
        pairs = [each.partition("=") for each in session]
        if any(not equals for _, equals, _ in pairs):
            raise refused("prefs list", "/session", "usage", "is not KEY=VALUE")
        given = {"prefix": prefix, "session": {key: value for key, _, value in pairs} or None}
        return self._tool(flags, "get_preferences", given, render_loop.preferences)

    def prefs_show(self, flags: Flags, *, key: str, meta: bool) -> int:
        """Print one preference with its history."""
        from myelin.engine import dispatch

        with self._brain(flags, meta=meta) as engine:
            result = dispatch.run(engine, "read", lambda s: engine.preferences.show(s, key))
        self._console.result(result, *render_loop.preference(result))
        return 0

    def prefs_set(
        self,
        flags: Flags,
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

        agent = ask.driving_agent(self._environment)
        if meta:
            ask.refuse_agents(self._environment)
        if agent is None and is_protected(key):
            question = f"{key} = {value}\nIts namespace is yours alone. Shall it be set?"
            decision = ask.confirm(question, self._environment, unattended=unattended)
            if decision == "declined":
                return self._declined()
        words = statement or ("" if agent else f"myelin prefs set {key} {value}")
        arguments = {"key": key, "value": value, "statement": words}
        origin = Origin.OWNER if agent is None else Origin.HOST
        with self._brain(flags, meta=meta, origin=origin, make=True) as engine:
            result = dispatch.call(engine, OPERATIONS["set_preference"], arguments)
        self._console.result(result, *render_loop.preference_set(result))
        if agent is None and is_protected(key):
            self._console.remark(_SHOWN_ONLY)
        return 0

    def prefs_unset(self, flags: Flags, *, key: str, meta: bool) -> int:
        """Take a preference back."""
        from myelin.engine import dispatch

        with self._brain(flags, meta=meta) as engine:
            known = dispatch.run(engine, "read", lambda s: engine.preferences.show(s, key))
            value = known.get("preference", known["history"][-1])["value"]
            question = f"{key} = {value}\nShall it be taken back?"
            # It stays in the history and can be set again, so a script may do it, on record.
            decision = ask.confirm(question, self._environment, unattended=True)
            if decision == "declined":
                return self._declined()
            note = f"decided_by: {decision}"
            result = dispatch.run(engine, "write", lambda s: engine.preferences.unset(s, key), note)
        self._console.result(result, Lines([f"{key} is no longer set here"]))
        return 0

    def _declined(self) -> int:
        self._console.remark("Declined; nothing was changed.")
        return failures.EXIT_DECLINED

    @contextmanager
    def _brain(
        self, flags: Flags, *, meta: bool, origin: Origin = Origin.OWNER, make: bool = False
    ) -> Iterator["Engine"]:
        """Open the project's brain, or the user's own, which is made where it is needed first."""
        from myelin.server.brains import open_brain

        settings: config.Settings = self._settings(flags)
        if meta:
            settings = config.for_meta(settings)
            if make and not config.locate(settings, self._cwd).path.exists():
                self._make_meta(settings)
        engine = open_brain(settings, self._cwd, origin)
        try:
            yield engine
        finally:
            engine.store.close()

    def _make_meta(self, settings: config.Settings) -> None:
        from myelin.cli import initialise

        wanted: Any = initialise.Wanted(settings, self._cwd, "normal", None, bare=True, meta=True)
        _, parts = initialise.make(wanted, self._environment, self._chance)
        for part in parts:
            if isinstance(part, Lines):
                self._console.remark("\n".join(part.lines))
