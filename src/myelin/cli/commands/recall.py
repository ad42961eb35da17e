"""`myelin recall`: find what the brain knows."""

from collections.abc import Mapping
from typing import Any

from myelin.cli.invocation import Invocation, given_arguments
from myelin.cli.render import memory


def recall(invocation: Invocation, *, query: list[str], explain: bool, **given: Any) -> int:
    """Print the memories that match; the words of a query need no quotes."""
    arguments = {"query": " ".join(query), **given}
    if explain:
        return _explain(invocation, arguments)
    now_ms = invocation.machine.clock.now_ms
    return invocation.print_call(
        "recall", arguments, lambda result: memory.recalled(result, now_ms())
    )


def _explain(invocation: Invocation, given: Mapping[str, Any]) -> int:
    from myelin.engine import dispatch
    from myelin.engine.admit import admit
    from myelin.surface.operations import OPERATIONS

    with invocation.engine() as engine:
        args: Any = admit(OPERATIONS["recall"], given_arguments(given), scan=engine.scan)
        result = dispatch.run(engine, "read", lambda session: engine.memory.explain(session, args))
    invocation.console.result(result, *memory.explained(result))
    return 0
