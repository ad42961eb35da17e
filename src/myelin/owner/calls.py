"""The way to call an operation of the owner on a whole brain."""

from collections.abc import Mapping
from typing import Any

from myelin.brains.brain import Brain
from myelin.engine.admit import admit
from myelin.engine.dispatch import only_contract_errors
from myelin.engine.operation import Operation
from myelin.kernel.decision import Owner


def call(
    brain: Brain, operation: Operation, arguments: Mapping[str, Any], owner: Owner
) -> dict[str, Any] | None:
    """Return the result of an operation, or None if the owner said no.

    Raises:
        MyelinError: an error of the contract; any other failure becomes InternalError.
    """
    with only_contract_errors(operation.name):
        answer = operation.run
        assert answer is not None, f"{operation.name} has no typed call"
        assert operation.takes == "brain", f"{operation.name} takes a session"
        # Only a purge saves a text of its arguments, and it checks that text itself.
        result = answer(brain, admit(operation, arguments, scan=lambda _: None), owner)
        return None if result is None else dict(result)
