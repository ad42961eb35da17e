"""Where a server gets its engine: opened on first need, again after a failure, closed at the end.

Nothing here runs when a server starts, so that a brain that is missing, locked, damaged or
without its key costs the calls an error and never the client its connection.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.kernel.audience import Audience, Origin
from myelin.kernel.errors import MyelinError

if TYPE_CHECKING:
    from myelin.config import Settings
    from myelin.engine import Engine
    from myelin.engine.binding import Binding, ResourceBinding

# After these the open store can no longer be trusted, or another file is there now.
_REOPEN_AFTER = frozenset(
    {"write_outcome_unknown", "brain_damaged", "brain_rolled_back", "storage_failed"}
)


class EngineSource:
    """One brain's engine for as many threads as call it."""

    def __init__(self, open_engine: Callable[[], Engine]) -> None:
        self._open_engine = open_engine
        self._lock = threading.Lock()
        self._opening: Future[Engine] | None = None

    def call(self, binding: Binding, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the result of one tool call.

        Raises:
            MyelinError: any error of the tool, or the reason why there is no brain to ask.
        """
        from myelin.engine import dispatch

        return self._with_engine(lambda engine: dispatch.call(engine, binding, arguments))

    def read(self, resource: ResourceBinding) -> dict[str, Any]:
        """Return what a resource holds.

        Raises:
            MyelinError: the reason why there is no brain to ask, or why it cannot answer.
        """
        from myelin.engine import dispatch

        return self._with_engine(lambda engine: dispatch.read(engine, resource))

    def compact_if_due(self) -> None:
        """Compact the open brain if enough has piled up; without an open brain do nothing."""
        engine = self._opened()
        if engine is not None and engine.store.compaction_due():
            engine.store.compact()

    def close(self) -> None:
        """Close the open brain, if there is one; a later call opens it again."""
        engine = self._opened()
        if engine is not None:
            self._drop(engine)

    def _with_engine(self, ask: Callable[[Engine], dict[str, Any]]) -> dict[str, Any]:
        engine = self._engine()
        try:
            return ask(engine)
        except MyelinError as error:
            if error.code in _REOPEN_AFTER:
                self._drop(engine)
            raise

    def _engine(self) -> Engine:
        """Calls that come while the brain is being opened share the outcome of that attempt."""
        with self._lock:
            attempt = self._opening
            mine = attempt is None
            if attempt is None:
                attempt = self._opening = Future()
        if mine:
            try:
                attempt.set_result(self._open_engine())
            except BaseException as error:
                with self._lock:
                    self._opening = None
                attempt.set_exception(error)
        return attempt.result()

    def _opened(self) -> Engine | None:
        with self._lock:
            attempt = self._opening
        if attempt is None or not attempt.done() or attempt.exception() is not None:
            return None
        return attempt.result()

    def _drop(self, engine: Engine) -> None:
        with self._lock:
            attempt = self._opening
            if attempt is None or not attempt.done() or attempt.result() is not engine:
                return
            self._opening = None
        engine.store.close()


def open_brain(settings: Settings, cwd: Path, origin: Origin = Origin.HOST) -> Engine:
    """Return the engine of the brain that the settings mean, for a host unless an origin is given.

    Raises:
        BrainUnknown: there is no brain.
        KeyRequired: its key is nowhere to be found.
    """
    from myelin import assembly, keystore, store
    from myelin.config import find_brain
    from myelin.kernel.ids import encode_brain_id

    location = find_brain(settings, cwd)
    brain_id = encode_brain_id(store.read_brain_id(location.path))
    found = keystore.find(brain_id, settings)
    return assembly.open(
        location.path,
        found.root,
        name=location.name,
        audience=Audience.LOCAL,
        origin=origin,
        force_network=settings.force_network,
    )
