"""The only way in: admit the arguments, open a transaction, run, and name the brain."""

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Literal

from myelin.contract.errors import InternalError
from myelin.engine.admit import admit, admit_actor
from myelin.engine.engine import Engine
from myelin.engine.operation import Operation, Resource
from myelin.kernel.audience import Origin
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Decision
from myelin.kernel.errors import MyelinError, SavedRefusal
from myelin.store import Session
from myelin.upkeep import decisions

_log = logging.getLogger("myelin.engine")


def call(
    engine: Engine,
    operation: Operation,
    arguments: Mapping[str, Any],
    actor: str | None = None,
    decision: Decision | None = None,
) -> dict[str, Any]:
    """Return the result of an operation, its brain first.

    `actor` is the name that the client gives itself. `decision` permits a change of what governs
    the brain. A write is durable when this returns. Whatever fails, nothing of the call is saved,
    except that WriteOutcomeUnknown cannot promise it.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    with _only_contract_errors(operation.name):
        answer = operation.run
        assert answer is not None, f"{operation.name} is answered outside of a transaction"
        args = admit(operation, arguments, scan=engine.scan)
        if operation.effect == "write" and (known := admit_actor(actor, scan=engine.scan)):
            engine = engine.for_caller(replace(engine.caller, actor=known))
        return run(
            engine,
            operation.effect,
            lambda session: answer(engine, session, args),
            decision=decision,
            act=operation.name,
        )


def read(engine: Engine, resource: Resource) -> dict[str, Any]:
    """Return the content of a resource, its brain first.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    return call(engine, resource.operation, {})


def decided(
    engine: Engine,
    operation: Operation,
    answer: Callable[[Session], Any],
    *,
    by: Decision,
    now_ms: int = 0,
    quoted: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """Return the result of an operation that was confirmed, after the snapshot that it declares.

    The decision is recorded beside the write. `now_ms` and the `quoted` arguments name the
    snapshot.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    with _only_contract_errors(operation.name):
        if operation.confirmed is None or engine.caller.origin is not Origin.OWNER:
            raise PermissionError(f"nobody decides about {operation.name} here")
        snapshot = None
        if operation.snapshot is not None:
            snapshot = f"{operation.snapshot.format(**(quoted or {}))} {format_time(now_ms)}"
        return run(engine, operation.effect, answer, None, snapshot, by, operation.name)


def run(
    engine: Engine,
    effect: Literal["read", "write"],
    operation: Callable[[Session], Any],
    note: str | None = None,
    snapshot: str | None = None,
    decision: Decision | None = None,
    act: str | None = None,
) -> dict[str, Any]:
    """Return what an operation answers inside one transaction, its brain first.

    The owner's own commands, which are no tools, come this way. A note about a write and `act`,
    the name of the operation, are kept in the log beside it. With `snapshot` the state before is
    kept under that name first, and without it nothing is changed. A decision is recorded in the
    same transaction.

    Raises:
        TerminalRequired: the write would change what governs the brain, and nobody decided it.
    """
    with _only_contract_errors(effect):
        store = engine.store
        if snapshot is not None:
            store.snapshot(snapshot)
        if decision is not None:
            note = f"{note}; {decision.note}" if note else decision.note
        caller = engine.caller
        opened = store.write(note, caller, act) if effect == "write" else store.read(caller)
        with opened as session:
            try:
                result, refusal = operation(session), None
            except SavedRefusal as saved:
                result, refusal = {}, saved.error
            if effect == "write":
                decisions.ensure(session, decision, engine.chance)
        if refusal is not None:
            raise refusal
        brain = engine.brain
        return {"brain": {"id": brain.id, "name": brain.name, "kind": brain.kind}, **result}


@contextmanager
def _only_contract_errors(what: str) -> Iterator[None]:
    try:
        yield
    except MyelinError:
        raise
    except Exception as failure:
        # Type and places only: the message and the variables may hold what a memory says.
        frames = traceback.extract_tb(failure.__traceback__)
        places = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
        _log.error("%s failed: %s at %s", what, type(failure).__name__, places)
        raise InternalError from None
