"""One brain for many threads: opened by the first call, reopened after a failure, leased to calls.

Nothing here runs when a server starts, so that a brain that is missing, locked, damaged or
without its key costs the calls an error and never the client its connection.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from myelin.kernel.clock import SystemClock
from myelin.kernel.errors import MyelinError

if TYPE_CHECKING:
    from myelin.engine.engine import Engine
    from myelin.engine.operation import Operation, Resource
    from myelin.store import Session

# After these errors the open store cannot be used further, or the file was replaced.
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

RECALL = "recall"
_FILLING_S = 2.0


class SharedBrain:
    """A thread-safe handle to one brain's engine."""

    def __init__(
        self, open_engine: Callable[[], Engine], back_up: Callable[[], None] = lambda: None
    ) -> None:
        """Open with `open_engine`. `back_up` is called while the open brain is not in use."""
        self._open_engine = open_engine
        self._back_up = back_up
        self._lock = threading.Lock()
        self._opening: Future[_Lease] | None = None
        self._has_begun = False
        self._is_leaving = False

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        """Return the result of an operation; `actor` is the client's name.

        Raises:
            MyelinError: any error of the tool, or the reason why there is no brain to ask.
        """
        with self._engine() as engine:
            from myelin.engine import dispatch

            if self._begins(operation):
                engine = engine.for_caller(replace(engine.caller, begins=True))
            return dispatch.call(engine, operation, arguments, actor)

    def _begins(self, operation: Operation) -> bool:
        """Return whether this is the first recall of what is served, before any write."""
        with self._lock:
            if self._has_begun or (operation.effect == "read" and operation.name != RECALL):
                return False
            self._has_begun = True
            return operation.name == RECALL

    def read(self, resource: Resource) -> dict[str, Any]:
        """Return the content of a resource.

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
        """Return a value that differs after any change of a process.

        Raises:
            MyelinError: the reason why there is no brain to ask.
        """
        revision: object = self._asked(lambda engine, session: engine.processes.revision(session))
        return revision

    @property
    def is_open(self) -> bool:
        """Return whether the brain is open."""
        return self._opened() is not None

    def _asked(self, question: Callable[[Engine, Session], Any]) -> Any:
        with self._engine() as engine:
            from myelin.engine import dispatch

            def answer(session: Session) -> dict[str, Any]:
                return {"answer": question(engine, session)}

            return dispatch.run(engine, "read", answer)["answer"]

    def fill_in_vectors(self) -> None:
        """Compute vectors that are due, for two seconds at most and until a call comes."""
        lease = self._opened()
        if lease is None or not lease.engine.dense:
            return
        clock = SystemClock()
        until_s = clock.monotonic_s() + _FILLING_S

        def is_enough() -> bool:
            return self._is_leaving or lease.calls > 1 or clock.monotonic_s() > until_s

        with suppress(MyelinError), self._engine() as engine:
            engine.memory.fill_in_vectors(engine.store, is_enough)

    def leave(self) -> None:
        """Begin no further work that can wait."""
        self._is_leaving = True

    def compact_if_due(self) -> None:
        """Compact the open brain if its log has grown enough, and see to its daily backup."""
        if self.is_open:
            with suppress(MyelinError), self._engine() as engine:
                engine.store.compact_if_due()
            self._back_up()

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
        """Return the open engine's lease; calls during an opening share its outcome."""
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
            # In this order, so that the next call makes a new attempt.
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
        """Make new calls open the brain again; the last call on this lease closes it."""
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
