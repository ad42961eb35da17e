"""Changes of the list of prompts: noticed after each call, told to listeners."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from myelin.kernel.errors import MyelinError

if TYPE_CHECKING:
    from myelin.engine.operation import Operation, Resource
    from myelin.server.served import ServedBrain

_NO_BRAIN = "no brain"
"""The revision of a list that was given while no brain was open; any later one differs."""


class WatchedBrain:
    """A brain for many threads that calls `tell` when its list of prompts has changed.

    The registry's revision is compared after each call, so that the saves of other processes are
    noticed as well. Nothing is told before a first revision is known.
    """

    def __init__(self, brain: ServedBrain, tell: Callable[[], None]) -> None:
        self._brain = brain
        self._tell = tell
        self._known: object | None = None
        self._lock = threading.Lock()

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        """Return the result of an operation; `actor` is the client's name."""
        if operation.effect == "write" and self._known is None:
            # The first call may be the one that changes the list.
            self._note(self._brain.revision())
        result = self._brain.call(operation, arguments, actor)
        self.look()
        return result

    def read(self, resource: Resource) -> dict[str, Any]:
        """Return the content of a resource."""
        return self._brain.read(resource)

    def prompts(self) -> list[dict[str, str]]:
        """Return name, title and description of every prompt."""
        revision = self._current()
        try:
            found = self._brain.prompts()
        except MyelinError:
            revision = _NO_BRAIN
            raise
        finally:
            self._note(revision)
        return found

    def prompt(self, name: str, task: str) -> str:
        """Return the text of one prompt for a task."""
        return self._brain.prompt(name, task)

    def revision(self) -> object | None:
        """Return a value that differs after any change of the prompts."""
        return self._brain.revision()

    def look(self) -> None:
        """Compare once."""
        self._note(self._current())

    def _current(self) -> object | None:
        """Return the registry's revision, or None while there is no brain to ask."""
        try:
            return self._brain.revision()
        except MyelinError:
            return None

    def _note(self, revision: object | None) -> None:
        with self._lock:
            moved = self._known is not None and revision not in (None, self._known)
            self._known = self._known if revision is None else revision
        if moved:
            self._tell()
