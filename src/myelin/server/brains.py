"""Where a server gets its engine: opened on first need, again after a failure, closed at the end.

Nothing here runs when a server starts, so that a brain that is missing, locked, damaged or
without its key costs the calls an error and never the client its connection.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.kernel.audience import Audience, Origin
from myelin.kernel.errors import MyelinError

if TYPE_CHECKING:
    from myelin.config import Settings
    from myelin.cores.preferences import PreferenceRow
    from myelin.engine.engine import Engine
    from myelin.engine.operation import Operation, Resource
    from myelin.store import Session
    from myelin.upkeep import rotation

# After these the open store can no longer be trusted, or another file is there now.
_REOPEN_AFTER = frozenset(
    {
        "brain_damaged",
        "brain_rolled_back",
        "brain_unknown",
        # The key was rotated, and the keystore has the next one.
        "key_wrong",
        "storage_failed",
        "write_outcome_unknown",
    }
)


class EngineSource:
    """One brain's engine for as many threads as call it."""

    def __init__(self, open_engine: Callable[[], Engine]) -> None:
        self._open_engine = open_engine
        self._lock = threading.Lock()
        self._opening: Future[_Lease] | None = None

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        """Return the result of an operation; `actor` is who the client says it is.

        Raises:
            MyelinError: any error of the tool, or the reason why there is no brain to ask.
        """
        with self._engine() as engine:
            from myelin.engine import dispatch

            return dispatch.call(engine, operation, arguments, actor)

    def read(self, resource: Resource) -> dict[str, Any]:
        """Return what a resource holds.

        Raises:
            MyelinError: the reason why there is no brain to ask, or why it cannot answer.
        """
        with self._engine() as engine:
            from myelin.engine import dispatch

            return dispatch.read(engine, resource)

    def prompts(self) -> list[dict[str, str]]:
        """Return name, title and description of every prompt.

        Raises:
            MyelinError: the reason why there is no brain to ask.
        """
        found: list[dict[str, str]] = self._asked(
            lambda engine, session: engine.processes.prompts(session)
        )
        return found

    def prompt(self, name: str, task: str) -> str:
        """Return one prompt written out for a task, which may be empty.

        Raises:
            ProcessUnknown: there is no such prompt.
            MyelinError: the reason why there is no brain to ask.
        """
        text: str = self._asked(
            lambda engine, session: engine.processes.prompt(session, name, task)
        )
        return text

    def revision(self) -> object | None:
        """Return what changes whenever a process does.

        Raises:
            MyelinError: the reason why there is no brain to ask.
        """
        revision: object = self._asked(lambda engine, session: engine.processes.revision(session))
        return revision

    @property
    def is_open(self) -> bool:
        """Return whether the brain is open, so that asking it opens nothing."""
        return self._opened() is not None

    def _asked(self, question: Callable[[Engine, Session], Any]) -> Any:
        with self._engine() as engine:
            from myelin.engine import dispatch

            def answer(session: Session) -> dict[str, Any]:
                return {"answer": question(engine, session)}

            return dispatch.run(engine, "read", answer)["answer"]

    def compact_if_due(self) -> None:
        """Compact the open brain if enough has piled up; without an open brain do nothing."""
        if self.is_open:
            with suppress(MyelinError), self._engine() as engine:
                engine.store.compact_if_due()

    def close(self) -> None:
        """Close the open brain, if there is one; a later call opens it again."""
        lease = self._opened()
        if lease is not None:
            self._retire(lease)

    @contextmanager
    def _engine(self) -> Iterator[Engine]:
        lease = self._lease()
        try:
            yield lease.engine
        except MyelinError as error:
            if error.code in _REOPEN_AFTER:
                self._retire(lease)
            raise
        finally:
            with self._lock:
                lease.calls -= 1
            self._close_if_over(lease)

    def _lease(self) -> _Lease:
        """Calls that come while the brain is being opened share the outcome of that attempt."""
        while True:
            with self._lock:
                attempt = self._opening
                mine = attempt is None
                if attempt is None:
                    attempt = self._opening = Future()
            if mine:
                self._attempt(attempt)
            lease = attempt.result()
            with self._lock:
                if not lease.retired:
                    lease.calls += 1
                    return lease

    def _attempt(self, attempt: Future[_Lease]) -> None:
        try:
            lease = _Lease(self._open_engine())
        except BaseException as error:
            # In this order: whoever comes after the failure makes an attempt of its own.
            with self._lock:
                self._opening = None
            attempt.set_exception(error)
        else:
            attempt.set_result(lease)

    def _opened(self) -> _Lease | None:
        with self._lock:
            attempt = self._opening
        return attempt.result() if attempt is not None and attempt.done() else None

    def _retire(self, lease: _Lease) -> None:
        """Let new calls open the brain afresh; the last call that uses this one closes it."""
        with self._lock:
            if not lease.retired:
                lease.retired = True
                self._opening = None
        self._close_if_over(lease)

    def _close_if_over(self, lease: _Lease) -> None:
        with self._lock:
            over = lease.retired and lease.calls == 0 and not lease.closed
            lease.closed = lease.closed or over
        if over:
            with suppress(MyelinError):
                lease.engine.store.close()


@dataclass
class _Lease:
    """An open engine and how many calls are using it."""

    engine: Engine
    calls: int = 0
    retired: bool = False
    closed: bool = False


def open_brain(settings: Settings, cwd: Path, origin: Origin = Origin.HOST) -> Engine:
    """Return the engine of the brain that the settings mean, for a host unless an origin is given.

    Raises:
        BrainUnknown: there is no brain.
        KeyRequired: its key is nowhere to be found.
        PathRefused: it is the user's own, which no host writes.
    """
    from myelin import assembly, keystore
    from myelin.config import find_brain
    from myelin.contract.errors import PathRefused

    location = find_brain(settings, cwd)
    engine = assembly.open(
        location.path,
        root_of(location.path, settings),
        name=location.name,
        audience=Audience.LOCAL,
        origin=origin,
        force_network=settings.force_network,
        upstream=lambda: preferred_everywhere(settings, cwd),
        marks=keystore.MarkFile(settings.home, location.path),
    )
    if engine.brain.kind == assembly.META and origin is not Origin.OWNER:
        engine.store.close()
        raise PathRefused(
            reason="that is the user's own brain, which no client writes",
            suggestion="Serve the project's brain: it asks the user's own by itself.",
        )
    return engine


def preferred_everywhere(settings: Settings, cwd: Path) -> Sequence[PreferenceRow]:
    """Return what the user prefers in all projects; nothing where there is no brain of that.

    Raises:
        MyelinError: there is one, and it cannot be asked.
    """
    from myelin import assembly, keystore
    from myelin.config import for_meta, locate

    own = for_meta(settings)
    location = locate(own, cwd)
    if not location.path.exists():
        return ()
    engine = assembly.open(
        location.path,
        root_of(location.path, own),
        name=location.name,
        audience=Audience.LOCAL,
        origin=Origin.OWNER,
        readonly=True,
        force_network=own.force_network,
        marks=keystore.MarkFile(own.home, location.path),
    )
    try:
        with engine.store.read() as session:
            return engine.preferences.in_force(session)
    finally:
        engine.store.close()


def root_of(path: Path, settings: Settings) -> bytes:
    """Return the root of a brain's file. A rotation that was interrupted is finished first.

    Raises:
        BrainUnknown, BrainDamaged, FormatTooNew: neither the file nor its archive names the brain.
        KeyRequired, KeyWrong, PathRefused: no place on this machine has a key for it.
    """
    from myelin import assembly, keystore

    brain_id = assembly.brain_id_of(path)
    found = keystore.find(brain_id, settings)
    return assembly.settled_root(path, found.root, keystore_of(brain_id, settings))


def keystore_of(brain_id: str, settings: Settings) -> rotation.Keystore:
    """Return the keystore's two functions that a rotation of this brain needs."""
    from myelin import keystore
    from myelin.upkeep import rotation

    def stored() -> bytes | None:
        found = keystore.stored(brain_id, settings)
        return None if found is None else found.root

    def save(root: bytes) -> str:
        return keystore.save(brain_id, root, settings, replace=True)

    return rotation.Keystore(save, stored)
