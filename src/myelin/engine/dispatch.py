"""The only way in: admit the arguments, open a transaction, run, and name the brain."""

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Literal

from myelin.contract.errors import InternalError, TerminalRequired
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
    the brain, and is recorded with it. An operation that declares a snapshot keeps the state before
    it under that name first. A write is durable when this returns. Whatever fails, nothing of the
    call is saved, except that WriteOutcomeUnknown cannot promise it.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    with only_contract_errors(operation.name):
        answer = operation.run
        assert answer is not None, f"{operation.name} is answered outside of a transaction"
        assert operation.takes == "session", f"{operation.name} takes a whole brain"
        if operation.who != "host" and engine.caller.origin is not Origin.OWNER:
            raise TerminalRequired(suggestion="It is the owner's, and no call of a host does it.")
        args = admit(operation, arguments, scan=engine.scan)
        if operation.effect == "write" and (known := admit_actor(actor, scan=engine.scan)):
            engine = engine.for_caller(replace(engine.caller, actor=known))
        more: dict[str, Any] = {}
        snapshot = None
        if operation.confirmed is not None:
            if decision is None:
                raise TerminalRequired(suggestion=decisions.DECIDE)
            if operation.decides:
                more["decided_by"] = decision.by
            if operation.snapshot is not None:
                named = operation.snapshot.format(**args.model_dump())
                snapshot = f"{named} {format_time(engine.clock.now_ms())}"
        return run(
            engine,
            operation.effect,
            lambda session: answer(engine, session, args, **more),
            snapshot=snapshot,
            decision=decision,
            act=operation.name,
        )


def read(engine: Engine, resource: Resource) -> dict[str, Any]:
    """Return the content of a resource, its brain first.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    return call(engine, resource.operation, {})


def record(engine: Engine, decision: Decision) -> None:
    """Record a decision about an act that is no transaction of its own, such as a purge."""
    run(engine, "write", lambda _: {}, decision=decision)


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
    with only_contract_errors(effect):
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
def only_contract_errors(what: str) -> Iterator[None]:
    """Turn any failure of the block that is no error of the contract into InternalError."""
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
